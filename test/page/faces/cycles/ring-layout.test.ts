import { describe, expect, test } from 'vitest';
import { labelSize, layoutRings, type NamedCycles } from '../../../../src/page/states/ring-layout.js';

const ROOM = { width: 400, height: 260 };

/** Returns cycles of these lengths, labelled 1, 2, 3 ... */
function cyclesOfLengths(...lengths: readonly number[]): string[][] {
  let last = 0;
  return lengths.map((length) => Array.from({ length }, () => String(++last)));
}

const LAYOUTS: readonly (readonly NamedCycles[])[] = [
  [{ name: null, cycles: cyclesOfLengths(24) }],
  [{ name: null, cycles: cyclesOfLengths(2) }],
  [{ name: null, cycles: cyclesOfLengths(...Array<number>(12).fill(2)) }],
  [{ name: null, cycles: cyclesOfLengths(5, 2, 3, 8, 2, 4) }],
  [
    { name: 'corners', cycles: cyclesOfLengths(1, 3, 4) },
    { name: 'edges', cycles: [] },
    { name: 'centres', cycles: cyclesOfLengths(6, 2) },
  ],
];

describe.each(LAYOUTS.map((sets) => [sets] as const))('rings of %j', (sets) => {
  const { width, height, blocks } = layoutRings(sets, ROOM);
  const size = labelSize(sets);
  const labels = blocks.flatMap(({ rings }) => rings.flatMap((ring) => ring.labels));

  test('have each label once, in the order of the cycles', () => {
    expect(labels.map(({ label }) => label)).toEqual(sets.flatMap(({ cycles }) => cycles.flat()));
    expect(blocks.map(({ name }) => name)).toEqual(
      sets.filter(({ cycles }) => cycles.length > 0).map(({ name }) => name),
    );
  });

  test('fit their room, without overlapping labels', () => {
    for (const [index, { x, y }] of labels.entries()) {
      expect(Math.min(x, y, width - x, height - y)).toBeGreaterThanOrEqual(size / 2 - 1e-6);
      for (const other of labels.slice(index + 1)) expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThan(size);
    }
  });

  test('are legible: a number is at least 9 pixels high', () => {
    const scale = Math.min(ROOM.width / width, ROOM.height / height);
    expect(14 * scale).toBeGreaterThanOrEqual(9);
  });
});
