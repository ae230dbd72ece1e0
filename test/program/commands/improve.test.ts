/** `antipode solve --improve`: its lines, its JSON and its exit status. */

import { expect, test, vi } from 'vitest';
import { main } from '#src/program/main.js';
import { makeBoard } from '#src/spaces/board/board.js';
import { constructedSolution } from '#src/spaces/board/construction.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '#src/spaces/board/random.js';
import { capturedIo } from '../../captured-io.js';
import { newSeed } from '../../seed.js';
import { walked } from '../../walked.js';
import { antipode, sharedFolder, wordsOf } from '../run.js';

const cwd = sharedFolder();
const run = (line: string) => antipode(wordsOf(`solve ${line}`), { cwd });

/** A walk of 100 moves that ends at the goal. */
const WALK = 'uuuullllddddrrrruulddruuuulddddruuuldddruululldddrrruullddllurrrrdlllluuuurrrrddddlllurrrdllllurrrrd';
const START = '1 2 4 15 18 6 8 9 3 16 11 7 14 23 17 21 12 13 5 10 24 20 22 19 x';
/** Eleven moves around a square of cells, in place of one the other way round. */
const ROUND = 'urdlurdlurd';
const LAST = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 x 15';

test.each([
  [`--improve ${ROUND} "${LAST}"`, 'r\n', '4x4: 11 moves shortened to 1; no solution is shorter\n'],
  [
    '--improve lrr 1234567x8',
    'r\n',
    '3x3: 3 moves shortened to 1; no solution is shorter, by a table made on the spot\n',
  ],
  [
    '--improve "" 12345678x',
    '\n',
    '3x3: 0 moves, not shortened; no solution is shorter, by a table made on the spot\n',
  ],
  [
    'pancake:20 --improve "2 3 3 2 5" --to "3 2 1 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20" --from "5 4 1 2 3 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"',
    '5\n',
    'pancake:20: 5 moves shortened to 1; no solution is shorter\n',
  ],
])('solve %s', async (line, out, err) => {
  expect(await run(line)).toMatchObject({ status: 0, out, err });
});

test('a solution that is not proved to be shortest has the status 3', async () => {
  const { status, out, err } = await run(`--improve ${WALK} "${START}" --time-limit 0.001`);
  expect(status).toBe(3);
  expect(err).toMatch(
    /^5x5: 100 moves(, not shortened| shortened to \d+); every part of up to \d+ moves? is a shortest path\n$/,
  );
  expect(out).toMatch(/^[udlr]+\n$/);
});

test('the first signal prints the solution as it is then', async () => {
  const board = makeBoard(10, 10);
  const start = randomPosition(board, orderedPosition(board), new SeededRandom(newSeed()));
  const moves = constructedSolution(board, start, orderedPosition(board));
  const { io, stdout, stderr } = capturedIo();
  const signalled = vi.fn((answer: (status: number) => boolean) => void setTimeout(() => answer(130), 50));
  const words = ['solve', '--improve', moves, formatPosition(start)];
  expect(await main(words, { ...io, answerSignals: signalled })).toBe(3);
  expect(signalled.mock.calls[0][0](130)).toBe(true);
  expect(walked('10x10', start, stdout.text().trim())).toEqual(orderedPosition(board));
  expect(stderr.text()).toMatch(/^10x10: \d,\d+ moves(, not shortened| shortened to \d+); every part of up to /);
});

test('--json and --boards give the moves, what is proved, and the path', async () => {
  const from = '1 2 3 4 5 6 7 8 9 10 11 12 13 x 14 15';
  const { out } = await run(`--improve l1r1r1r1 --metric multi --json --boards --from "${from}"`);
  expect(JSON.parse(out)).toEqual({
    ...{ position: from, solvable: true, given: 4, length: 1, distance: 1, moves: 'r2', letters: 'rr' },
    ...{ windows: 1, optimal: true, seconds: expect.any(Number) },
    positions: [from, '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x'],
  });
  const states = '--from "2 1 3 4" --to "1 2 3 4" --json';
  expect(JSON.parse((await run(`pancake:4 --improve "3 3 2" ${states}`)).out)).toEqual({
    ...{ space: 'pancake:4', from: '2 1 3 4', to: '1 2 3 4', solvable: true, given: 3, length: 1, distance: 1 },
    ...{ moves: ['2'], windows: 1, optimal: true, seconds: expect.any(Number) },
  });
});
