import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesText } from '#src/base/text.js';
import { memoryBytes } from '#src/program/arguments/option-values.js';
import { checkPartitionHeuristic } from '#src/program/arguments/tables.js';

describe('a number of bytes', () => {
  test.each([
    ['1500000000', 1_500_000_000],
    ['1GB', 1e9],
    ['1.5GB', 1_500_000_000],
    ['512MiB', 512 * 1024 ** 2],
    ['2GiB', 2 * 1024 ** 3],
    ['900MB', 900e6],
    ['10kB', 10_000],
    ['10 KB', 10_000],
    ['0.5kib', 512],
    ['512 bytes', 512],
    ['1 byte', 1],
    ['2TB', 2e12],
  ])('%s is %i', (text, bytes) => {
    expect(memoryBytes('--memory', text)).toBe(bytes);
  });

  test.each(['', '0', '-1', '1.5', '1e9', 'GB', '2G', '2GBs', '1,5GB', '1.5.5GB', '0.0001kB', '9999999PB', '1 iB'])(
    "'%s' is refused in a line with valid examples",
    (text) => {
      expect(() => memoryBytes('--memory', text)).toThrow(
        `--memory must be a size in bytes, such as 1500000000, 1.5GB or 512MiB, found '${text}'`,
      );
    },
  );

  test('as printed by this program is read with its three digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9e15 }), (bytes) => {
        const read = memoryBytes('--memory', bytesText(bytes));
        expect(bytesText(read)).toBe(bytesText(bytes));
        expect(Math.abs(read - bytes)).toBeLessThanOrEqual(bytes / 100);
      }),
    );
  });
});

test('a partition requires the heuristic pattern, which is also its default', () => {
  expect(() => checkPartitionHeuristic('4-4', undefined)).not.toThrow();
  expect(() => checkPartitionHeuristic('4-4', ['manhattan', 'pattern'])).not.toThrow();
  expect(() => checkPartitionHeuristic(undefined, ['manhattan'])).not.toThrow();
  expect(() => checkPartitionHeuristic('4-4', ['misplaced', 'manhattan'])).toThrow(
    '--partition is for --heuristic pattern, not for misplaced,manhattan: leave out one of the options',
  );
});
