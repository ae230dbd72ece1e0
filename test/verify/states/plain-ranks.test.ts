import { expect, test } from 'vitest';
import type { NumberedGroupView, PuzzleSource } from '#src/space/space.js';
import { groupSpace } from '#src/spaces/permutation/group-space.js';
import { plainRanks } from '#src/verify/state-moves.js';
import { plainArrangements } from '../../spaces/permutation/colourings/plain-states.js';

/** Returns a puzzle of pieces in a row, whose moves swap neighbours. @param states given if its states are ranked */
function rowOf(solved: readonly number[], states?: number): NumberedGroupView {
  const places = solved.map((_, place) => place);
  const generators = places.slice(1).map((place) => ({
    name: `${place}`,
    images: places.with(place, place - 1).with(place - 1, place),
  }));
  const definition = { name: 'row', generators, sets: [{ name: 'row', pieces: solved.length, turns: 1, solved }] };
  const source: PuzzleSource = { kind: 'generators', ...definition };
  const block = [...new Set(solved)].map(() => 0);
  const ranked = { ...source, numbering: { frames: 'ordered', block, word: null, states } } as const;
  const { group } = groupSpace(definition, states === undefined ? source : ranked);
  if (group === null) throw new Error('is not a permutation puzzle');
  return group;
}

test.each([[[5, 5]], [[6, 4]], [[4, 4, 4]], [[1, 12, 2]]])(
  'the check’s ranks are indices in lexicographic order: %j pieces of each kind',
  (counts) => {
    const states = plainArrangements(counts);
    const solved = counts.flatMap((pieces, kind) => new Array<number>(pieces).fill(kind + 1));
    const ranks = plainRanks(rowOf(solved, states.length));
    if (ranks === null) throw new Error('the states are not ranked');
    const written = new Uint8Array(states[0].length);
    const wrong = states.filter((state, number) => {
      ranks.writeColouring(number, written);
      return ranks.numberOf(Uint8Array.from(state)) !== number || written.join() !== state.join();
    });
    expect(wrong).toEqual([]);
    expect(ranks.numberOf(written.fill(0))).toBe(-1);
  },
);

test('states in words or several blocks have no such ranks', () => {
  expect(plainRanks(rowOf([1, 2, 3, 4, 5, 6]))).toBe(null);
});
