import { expect, test } from 'vitest';
import { parseRoute } from '../../data/route.ts';
import { afterChoice, afterMove, assignFrames, partnerOf, readSplit, sharedParams } from './split-address.ts';

test('the address names the second view; one that is not there, or the same twice, is none', () => {
  const read = (hash: string) => readSplit(parseRoute(hash));
  expect(read('#/session/a/timeline?split=files&turn=2')).toEqual(['timeline', 'files']);
  expect(read('#/session/a?split=graph')).toEqual(['transcript', 'graph']);
  expect(read('#/session/a/graph?turn=2')).toBeUndefined();
  expect(read('#/session/a/graph?split=graph')).toBeUndefined();
  expect(read('#/session/a/graph?split=constructor')).toBeUndefined();
});

test('a pane that asks for another tab gets it, unless the other pane shows it', () => {
  expect(afterMove(['graph', 'transcript'], 0, 'files')).toEqual(['files', 'transcript']);
  expect(afterMove(['graph', 'transcript'], 1, 'files')).toEqual(['graph', 'files']);
  expect(afterMove(['graph', 'transcript'], 0, 'transcript')).toEqual(['graph', 'transcript']);
  expect(afterMove(['graph', 'transcript'], 0, 'nonsense')).toEqual(['graph', 'transcript']);
});

test('choosing what the other pane shows exchanges the two', () => {
  expect(afterChoice(['graph', 'transcript'], 0, 'transcript')).toEqual(['transcript', 'graph']);
  expect(afterChoice(['graph', 'transcript'], 1, 'graph')).toEqual(['transcript', 'graph']);
  expect(afterChoice(['graph', 'transcript'], 1, 'cut')).toEqual(['graph', 'cut']);
});

test('a frame keeps its tab when the sides are exchanged', () => {
  const first = assignFrames(undefined, ['graph', 'transcript']);
  expect(first).toEqual(['graph', 'transcript']);
  const turned = assignFrames(first, ['transcript', 'graph']);
  expect(turned).toEqual(['graph', 'transcript']);
  // Now the right side is the first frame's: another tab there is shown by it.
  expect(assignFrames(turned, ['transcript', 'files'])).toEqual(['files', 'transcript']);
  expect(assignFrames(first, ['cut', 'transcript'])).toEqual(['cut', 'transcript']);
  expect(assignFrames(first, ['cut', 'health'])).toEqual(['cut', 'health']);
});

test('a view is opened beside the transcript, the transcript beside its context', () => {
  expect(partnerOf('graph')).toBe('transcript');
  expect(partnerOf('transcript')).toBe('context');
  expect(sharedParams({ turn: '3', split: 'graph' })).toEqual({ turn: '3' });
});
