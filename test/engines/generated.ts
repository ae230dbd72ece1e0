/** Sources of permutation puzzles with properties that few known puzzles have. */

import type { GeneratedSpace, SpaceSource } from '#src/space/space.js';
import { MATHIEU } from '../permutations/groups.js';

/** S7 by a cycle, a rotation of three and an exchange: not all of them are undone by others. */
export const DIRECTED: SpaceSource = {
  kind: 'generators',
  name: 'directed',
  generators: [
    { name: 'rotate', images: [1, 2, 3, 4, 5, 6, 0] },
    { name: 'exchange', images: [1, 2, 0, 3, 4, 5, 6] },
    { name: 'swap', images: [1, 0, 2, 3, 4, 5, 6] },
  ],
};

/** Eight blocks of pancakes, whose states are numbered directly: they are in no words, so the engine `general` enumerates them. */
export const WITHOUT_WORDS: SpaceSource = {
  kind: 'known',
  space: 'pancake:8',
  numbering: { frames: 'ordered', block: [0, 1, 1, 1, 1, 1, 1, 1], word: null },
};

function generated(name: string, moves: readonly (readonly number[])[]): SpaceSource {
  return { kind: 'generators', name, generators: moves.map((images, move) => ({ name: `m${move}`, images })) };
}

function mathieu(name: string): SpaceSource {
  return generated(
    name,
    MATHIEU[name].map((move) => [...move]),
  );
}

/** Returns a move of points in rings of these lengths. */
function rings(lengths: readonly number[]): number[] {
  const firsts = lengths.map((_, ring) => lengths.slice(0, ring).reduce((sum, length) => sum + length, 0));
  return lengths.flatMap((length, ring) => Array.from({ length }, (_, point) => firsts[ring] + ((point + 1) % length)));
}

/** Pieces of three kinds, and discs that turn. */
const ALIKE: SpaceSource = {
  kind: 'generators',
  name: 'alike',
  generators: [
    { name: 'a', images: [1, 2, 3, 4, 0, 5, 8, 9, 10, 11, 7, 6, 12, 13] },
    { name: 'b', images: [4, 0, 1, 2, 3, 5, 11, 10, 6, 7, 8, 9, 12, 13] },
    { name: 'c', images: [0, 1, 2, 5, 4, 3, 6, 7, 8, 9, 12, 13, 10, 11] },
  ],
  sets: [
    { name: 'tiles', pieces: 6, turns: 1, solved: [1, 1, 2, 2, 3, 3] },
    { name: 'discs', pieces: 4, turns: 2, orientations: [0, 1, 0, 0] },
  ],
};

/** An exchange of the first two points of 23. */
const EXCHANGE = [1, 0, ...Array.from({ length: 21 }, (_, point) => point + 2)];

/** Spaces of the engine for groups, each with the encoding of its table. */
export const GROUPS: readonly (readonly [string, SpaceSource, string])[] = [
  ['M11, from generators that are directed', mathieu('M11'), 'depth8'],
  ['M12, from generators that are directed', mathieu('M12'), 'depth8'],
  ['M12, from generators and their inverses', withInverses(mathieu('M12')), 'mod3'],
  ['a ring of 2,310 states', generated('ring', [rings([2, 3, 5, 7, 11])]), 'depth16'],
  ['a ring of 630 states, halved by exchanges', generated('rings', [rings([2, 5, 7, 9]), EXCHANGE]), 'depth16'],
  ['identical pieces that turn', ALIKE, 'mod3'],
  ['topspin:9,4', { kind: 'known', space: 'topspin:9,4' }, 'mod3'],
  ['burnt-pancake:6, from another start', { kind: 'known', space: 'burnt-pancake:6', start: '6 -5 4 -3 2 1' }, 'mod3'],
  ['M22, from generators that are directed', mathieu('M22'), 'depth8'],
  ['a ring of 120,120 states', generated('ring', [rings([3, 5, 7, 8, 11, 13])]), 'depth32'],
  ['directed moves', DIRECTED, 'depth8'],
  ['pancake:9', { kind: 'known', space: 'pancake:9' }, 'mod3'],
  ['pyraminx', { kind: 'known', space: 'pyraminx' }, 'mod3'],
];

function withInverses(space: SpaceSource): SpaceSource {
  if (space.kind !== 'generators') return space;
  const images = space.generators.map((generator) => [...generator.images]);
  return generated(space.name, [...images, ...images.map((move) => move.map((_, point) => move.indexOf(point)))]);
}

/** Returns a ring of pieces in which two neighbours can change places. @param isDirected if the ring turns one way only */
export function ring(solved: readonly number[], isDirected = false): GeneratedSpace {
  const { length } = solved;
  const places = solved.map((_, place) => place);
  const generators = [
    { name: 'turn', images: places.map((place) => (place + 1) % length) },
    { name: 'back', images: places.map((place) => (place + length - 1) % length) },
    { name: 'swap', images: places.with(0, 1).with(1, 0) },
  ];
  return {
    kind: 'generators',
    name: 'ring',
    generators: isDirected ? generators.filter(({ name }) => name !== 'back') : generators,
    sets: [{ name: 'pieces', pieces: length, turns: 1, solved }],
  };
}

export const kinds = (...counts: readonly number[]) =>
  counts.flatMap((pieces, kind) => new Array<number>(pieces).fill(kind + 1));

/** Puzzles with ranked states. */
export const RANKED = [
  ['seven of 14 pieces, packed', ring(kinds(7, 7))],
  ['five of 15 pieces by directed moves', ring(kinds(10, 5), true)],
  ['two of 60 pieces, by their places', ring(kinds(2, 58))],
  ['two and one of 24 pieces, by their places', ring(kinds(1, 2, 21))],
] as const;
