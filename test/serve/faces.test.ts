import { describe, expect, test } from 'vitest';
import { faceOf, generatorCycles } from '#src/serve/faces.js';
import type { SpaceSource } from '#src/space/space.js';
import { openSpace } from '#src/spaces/open-space.js';
import { readPuzzle } from '#src/spaces/permutation/files/puzzle-file.js';
import { KNOWN_PUZZLES } from '#src/spaces/puzzles/known-puzzles.js';
import { FULL } from '../suite.js';

const known = (space: string): SpaceSource => ({ kind: 'known', space });
const example = (name: string) => readPuzzle(new URL(`../../examples/${name}`, import.meta.url).pathname);
const drawingOf = async (source: SpaceSource) => {
  const face = faceOf(await openSpace(source));
  if (face === null) return null;
  const { moves, ...drawing } = face;
  return drawing;
};
const sentencesOf = async (source: SpaceSource) => {
  const space = await openSpace(source);
  return Object.fromEntries(space.moves.map((move, index) => [move, faceOf(space)?.moves[index]]));
};

describe('the face of a space', () => {
  test('is the face of its puzzle, with the parameters that its states need', async () => {
    expect(await drawingOf(known('pancake:7'))).toEqual({ kind: 'pancakes', burnt: false });
    expect(await drawingOf(known('burnt-pancake:4'))).toEqual({ kind: 'pancakes', burnt: true });
    expect(await drawingOf(known('hanoi:4,6'))).toEqual({ kind: 'hanoi', pegs: 4 });
    expect(await drawingOf(known('knight:8'))).toEqual({ kind: 'knight', side: 8 });
    expect(await drawingOf(known('solitaire:5,2'))).toEqual({ kind: 'solitaire', side: 5 });
    expect(await drawingOf(known('pyraminx'))).toEqual({ kind: 'net', solid: 'pyraminx' });
  });

  test('is the face of its puzzle from another start as well, and for a puzzle too large for ranks', async () => {
    expect(await drawingOf({ kind: 'known', space: 'Pancake:5', start: '2 1 3 4 5' })).toMatchObject({
      kind: 'pancakes',
    });
    expect(await drawingOf(known('pancake:60'))).toMatchObject({ kind: 'pancakes' });
  });

  test('is cycles for other groups, and pieces on their places if some are identical', async () => {
    expect(await drawingOf(known('topspin:6,4'))).toEqual({ kind: 'cycles', sets: [{ name: 'pieces', pieces: 6 }] });
    expect(await drawingOf(example('star-7.json'))).toEqual({ kind: 'cycles', sets: [{ name: 'pieces', pieces: 7 }] });
    expect(await drawingOf(example('rings.tws'))).toEqual({ kind: 'pieces', sets: [{ name: 'BEADS', pieces: 10 }] });
    expect(await drawingOf(example('skewb.tws'))).toMatchObject({ kind: 'cycles', sets: { length: 3 } });
  });

  test('does not exist for boards', async () => {
    expect(await drawingOf({ kind: 'board', board: '2x3', goal: '1 2 3 4 5 x', metric: 'single' } as never)).toBeNull();
  });
});

describe('the sentences of moves', () => {
  const small = ['pancake:4', 'burnt-pancake:3', 'topspin:6,4', 'hanoi:3,2', 'knight:4', 'solitaire:3,2'];
  const names = [
    ...small,
    ...KNOWN_PUZZLES.map(({ name }) => name).filter((name) => !small.some((text) => text.startsWith(name))),
  ];

  test.each(FULL ? names.filter((name) => !['m24', 'moonspinner'].includes(name)) : [...small, 'pyraminx'])(
    'of %s are one for each move, and differ',
    async (name) => {
      const sentences = Object.values(await sentencesOf(known(name)));
      for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]*\.$/);
      expect(sentences.join()).not.toContain('undefined');
      expect(new Set(sentences).size).toBe(sentences.length);
    },
  );

  test('describe the move', async () => {
    expect(await sentencesOf(known('burnt-pancake:3'))).toEqual({
      1: 'Turns over the uppermost pancake.',
      2: 'Turns over the two uppermost pancakes.',
      3: 'Turns over all three pancakes.',
    });
    expect(await sentencesOf(known('knight:4'))).toMatchObject({ '+1-2': 'Jumps one right and two down.' });
    expect(await sentencesOf(known('cube-2x2x2'))).toMatchObject({
      R: 'Turns the right face a quarter turn clockwise.',
      R2: 'Turns the right face half a turn.',
      "R'": 'Turns the right face a quarter turn counterclockwise.',
    });
    expect(await sentencesOf(known('skewb'))).toMatchObject({
      B: 'Turns the half around the corner DLB a third of a turn clockwise.',
    });
    expect(await sentencesOf(known('jing-pyraminx'))).toMatchObject({
      FLR: 'Turns all but the lower face a third of a turn clockwise, seen from the corner FLR.',
    });
    expect(await sentencesOf(known('topspin:6,4'))).toEqual({
      l: 'Pushes all pieces one place left.',
      r: 'Pushes all pieces one place right.',
      t: 'Turns the turntable, which reverses the first four pieces.',
    });
  });

  test.runIf(FULL)('are cycles for other permutations', async () => {
    expect(await sentencesOf(example('star-7.json'))).toMatchObject({ g1: '(1 2)', g6: '(1 7)' });
    expect(await sentencesOf(example('pyraminx.json'))).toMatchObject({ U: 'AXIALS (1+1), EDGES (1+1 3 2+1)' });
    expect((await sentencesOf(known('moonspinner'))).I).toMatch(/^\w+ \(1 2\)/);
  });
});

const points = (pieces: number) => [{ name: 'pieces', pieces, turns: 1 }];

describe('the cycles of a generator', () => {
  test('count places from 1, and leave out fixed places', () => {
    expect(generatorCycles([1, 2, 0, 3, 5, 4], points(6))).toBe('(1 2 3)(5 6)');
    expect(generatorCycles([0, 1], points(2))).toBe('()');
  });

  test('give the turn with which a piece arrives at a place', () => {
    const corners = [{ name: 'corners', pieces: 3, turns: 3 }];
    expect(generatorCycles([4, 5, 3, 0, 1, 2, 8, 6, 7], corners)).toBe('(1 2+1)(3+2)');
  });

  test('name their sets if there are several', () => {
    const sets = [...points(2), { name: 'others', pieces: 2, turns: 1 }, { name: 'rest', pieces: 1, turns: 2 }];
    expect(generatorCycles([0, 1, 3, 2, 5, 4], sets)).toBe('others (1 2), rest (1+1)');
    expect(generatorCycles([0, 1, 2, 3, 4, 5], sets)).toBe('()');
  });

  test('are counted, not listed, if they move many pieces', () => {
    const images = Array.from({ length: 200 }, (_, point) => (point + 1) % 200);
    expect(generatorCycles(images, points(200))).toBe('Moves 200 of 200 pieces.');
  });
});
