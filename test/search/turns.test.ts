import { expect, test } from 'vitest';
import { type SearchOptions, search } from '#src/search/search.js';
import type { SpaceDefinition } from '#src/space/definition.js';
import type { Space } from '#src/space/space.js';
import { numberedSpace } from '#src/spaces/open-space.js';
import { moved, openRubik } from './states/rubik.js';

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
function slowSubsets(count: number, onNeighbours: () => void): Space {
  const things = [...Array(count).keys()];
  const members = (subset: number) => things.filter((thing) => (subset >> thing) & 1).length;
  const definition: SpaceDefinition = {
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
  return numberedSpace(definition, { kind: 'known', space: definition.name });
}

/** Algorithms, and numbers of things for which each expands a hundred subsets or so. */
const CASES = [
  ['bfs', 7],
  ['bidirectional', 8],
  ['astar', 7],
  ['idastar', 5],
] as const;

test.each(CASES)(
  '%s gives way to the event loop every few milliseconds, however slow a step is',
  async (algorithm, count) => {
    const turns = new Turns();
    const { distance } = await search(slowSubsets(count, turns.piece), { from: 2 ** count - 1 }, { algorithm });
    turns.end();
    expect(distance).toBe(count);
    expect(turns.most).toBeLessThan(MOST);
  },
);

test.each(CASES)('%s ends soon after its signal aborts', async (algorithm, count) => {
  const turns = new Turns();
  const { signal, abort } = aborting();
  let late = 0;
  const space = slowSubsets(count, () => {
    turns.piece();
    if (signal.aborted) late++;
    else if (turns.turns === 2) setImmediate(abort);
  });
  await expect(search(space, { from: 2 ** count - 1 }, { algorithm, signal })).rejects.toThrow('enough');
  turns.end();
  expect(late).toBeLessThan(MOST);
});

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) };
}

const FAR = '8 6 7 2 5 4 3 x 1';

test.each<[string, string, SearchOptions]>([
  ...CASES.map(([algorithm]): [string, string, SearchOptions] => ['3x3', FAR, { algorithm }]),
  ['3x3', FAR, { heuristic: 'pattern', partition: '4-4', threads: 1 }],
])('searches of %s from %j by %j give way', async (space, from, options) => {
  const turns = new Turns();
  await search(space, { from }, { ...options, onProgress: turns.piece });
  turns.end();
  expect(turns.most).toBeLessThan(MOST);
});

test.each(['bfs', 'bidirectional'] as const)('%s of a large puzzle gives way', async (algorithm) => {
  const puzzle = await openRubik();
  const turns = new Turns();
  const from = [...'RUF'].reduce<Uint8Array>((state, move) => moved(puzzle, state, move), puzzle.starts[0]);
  await search(puzzle, { from }, { algorithm, onProgress: turns.piece });
  turns.end();
  expect(turns.most).toBeLessThan(MOST);
});
