import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberedSpace } from '#src/space/space.js';
import type { PuzzleDefinition } from '#src/spaces/permutation/colourings/puzzle.js';
import { groupSpace } from '#src/spaces/permutation/group-space.js';
import { pancake } from '#src/spaces/puzzles/pancakes.js';
import { knownSpace, spaceOfGroup } from '../../known-space.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { count } from '../../suite.js';

const permutation = (n: number) =>
  fc.shuffledSubarray(
    Array.from({ length: n }, (_, point) => point),
    { minLength: n },
  );

/** Groups of a few points. */
const groups = fc
  .integer({ min: 1, max: count(6, 8) })
  .chain((n) => fc.array(permutation(n), { minLength: 1, maxLength: 3 }))
  .map((list): PuzzleDefinition => {
    return { name: 'random', generators: list.map((images, move) => ({ name: `m${move}`, images })) };
  });

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

function neighboursOf(space: NumberedSpace, from: number): number[] {
  const next = new Float64Array(space.moves.length);
  space.neighbours(from, next);
  return [...next];
}

/** Returns the texts that moves make from `1 2 ... n`, computed with arrays. */
function reachedTexts({ generators }: PuzzleDefinition): Set<string> {
  const texts = new Set([generators[0].images.map((_, point) => point + 1).join(' ')]);
  for (const text of texts) for (const { images } of generators) texts.add(moved(text, images));
  return texts;
}

function moved(text: string, images: readonly number[]): string {
  const pieces = text.split(' ');
  const after = [...pieces];
  for (const [point, image] of images.entries()) after[image] = pieces[point];
  return after.join(' ');
}

describe('a permutation puzzle', () => {
  test('numbers exactly the states that moves reach', () => {
    fc.assert(
      fc.property(groups, (definition) => {
        const space = spaceOfGroup(definition);
        const texts = new Set(Array.from({ length: space.size }, (_, state) => space.format(state)));
        expect(texts).toEqual(reachedTexts(definition));
        expect(plainSpaceSearch(space).depths).not.toContain(-1);
      }),
      { numRuns: count(5, 100) },
    );
  });

  test('reads its own texts, and takes the piece on point i to point images[i], and back', () => {
    fc.assert(
      fc.property(groups, share, (definition, at) => {
        const space = spaceOfGroup(definition);
        const from = Math.floor(at * space.size);
        expect(space.parse(space.format(from))).toBe(from);
        const near = neighboursOf(space, from);
        const expected = definition.generators.map(({ images }) => moved(space.format(from), images));
        expect(near.map(space.format)).toEqual(expected);
        if (space.reversible) {
          for (const next of near) expect(neighboursOf(space, next)).toContain(from);
          expect(space.predecessors).toBeUndefined();
        } else {
          const before = space.predecessors?.(from) ?? [];
          for (const one of before) expect(neighboursOf(space, one)).toContain(from);
          for (const next of near) expect(space.predecessors?.(next)).toContain(from);
          expect(new Set(before).size).toBe(before.length);
        }
      }),
      { numRuns: count(40, 200) },
    );
  });

  test('keeps its projections in its source, and opens from there with the same numbers', () => {
    const space = knownSpace('pancake:8');
    const again = groupSpace(pancake(8), space.source as Parameters<typeof groupSpace>[1]);
    expect(space.source).toHaveProperty('numbering');
    expect(again.source).toEqual(space.source);
    for (let state = 0; state < space.size; state += 97) expect(again.format(state)).toBe(space.format(state));
  });

  test('numbers a state by block, word and place, as in docs/explanations/groups.md', () => {
    const numbering = { frames: 'ordered', block: [0, 0, 0, 0], word: [0, 0, 1, 1] } as const;
    const space = groupSpace(pancake(4), { kind: 'known', space: 'pancake:4', numbering });
    expect(space.parse('3 1 4 2')).toBe(16);
  });

  test('refuses projections that cannot number its states', () => {
    const numbering = { frames: 'exact', block: [0], word: null } as const;
    expect(() => groupSpace(pancake(4), { kind: 'known', space: 'pancake:4', numbering })).toThrow(
      'the states of pancake:4 cannot be numbered: projections have a label for each of the 4 colours',
    );
  });

  test('starts at the start of its source, and keeps heuristics only at its own start', () => {
    const from = groupSpace(pancake(5), { kind: 'known', space: 'pancake:5', start: '5,4,3,2,1' });
    expect(from.starts.map(from.format)).toEqual(['5 4 3 2 1']);
    expect(from.fullName).toBe('pancake:5-from-5 4 3 2 1');
    expect(from.heuristics).toBeUndefined();
    expect(knownSpace('pancake:5').heuristics).toHaveProperty('gap');
  });

  test('explains why no moves lead to a state, if the sum of turns or a parity shows it', () => {
    const swaps: PuzzleDefinition = {
      name: 'ties',
      generators: [
        { name: 's', images: [1, 0, 2, 4, 3, 5] },
        { name: 't', images: [1, 2, 0, 5, 3, 4] },
      ],
      sets: [
        { name: 'tiles', pieces: 3, turns: 1 },
        { name: 'discs', pieces: 3, turns: 1 },
      ],
    };
    const space = spaceOfGroup(swaps);
    expect(() => space.parse('2 1 3 / 1 2 3')).toThrow(
      "no moves of ties lead from its solved state to '2 1 3 / 1 2 3': every move is an even permutation of the tiles and discs, and this would take an odd one",
    );
    expect(() => space.parse('2 3 1 / 1 2 3')).toThrow(
      /^no moves of ties lead from its solved state to '2 3 1 \/ 1 2 3'$/,
    );
  });
});
