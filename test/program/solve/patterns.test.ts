import { describe, expect, test } from 'vitest';
import { antipode, temporaryFolder } from '../run.js';

/** A position of 3x3, 19 moves from its goal. */
const START = '2 3 4 1 5 x 7 6 8';
/** A position of 4x4, 31 moves from its goal. */
const LARGE = '5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15';

describe('solve with pattern databases', () => {
  test('makes those of a partition on the spot, and names the partition', async () => {
    const cwd = temporaryFolder();
    const { out, err, status } = await antipode(['solve', '--algorithm', 'idastar', '--partition', '4-4', START], {
      cwd,
    });
    expect([out.trim().length, err, status]).toEqual([19, '3x3: pattern databases 4-4 made on the spot\n', 0]);
    const spelled = ['solve', '--algorithm', 'idastar', '--partition', '1 2 3 / 4 5 6 / 7 8', '--json', START];
    const json = JSON.parse((await antipode(spelled, { cwd })).out);
    expect(json).toMatchObject({ algorithm: 'idastar', heuristic: 'pattern', distance: 19 });
  });

  test.each([
    [['--heuristic', 'pattern'], '6-2'],
    [['--partition', '4-4'], '4-4'],
  ])('searches by idastar with %j, although a table could be made', async (words, name) => {
    const { out, err, status } = await antipode(['solve', ...words, '--json', START], { cwd: temporaryFolder() });
    expect(JSON.parse(out)).toMatchObject({ algorithm: 'idastar', heuristic: 'pattern', distance: 19 });
    expect([err, status]).toEqual([`3x3: pattern databases ${name} made on the spot\n`, 0]);
  });

  test('uses the tables of a partition in out/ for goals with the blank in any corner', async () => {
    const cwd = temporaryFolder();
    for (const tiles of ['1 2 4 5', '3 6 7 8']) await antipode(['explore', '3x3', '--pattern', tiles], { cwd });
    const words = ['solve', '--algorithm', 'idastar', '--partition', '4-4'];
    const { out, err } = await antipode([...words, START], { cwd });
    expect([out.trim().length, err]).toEqual([19, '3x3: pattern databases 4-4 in out/\n']);
    const corner = await antipode([...words, '--goal', 'x 1 2 3 4 5 6 7 8', '1 4 2 3 x 5 6 7 8'], { cwd });
    expect([corner.out, corner.err]).toEqual(['ul\n', '3x3: pattern databases 4-4 in out/\n']);
    const other = await antipode([...words, '--goal', '1 2 3 4 x 5 6 7 8', '1 x 3 4 2 5 6 7 8'], { cwd });
    expect([other.out, other.err]).toEqual(['d\n', '3x3: pattern databases 4-4 made on the spot\n']);
  });

  test('uses them by default for boards of 15 or more cells', async () => {
    const cwd = temporaryFolder();
    for (const [board, start, length, name] of [
      ['4x4', LARGE, 31, '6-6-3'],
      ['3x5', '1 2 3 4 5 6 7 8 9 10 11 12 x 13 14', 2, '6-6-2'],
    ] as const) {
      const { out, err } = await antipode(['solve', '--board', board, start], { cwd });
      expect(out.trim()).toHaveLength(length);
      expect(err).toBe(
        `${board}: solved by idastar with the pattern databases ${name} made on the spot, because out/ has no table of the whole board\n`,
      );
    }
  });

  test('does not use them in a metric without heuristics', async () => {
    const words = ['solve', '4x4', '--metric', 'multi', '1 2 3 4 5 6 7 8 9 10 11 12 x 13 14 15'];
    const { out, err } = await antipode(words, { cwd: temporaryFolder() });
    expect([out, err]).toEqual([
      'r3\n',
      '4x4: solved by bidirectional, because out/ has no table of the whole board\n',
    ]);
  });

  test.each([
    [['--partition', '7-7', LARGE], "the sizes of a partition of 4x4 add up to its 15 tiles, but those of '7-7' to 14"],
    [['--partition', '1 2 / 3', LARGE], 'names each of the tiles 1 to 15 once, but tile 4 is missing'],
    [['--partition', '7-8', '--heuristic', 'manhattan', LARGE], '--partition is for --heuristic pattern'],
    [
      ['--partition', '7-8', '--algorithm', 'astar', LARGE],
      'the heuristic pattern is only for idastar, not for astar: use idastar or another heuristic',
    ],
    [['--board', '1x5', '--heuristic', 'pattern', '1 2 3 x 4'], 'the heuristic must be one of misplaced, manhattan'],
    [['--metric', 'multi', '--partition', '4-4', START], 'idastar needs a heuristic that never overestimates'],
    [['--space', 'pancake:4', '--partition', '2-2', '2134'], '--partition is for boards'],
  ])('refuses %j in one line', async (words, message) => {
    const { out, err, status } = await antipode(['solve', ...words], { cwd: temporaryFolder() });
    expect([out, status]).toEqual(['', 2]);
    expect(err).toContain(message);
  });

  test('gives up at its time limit', async () => {
    const far = ['15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 x', '--goal', 'x 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'];
    const words = ['solve', '--partition', '3-3-3-3-3', '--time-limit', '0.4', ...far];
    const { out, err, status } = await antipode(words, { cwd: temporaryFolder() });
    expect([out, status]).toEqual(['', 1]);
    expect(err).toContain('no solution within the time limit of 0.4 s');
  });
});

test('compare shows pattern databases with other heuristics', async () => {
  const cwd = temporaryFolder();
  const words = ['compare', '4x4', '--count', '2', '--algorithm', 'idastar', '--heuristic', 'linear-conflict,pattern'];
  const { out, err, status } = await antipode(words, { cwd });
  expect(out).toMatch(/^idastar linear-conflict .* yes$/m);
  expect(out).toMatch(/^idastar pattern .* yes$/m);
  expect(err).toMatch(/^4x4: pattern databases 6-6-3 made on the spot, 3\.\d+ MB in [\d.]+ s$/m);
  expect(status).toBe(0);
  const small = await antipode(['compare', '3x3', '--count', '5', '--partition', '4-4'], { cwd });
  expect(small.out).toMatch(/^idastar pattern .* yes$/m);
  expect(small.out).not.toContain('astar pattern\n');
});
