import { expect, test } from 'vitest';
import { ALGORITHMS, type SearchProgress } from '#src/search/question/progress.js';
import { search } from '#src/search/search.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import { count, rows } from '../suite.js';
import { movedBy, openRubik, plane, searchBoard } from './spaces.js';
import { sum } from './watched.js';

test.each(ALGORITHMS.filter((name) => name !== 'table'))(
  '%s gives up at the limits of time and memory, and when a signal aborts',
  async (algorithm) => {
    const space = plane(() => 0);
    const question = { from: 2 ** 40 - 1 };
    const advice = algorithm === 'bfs' ? 'use bidirectional' : 'explore the space and solve from its table';
    await expect(search(space, question, { algorithm, seconds: 0.05 })).rejects.toMatchObject({
      name: 'LimitError',
      limit: 'no solution within the time limit of 0.05 s',
      advice: `raise it, or ${advice}`,
    });
    const bytes = algorithm === 'idastar' ? 200 : 1e6;
    await expect(search(space, question, { algorithm, bytes })).rejects.toMatchObject({
      limit: expect.stringMatching(
        new RegExp(`^the search needs .* of memory and its limit is ${bytes === 200 ? '200 bytes' : '1.00 MB'}$`),
      ),
      advice: `raise it, or ${algorithm === 'astar' ? 'use idastar' : advice}`,
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(search(space, question, { algorithm, signal })).rejects.toThrow('enough');
  },
);

test('a time limit holds with several threads, which report between iterations', async () => {
  const reports: SearchProgress[] = [];
  const onProgress = (report: SearchProgress) => reports.push(report);
  const begin = performance.now();
  const board = { board: '4x4', start: '15 14 8 12 10 11 9 13 2 6 5 1 3 4 7 x' };
  const options = { heuristic: 'misplaced', threads: count(2, 32), seconds: count(0.3, 1.5), onProgress };
  await expect(searchBoard('idastar', board, options)).rejects.toThrow(`time limit of ${options.seconds} s`);
  expect(performance.now() - begin).toBeLessThan(8000);
  expect(reports.length).toBeGreaterThan(64);
  for (const { layers, expanded } of reports) expect(sum(layers.expanded)).toBe(expanded);
});

test('a board whose bits exceed the limit of memory is searched until its nodes do', async () => {
  const found = searchBoard('bfs', { board: '4x4', start: '15 14 8 12 10 11 9 13 2 6 5 1 3 4 7 x' }, { bytes: 5e6 });
  await expect(found).rejects.toThrow(
    /^the search needs \d\.\d\d MB of memory and its limit is 5\.00 MB \(no solution has fewer than 1\d moves\): raise it, or use idastar$/,
  );
});

/* Turns of the event loop. */

/** Works for a millisecond of the clock, or longer on a busy machine. */
function work(): void {
  for (const end = performance.now() + 1; performance.now() < end; );
}

/** Counts pieces of work between two turns of the event loop. */
class Turns {
  turns = 0;
  /** Pieces of work since the last turn. */
  pieces = 0;
  most = 0;
  #ended = false;

  constructor() {
    setImmediate(() => this.#turn());
  }

  readonly piece = (): void => {
    work();
    this.most = Math.max(this.most, ++this.pieces);
  };

  end(): void {
    this.#ended = true;
  }

  #turn(): void {
    this.turns++;
    this.pieces = 0;
    if (!this.#ended) setImmediate(() => this.#turn());
  }
}

/** A few milliseconds of work, and the neighbours of each state on the path, which are asked for again at the end. */
const MOST = 16;

/** Subsets of some things; a move adds or removes one, and takes a millisecond. */
function slowSubsets(count: number, onNeighbours: () => void): SpaceDefinition {
  const things = [...Array(count).keys()];
  const members = (subset: number) => things.filter((thing) => (subset >> thing) & 1).length;
  return {
    name: 'subsets',
    size: 2 ** count,
    starts: [0],
    moves: things.map(String),
    reversible: true,
    heuristics: { others: (subset) => Math.max(0, members(subset) - 1) },
    neighbours(subset, next) {
      onNeighbours();
      for (const thing of things) next[thing] = subset ^ (1 << thing);
    },
    format: String,
    parse: Number,
  };
}

/** Algorithms, and numbers of things for which each expands a hundred subsets or so. */
const CASES = [
  ['bfs', 7],
  ['bidirectional', 8],
  ['astar', 7],
  ['idastar', 5],
] as const;

test.each(CASES)(
  '%s gives way to the event loop every few milliseconds, however slow a step is, and ends soon after its signal aborts',
  async (algorithm, things) => {
    const controller = new AbortController();
    const { signal } = controller;
    let begun = false;
    let late = 0;
    const turns = new Turns();
    const space = slowSubsets(things, () => {
      if (!begun) return;
      turns.piece();
      if (signal.aborted) late++;
      else if (turns.turns === 3) setImmediate(() => controller.abort(new Error('enough')));
    });
    // Only the search counts, not the samples by which heuristics are checked before.
    await search(space, { from: 0 }, { algorithm });
    begun = true;
    await expect(search(space, { from: 2 ** things - 1 }, { algorithm, signal })).rejects.toThrow('enough');
    turns.end();
    expect(turns.most).toBeLessThan(MOST);
    expect(late).toBeLessThan(MOST);
  },
);

test.each(rows(CASES, [1]))('%s of a board gives way while it reports', async (algorithm) => {
  const turns = new Turns();
  const from = '5 x 3 1 2 6 7 4 8';
  await search('3x3', { from }, { algorithm, threads: 1, onProgress: turns.piece });
  turns.end();
  expect(turns.turns).toBeGreaterThan(2);
  expect(turns.most).toBeLessThan(MOST);
});

test('a search of a large puzzle gives way', async () => {
  const puzzle = await openRubik();
  const turns = new Turns();
  const from = movedBy(puzzle, puzzle.starts[0], ['R', 'U']);
  await search(puzzle, { from }, { algorithm: 'bfs', onProgress: turns.piece });
  turns.end();
  expect(turns.most).toBeLessThan(MOST);
});
