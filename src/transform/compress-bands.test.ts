import { expect, test } from 'vitest';
import { BAND_PRESETS, readBands } from './compress-bands.ts';

const code = (text: string) => {
  try {
    return readBands(text).length;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('bands are read as shares or as turns, with a level or a number', () => {
  expect(readBands('50-75:standard, 0-50:heavy')).toEqual([
    { unit: 'share', from: 0, to: 0.5, target: 0.1, name: '0-50:heavy' },
    { unit: 'share', from: 0.5, to: 0.75, target: 0.35, name: '50-75:standard' },
  ]);
  expect(readBands('0%-50%:20%')).toMatchObject([{ from: 0, to: 0.5, target: 0.2 }]);
  expect(readBands('1..20:15')).toEqual([{ unit: 'turns', from: 1, to: 20, target: 0.15, name: '1..20:15' }]);
});

test('every preset can be read', () => {
  for (const { name } of BAND_PRESETS) expect(readBands(name).length).toBeGreaterThan(0);
});

test('what is no band, overlaps or mixes two ways is refused', () => {
  expect(code('')).toBe('bad-bands');
  expect(code('half:heavy')).toBe('bad-bands');
  expect(code('50-20:heavy')).toBe('bad-bands');
  expect(code('0-120:heavy')).toBe('bad-bands');
  expect(code('0..3:heavy')).toBe('bad-bands');
  expect(code('0-50:tiny')).toBe('bad-level');
  expect(code('0-50:constructor')).toBe('bad-level');
  expect(code('0-50:95')).toBe('bad-level');
  expect(code('0-50:heavy,40-60:standard')).toBe('bands-overlap');
  expect(code('1..5:heavy,5..9:standard')).toBe('bands-overlap');
  expect(code('0-50:heavy,60..70:heavy')).toBe('mixed-bands');
});
