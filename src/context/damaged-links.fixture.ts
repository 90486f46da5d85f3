// Sessions whose links, lines or order are unusual or broken.
import { after, insert, patch, pick, relink, write } from './damage.fixture.ts';
import { answer, baseSession, entry, lastPrompt, prompt, text, time, uuid } from './small-session.fixture.ts';

export function damagedLinks(): Record<string, string> {
  return {
    base: write(baseSession()),
    linear: write(relink(baseSession(), { 11: 10, 12: 11, 13: 12 })),
    interleaved: write(
      relink([...baseSession().slice(0, 8), ...pick(11, 9, 12, 10, 13), ...baseSession().slice(13)], {
        9: 11,
        10: 12,
      }),
    ),
    'missing-parent': write(patch(4, { parentUuid: uuid(900) })),
    'missing-parent-4s-later': write(after(4, 3)),
    'missing-parent-5s-later': write(after(4, 4)),
    'missing-parent-6s-later': write(after(4, 5)),
    'null-parent': write(patch(4, { parentUuid: null })),
    'cycle-root': write(patch(1, { parentUuid: uuid(4) })),
    'cycle-mid': write(patch(4, { parentUuid: uuid(10) })),
    'cycle-self': write(patch(15, { parentUuid: uuid(15) })),
    'progress-in-chain': write(relink(insert(8, entry(30, 7, 'progress', { data: {} }, 7)), { 8: 30 })),
    'unknown-type-in-chain': write(relink(insert(8, entry(30, 7, 'novelty', { data: {} }, 7)), { 8: 30 })),
    'attachment-in-chain': write(
      relink(insert(8, entry(30, 7, 'attachment', { attachment: { type: 'novelty' } }, 7)), { 8: 30 }),
    ),
    'system-in-chain': write(
      relink(insert(8, entry(30, 7, 'system', { subtype: 'turn_duration' }, 7)), { 8: 30 }),
    ),
    'sidechain-flag-mid': write(patch(5, { isSidechain: true })),
    'mixed-session-ids': write(
      baseSession().map((line, index) => (index < 8 ? { ...line, sessionId: uuid(9001) } : line)),
    ),
    'garbage-line': write(insert(5, 'not json at all')),
    'bad-first-line': write(insert(1, '{"torn":')),
    bom: `\uFEFF${write(baseSession())}`,
    'joined-lines': write(baseSession()).replace(/\n(?=.*First answer)/, ''),
    'half-last-line': write(baseSession()).slice(0, -80),
    'no-final-newline': write(baseSession()).slice(0, -1),
    'duplicate-uuid': write([...baseSession(), answer(3, 2, 'msg_a', text('First answer, again'))]),
    'no-timestamps': write(baseSession().map(({ timestamp: _, ...rest }) => rest)),
  };
}

export function damagedOrder(): Record<string, string> {
  const branch = (at: number) => [
    { ...prompt(40, 3, 'Other second question'), timestamp: time(at) },
    { ...answer(41, 40, 'msg_x', text('Other second answer')), timestamp: time(at + 1) },
  ];
  const mid = (at: number) => [...baseSession().slice(0, 10), ...branch(at), ...baseSession().slice(10)];
  return {
    'branch-last-newest': write([...baseSession(), ...branch(60)]),
    'branch-last-older': write([...baseSession(), ...branch(3.2)]),
    'branch-mid-newest': write(mid(60)),
    'branch-last-newest,last-prompt-main': write([...baseSession(), ...branch(60), lastPrompt(17)]),
    'branch-mid-newest,last-prompt-branch': write([...mid(60), lastPrompt(41)]),
    'last-prompt-inner': write([...baseSession(), lastPrompt(7)]),
    'last-prompt-inner-explicit': write([...baseSession(), lastPrompt(7, { explicit: true })]),
    'last-prompt-missing': write([...baseSession(), lastPrompt(777)]),
    'lines-reversed': write(baseSession().reverse()),
    'same-timestamps': write(baseSession().map((line) => ({ ...line, timestamp: time(1) }))),
    'timestamps-reversed': write(
      baseSession().map((line, index) => ({ ...line, timestamp: time(90 - index) })),
    ),
  };
}
