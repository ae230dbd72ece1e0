import { expect, test } from 'vitest';
import { checkPartitionHeuristic } from '../../../src/program/arguments/search-arguments.js';

test('a partition requires the heuristic pattern, which is also its default', () => {
  expect(() => checkPartitionHeuristic('4-4', undefined)).not.toThrow();
  expect(() => checkPartitionHeuristic('4-4', ['manhattan', 'pattern'])).not.toThrow();
  expect(() => checkPartitionHeuristic(undefined, ['manhattan'])).not.toThrow();
  expect(() => checkPartitionHeuristic('4-4', ['misplaced', 'manhattan'])).toThrow(
    '--partition is for --heuristic pattern, not for misplaced,manhattan: leave out one of the options',
  );
});
