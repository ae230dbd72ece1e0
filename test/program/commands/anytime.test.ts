/** `solve --anytime`, and what `solve` knows before it has a shortest solution: output, exit status and signals. */

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { orderedPosition, parsePosition } from '#src/index.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { FULL } from '../../suite.js';
import { walked } from '../../walked.js';
import { antipodeProcess } from '../process.js';
import { antipode, sharedFolder } from '../run.js';

/** A position that takes hours, with a heuristic that needs no databases. */
const HARD = '14 5 9 2 18 8 23 19 12 17 15 x 10 20 4 6 11 21 1 7 24 3 16 22 13';
const SLOWLY = ['--heuristic', 'linear-conflict'];
const EASY = '5 1 2 4 9 6 3 8 13 10 7 12 x 14 11 15';
const cwd = sharedFolder();

/** Returns true if moves solve a position of a board, in plain letters or with counts. */
function solves(name: string, text: string, moves: string): boolean {
  const board = parseBoard(name);
  return walked(name, parsePosition(text, board), moves).join() === orderedPosition(board).join();
}

describe('--anytime', () => {
  test('prints the best solution at the time limit, with status 3, and each improvement on standard error', async () => {
    const { status, out, err } = await antipode(['solve', '--anytime', '--time-limit', '0.3', ...SLOWLY, HARD], {
      cwd,
    });
    expect(status).toBe(3);
    expect(out).toMatch(/^[udlr]+\n$/);
    const moves = out.trim();
    expect(solves('5x5', HARD, moves)).toBe(true);
    const lines = err.trim().split('\n').slice(1);
    expect(lines.pop()).toMatch(new RegExp(`^5x5: ${moves.length} moves, at least \\d+, not proved$`));
    const known = lines.map((line) => (/^5x5: (\d+) moves, at least (\d+)$/.exec(line) ?? []).slice(1).map(Number));
    expect(known.at(-1)?.[0]).toBe(moves.length);
    for (const [index, [length, bound]] of known.entries()) {
      expect(length).toBeGreaterThanOrEqual(bound);
      if (index > 0) expect(length).toBeLessThan(known[index - 1][0]);
    }
  });

  test('prints an optimal solution as soon as it is proved, and ends with status 0', async () => {
    const words = ['solve', '--anytime', '--time-limit', '600', ...SLOWLY];
    const { status, out, err } = await antipode(words, {
      cwd,
      input: `${EASY}\n\n1 5 2 4 9 6 3 8 13 10 7 12 x 14 11 15\n`,
    });
    expect([status, out]).toEqual([0, 'uuurrdddr\nunsolvable\n']);
    expect(err.split('\n').slice(-3)).toEqual(['4x4: 9 moves, optimal', '4x4: unsolvable', '']);
    const tabled = await antipode(['solve', '--anytime', '23415x768'], { cwd });
    expect([tabled.status, tabled.out]).toEqual([0, 'ullddrurdllurdruldr\n']);
  });

  test('gives each line of the input its time limit, and reports wrong ones with their own status', async () => {
    const words = ['solve', '--anytime', '--time-limit', '0.05', ...SLOWLY];
    const { status, out, err } = await antipode(words, { cwd, input: `${HARD}\n12\n${HARD}\n` });
    expect(status).toBe(2);
    expect(err).toContain('antipode: line 2: ');
    const answers = out.trim().split('\n');
    expect(answers).toHaveLength(2);
    for (const moves of answers) expect(solves('5x5', HARD, moves)).toBe(true);
  });

  test('writes lengths, bounds and improvements as JSON', async () => {
    const json = async (...words: string[]) =>
      JSON.parse((await antipode(['solve', '--anytime', '--json', ...words], { cwd })).out);
    const hard = await json('--time-limit', '0.2', ...SLOWLY, HARD);
    expect(hard).toMatchObject({ solvable: true, distance: null, optimal: false, length: hard.moves.length });
    expect(hard.bound).toBeGreaterThan(80);
    expect(hard.improvements.at(-1)).toMatchObject({ length: hard.length, seconds: expect.any(Number) });
    expect(hard.improvements.at(-1).bound).toBeLessThanOrEqual(hard.bound);
    expect(await json('23415x768')).toMatchObject({
      distance: 19,
      algorithm: 'table',
      length: 19,
      bound: 19,
      optimal: true,
      improvements: [],
    });
    expect(await json('12345687x')).toMatchObject({
      solvable: false,
      distance: null,
      length: null,
      bound: null,
      optimal: true,
      moves: null,
    });
    const multi = await json(
      '--time-limit',
      '0.2',
      '--metric',
      'multi',
      '--boards',
      '13 14 15 7 11 12 9 5 6 x 2 1 4 8 10 3',
    );
    expect(multi.positions).toHaveLength(multi.length + 1);
    expect(solves('4x4', multi.positions[0], multi.letters)).toBe(true);
  });

  test('solves states of other spaces that have a heuristic', async () => {
    const stack = '3 1 5 2 4 9 8 7 6 10 14 12 13 11 20 18 15 16 17 19';
    const words = ['solve', '--anytime', '--threads', '1', '--time-limit', '20', 'pancake:20', stack];
    const { out } = await antipode(words, { cwd });
    const flips = out.trim().split(' ').map(Number);
    const flipped = flips.reduce(
      (now, flip) => [...now.slice(0, flip).reverse(), ...now.slice(flip)],
      stack.split(' '),
    );
    expect(flipped.map(Number)).toEqual(Array.from({ length: 20 }, (_, pancake) => pancake + 1));
    expect(await antipode(['solve', '--anytime', 'knight:8', 'h8'], { cwd })).toMatchObject({
      status: 2,
      out: '',
      err: 'antipode: knight:8 has no heuristic, so only shortest solutions can be found: leave out --anytime\n',
    });
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints the best solution when %s comes, and answers no other question',
    async (signal) => {
      const { status, out, err } = await antipodeProcess(['solve', '--anytime', ...SLOWLY], {
        cwd,
        input: `${HARD}\n${HARD}\n`,
        during: (child) => child.stderr?.on('data', (text) => void (/\d moves/.test(text) && child.kill(signal))),
      });
      expect(status).toBe(3);
      expect(out).toMatch(/^[udlr]+\n$/);
      expect(solves('5x5', HARD, out.trim())).toBe(true);
      expect(err).toMatch(new RegExp(`\\nantipode: 5x5: ${out.trim().length} moves, at least \\d+, not proved\\n$`));
    },
  );
});

/** A position that takes longer than 10 ms with small databases. */
const SHUFFLED = '14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 x';

test('a solution is known before pattern databases are made', async () => {
  const { status, out, err } = await antipode(['solve', '--anytime', '--time-limit', '0.01', SHUFFLED], { cwd });
  expect([status, solves('4x4', SHUFFLED, out.trim())]).toEqual([3, true]);
  expect(err).toMatch(
    /^4x4: \d+ moves, at least \d+\n(.*\n)?4x4: solved by idastar with the pattern databases 6-6-3 made/,
  );
});

test('a thread that dies ends neither the others nor the search', async () => {
  const { status, out, err } = await antipodeProcess(
    ['solve', '--anytime', '--threads', '2', '--time-limit', '1', ...SLOWLY, HARD],
    { cwd, nodeOptions: ['--require', fileURLToPath(new URL('../../fixtures/dying-beams.cjs', import.meta.url))] },
  );
  expect([status, solves('5x5', HARD, out.trim())]).toEqual([3, true]);
  expect(err).toMatch(/, not proved\n$/);
});

describe('without --anytime', () => {
  test('the error of a time limit names the solution that is known', async () => {
    const { status, out, err } = await antipode(['solve', '--time-limit', '0.1', ...SLOWLY, HARD], { cwd });
    expect([status, out]).toEqual([1, '']);
    expect(err.split('\n').at(-2)).toMatch(
      /^antipode: no solution within the time limit of 0\.1 s \(no solution has fewer than \d+ moves\): raise it, or use a stronger algorithm or heuristic; a solution of \d+ moves is known: --anytime prints it$/,
    );
  });

  test('the advice fits what was used', async () => {
    const { err } = await antipode(['solve', '--time-limit', '0.01', SHUFFLED], { cwd });
    expect(err).toMatch(/ moves\): raise it; a solution of \d+ moves is known: --anytime prints it\n$/);
    const pile = Array.from({ length: 30 }, (_, at) => ((7 * at) % 30) + 1).join(' ');
    expect((await antipode(['solve', '--time-limit', '0.1', 'pancake:30', pile], { cwd })).err).toMatch(
      /: raise it, or use idastar; --anytime finds good solutions\n$/,
    );
  });

  test.each<readonly [string, readonly string[], RegExp]>([
    ['while pattern databases are made', ['--time-limit', '600'], /preparing|solved/],
    ...(FULL ? [['later', SLOWLY, /Ctrl-C/] as const] : []),
  ])('Ctrl-C prints the solution that is known %s, with status 3', async (_, words, sign) => {
    const { status, out, err } = await antipodeProcess(['solve', ...words, HARD], {
      cwd,
      during: (child) => child.stderr?.on('data', (text) => void (sign.test(text) && child.kill('SIGINT'))),
    });
    expect(status).toBe(3);
    expect(solves('5x5', HARD, out.trim())).toBe(true);
    const lines = err.trim().split('\n');
    expect(lines.pop()).toMatch(new RegExp(`^antipode: 5x5: ${out.trim().length} moves, at least \\d+, not proved$`));
    if (words !== SLOWLY) return;
    expect(lines.at(-1)).toMatch(/^5x5: \d+ moves, at least \d+; Ctrl-C prints them, --anytime goes on$/);
  });
});
