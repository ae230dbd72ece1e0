import { describe, expect, test } from 'vitest';
import { colouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';
import {
  classesOf,
  freeMerge,
  groupOf,
  mergeLabels,
  partitionsOf,
  statesOf,
  type Ties,
  tiesOf,
  wholeGroup,
} from '#src/spaces/permutation/moves/merges.js';
import { plainStates } from '../colourings/plain-states.js';

function tied(puzzle: ReturnType<typeof colouredPuzzle>): Ties {
  return tiesOf(puzzle, classesOf(puzzle));
}

describe('two sets of three and five pieces whose moves are both odd or both even', () => {
  const puzzle = colouredPuzzle({
    generators: [
      { name: 'a', images: [1, 0, 2, 4, 3, 5, 6, 7] },
      { name: 'b', images: [1, 2, 0, 4, 5, 6, 7, 3] },
    ],
    sets: [
      { name: 'three', pieces: 3, turns: 1 },
      { name: 'five', pieces: 5, turns: 1 },
    ],
  });
  const classes = classesOf(puzzle);

  test('are two classes', () => {
    expect(classes.map((kinds) => kinds.length)).toEqual([3, 5]);
  });

  test('have half of all arrangements', () => {
    expect(tied(puzzle).index).toBe(2);
    expect(statesOf(freeMerge(classes.map(wholeGroup)), tied(puzzle))).toBe(360);
    expect(plainStates(puzzle)).toHaveLength(360);
  });

  test('have only even arrangements if only one of them moves', () => {
    const alone = classes[0].map((kind) => groupOf([kind], false));
    expect(statesOf(freeMerge([alone, wholeGroup(classes[1])]), tied(puzzle))).toBe(60);
  });
});

test('three pieces that turn together, each by a third, keep the sum of their turns', () => {
  const puzzle = colouredPuzzle({
    generators: [
      { name: 'a', images: [4, 5, 3, 8, 6, 7, 1, 2, 0] },
      { name: 'b', images: [1, 2, 0, 5, 3, 4, 6, 7, 8] },
      { name: 'c', images: [3, 4, 5, 0, 1, 2, 6, 7, 8] },
    ],
    sets: [{ name: 'corners', pieces: 3, turns: 3 }],
  });
  const states = statesOf(freeMerge(classesOf(puzzle).map(wholeGroup)), tied(puzzle));
  expect(states).toBe(plainStates(puzzle).length);
});

test('four kinds of one piece each are merged in five ways', () => {
  const puzzle = colouredPuzzle({ generators: [{ name: 'a', images: [1, 2, 3, 0] }] });
  const [kinds] = classesOf(puzzle);
  const partitions = partitionsOf(kinds, 1000);
  expect(partitions).toHaveLength(5);
  expect(partitionsOf(kinds, 5)).toHaveLength(3);
  expect(partitions.map((groups) => new Set(mergeLabels([groups], 4)).size).sort()).toEqual([1, 2, 2, 3, 4]);
});

test('even permutations of four pieces are tied by a cubic character to another piece that they turn', () => {
  const puzzle = colouredPuzzle({
    generators: [
      { name: 'a', images: [1, 2, 0, 3, 5, 6, 4] },
      { name: 'b', images: [1, 0, 3, 2, 4, 5, 6] },
    ],
    sets: [
      { name: 'four', pieces: 4, turns: 1 },
      { name: 'turning', pieces: 1, turns: 3 },
    ],
  });
  expect(tied(puzzle).moduli).toEqual([2, 1, 3, 1, 3, 1]);
  expect(statesOf(freeMerge(classesOf(puzzle).map(wholeGroup)), tied(puzzle))).toBe(12);
  expect(plainStates(puzzle)).toHaveLength(12);
});
