/**
 * The benchmarks of `npm run bench`: prints a table of measured speed and writes it to bench/results.json.
 * With --large also 2x7 and Moonspinner, which take some minutes, 13 GB of memory, and 30 GB of disk.
 * With --anytime <seconds, such as 1,10,60> it measures nothing but solutions within these times: bench/anytime.ts. --sample <n> takes the first
 * n of its 50 instances, each of which takes both programs these seconds.
 * With --site it measures nothing but the site beside Node: bench/site.ts.
 * With --peers <folder> it measures nothing but the programs in that folder beside antipode: bench/peers.ts.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { saveTable } from '../src/files/save-table.js';
import { explore } from '../src/runs/explore.js';
import { search } from '../src/search/search.js';
import { formatBoard, makeBoard } from '../src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '../src/spaces/board/position.js';
import { boardSource } from '../src/spaces/board-facts.js';
import { Table } from '../src/table/table.js';
import { plainSearch } from '../test/plain-search.js';
import { benchAnytime, benchFirstAnswers } from './anytime.js';
import { benchGroups, benchPancakes } from './groups.js';
import { figureOf, inTurn, secondsOf } from './measure.js';
import { benchMetrics } from './metrics.js';
import { benchPatternSearch } from './pattern-search.js';
import { benchPatterns } from './patterns.js';
import { benchPeers } from './peers.js';
import { Programs } from './programs.js';
import { checkPublished } from './published.js';
import { benchQueue } from './queue.js';
import { report, rows, times } from './rows.js';
import { benchCheckpoints, benchDisk } from './saving.js';
import { benchServing } from './serving.js';
import { benchSetUp } from './set-up.js';
import { benchSite } from './site.js';
import { benchMethods, benchSpaces } from './spaces.js';
import { spreadPositions } from './spread-positions.js';
import { warmExploration } from './warm.js';

const { version } = createRequire(import.meta.url)('#package.json') as { version: string };
const programs = new Programs();
const threads = availableParallelism();
/** The method for boards in plain C, with one thread. */
const yardstick = programs.buildPrototype('closure.c');

/** Reports the times of a board: cold, as in a single call of `explore`, and warm. */
async function benchBoard(rowCount: number, columns: number, rounds: number): Promise<void> {
  const board = makeBoard(rowCount, columns);
  const name = formatBoard(board);
  const warm1 = await warmExploration(board, 1);
  const warmAll = await warmExploration(board, threads);
  const figures = await inTurn(rounds, {
    cold1: async () => (await explore({ space: formatBoard(board), threads: 1 })).seconds,
    coldAll: async () => (await explore({ space: formatBoard(board), threads })).seconds,
    warm1: warm1.run,
    warmAll: warmAll.run,
    yardstick: () => Number(yardstick?.([rowCount, columns], /in ([\d.]+) s/)[1]),
  });
  await Promise.all([warm1.end(), warmAll.end()]);
  report({ what: `explore ${name}, 1 thread, cold`, figure: figures.cold1, unit: 's' });
  // The yardstick measures whole milliseconds, which is too coarse for small boards.
  const comparable = yardstick !== undefined && figures.yardstick.median > 0.1;
  const against = comparable ? `${times(figures.coldAll, figures.yardstick)} of the yardstick's time` : undefined;
  report({
    what: `explore ${name}, ${threads} threads, cold`,
    figure: figures.coldAll,
    unit: 's',
    ...(against !== undefined && { note: against }),
  });
  report({ what: `explore ${name}, 1 thread, warm`, figure: figures.warm1, unit: 's' });
  report({
    what: `explore ${name}, ${threads} threads, warm`,
    figure: figures.warmAll,
    unit: 's',
    note: `${times(figures.warm1, figures.warmAll)} times as fast as 1 thread`,
  });
  if (yardstick) report({ what: `yardstick in C ${name}, 1 thread`, figure: figures.yardstick, unit: 's' });
}

/** Compares the plain search of the tests with `explore`. */
async function benchPlain(rowCount: number, columns: number, rounds: number): Promise<void> {
  const board = makeBoard(rowCount, columns);
  const figures = await inTurn(rounds, {
    plain: () => secondsOf(() => plainSearch(rowCount, columns, orderedPosition(board))),
    explore: async () => (await explore({ space: formatBoard(board), threads })).seconds,
  });
  report({
    what: `plain TypeScript search ${formatBoard(board)}`,
    figure: figures.plain,
    unit: 's',
    note: `${(figures.plain.median / figures.explore.median).toFixed(0)} times the time of explore`,
  });
}

async function benchSolving(rowCount: number, columns: number, count: number): Promise<void> {
  const board = makeBoard(rowCount, columns);
  const { table } = await explore({ space: formatBoard(board), antipodes: 0 });
  if (table === null) throw new Error('no table');
  const path = programs.path(`${formatBoard(board)}.table`);
  await saveTable(table, path);
  const positions = spreadPositions(rowCount, columns, count);
  const rates: number[] = [];
  for (let round = 0; round < 5; round++) {
    using opened = await Table.open(path);
    const seconds = secondsOf(() => {
      for (const position of positions) opened.walker?.solve(position);
    });
    rates.push(count / seconds);
  }
  report({ what: `solve ${formatBoard(board)} from the table file`, figure: figureOf(rates), unit: 'positions/s' });
}

/** Reports IDA* with Manhattan distance on instances of the 15-puzzle: seconds, and nodes generated/s. */
async function benchIdaStar(rounds: number): Promise<void> {
  const lines = readFileSync(new URL('../../test/reference/korf-15-puzzle.txt', import.meta.url), 'utf8').split('\n');
  const instance = (number: number) => {
    const [, length, , ...start] = (lines.find((line) => line.startsWith(`${number} `)) ?? '').split(' ').map(Number);
    const goal = Array.from(start.keys());
    return async (threadsUsed: number, what: 'seconds' | 'rate') => {
      const space = boardSource(makeBoard(4, 4), goal, 'single');
      const options = { algorithm: 'idastar', heuristic: 'manhattan', threads: threadsUsed } as const;
      const found = await search(space, { from: start }, options);
      if (found.distance !== length) throw new Error(`instance ${number}: the length differs from the published one`);
      return what === 'seconds' ? found.seconds : found.generated / found.seconds;
    };
  };
  const [fourth, seventh] = [instance(4), instance(7)];
  const figures = await inTurn(rounds, {
    seconds: () => fourth(1, 'seconds'),
    rate: () => fourth(1, 'rate'),
    rate1: () => seventh(1, 'rate'),
    rateAll: () => seventh(threads, 'rate'),
  });
  report({ what: 'IDA* instance 4, 1 thread', figure: figures.seconds, unit: 's' });
  report({ what: 'IDA* instance 4, 1 thread', figure: figures.rate, unit: 'nodes/s' });
  report({ what: 'IDA* instance 7, 1 thread', figure: figures.rate1, unit: 'nodes/s' });
  report({
    what: `IDA* instance 7, ${threads} threads`,
    figure: figures.rateAll,
    unit: 'nodes/s',
    note: `${(figures.rateAll.median / figures.rate1.median).toFixed(2)} times as fast as 1 thread`,
  });
}

async function benchProgram(): Promise<void> {
  programs.antipode(['explore', '3x3']);
  const all = programs.write('all.txt', `${spreadPositions(3, 3, 181440).map(formatPosition).join('\n')}\n`);
  const figures = await inTurn(9, {
    node: () => programs.antipode(['--version']),
    explore: () => programs.antipode(['explore', '3x3']),
    solve: () => programs.antipode(['solve'], all),
  });
  report({ what: 'process: antipode --version', figure: figures.node, unit: 's' });
  report({ what: 'process: antipode explore 3x3', figure: figures.explore, unit: 's' });
  report({ what: 'process: antipode solve, all of 3x3', figure: figures.solve, unit: 's' });
}

/** Reports the commands that use tables, as whole processes. */
async function benchResearch(rounds: number): Promise<void> {
  for (const board of ['3x4', '2x5']) programs.antipode(['explore', board]);
  const figures = await inTurn(rounds, {
    analyse: () => programs.antipode(['analyse', 'out/3x4.table']),
    verify: () => programs.antipode(['verify', 'out/3x4.table']),
    npy: () => programs.antipode(['export', 'out/3x4.table', '--format', 'npy']),
    distances: () => programs.antipode(['verify', 'out/3x4.table', '--distances', 'out/3x4.npy']),
    parquet: () => programs.antipode(['export', 'out/2x5.table', '--format', 'parquet']),
    allGoals: () => programs.antipode(['explore', '3x4', '--all-goals', '--no-table']),
  });
  report({ what: 'process: analyse 3x4', figure: figures.analyse, unit: 's' });
  report({ what: 'process: verify 3x4', figure: figures.verify, unit: 's' });
  report({ what: 'process: export 3x4 as npy', figure: figures.npy, unit: 's' });
  report({ what: 'process: verify distances of 3x4', figure: figures.distances, unit: 's' });
  report({ what: 'process: export 2x5 as parquet', figure: figures.parquet, unit: 's' });
  report({ what: 'process: explore 3x4, all goals', figure: figures.allGoals, unit: 's' });
}

async function benchLarge(): Promise<void> {
  const { histogram, seconds, bytes } = await explore({ space: '2x7', threads });
  checkPublished('2x7', histogram);
  const peak = process.resourceUsage().maxRSS * 1024;
  report({
    what: `explore 2x7, ${threads} threads, cold`,
    figure: figureOf([seconds]),
    unit: 's',
    note: `${(bytes / 1e9).toFixed(2)} GB of bitsets, ${(peak / 1e9).toFixed(2)} GB in all`,
  });
}

const machine = { cpu: cpus()[0].model, threads, memory: totalmem(), node: process.version };
const { peers, large, site, anytime, sample } = parseArgs({
  options: {
    peers: { type: 'string' },
    large: { type: 'boolean' },
    site: { type: 'boolean' },
    anytime: { type: 'string' },
    sample: { type: 'string' },
  },
}).values;

async function benchAll(): Promise<void> {
  await benchProgram();
  await benchBoard(3, 3, 9);
  await benchBoard(2, 5, 9);
  await benchBoard(3, 4, 9);
  await benchBoard(2, 6, 9);
  await benchPlain(3, 3, 3);
  await benchPlain(2, 5, 3);
  await benchSolving(3, 3, 181440);
  await benchSolving(3, 4, 20000);
  await benchIdaStar(5);
  await benchResearch(3);
  await benchMetrics(programs, '3x4', 3);
  await benchDisk(programs, '3x4', 5);
  await benchDisk(programs, '2x6', 5);
  await benchQueue(programs, version, 1);
  await benchMethods(3, 3, threads, 9);
  await benchMethods(2, 5, threads, 5);
  await benchSpaces(threads, 3);
  await benchGroups(programs, threads, 9, false);
  benchPancakes(programs, 3);
  benchSetUp(9);
  await benchPatterns(programs, threads, 5);
  await benchPatternSearch(programs, threads, 3);
  await benchServing(programs, 3);
  benchFirstAnswers(programs, 5);
  benchAnytime(programs, [1]);
  if (large) {
    await benchLarge();
    await benchGroups(programs, threads, 1, true);
    await benchCheckpoints(programs, '2x7', 2);
  }
  const results = fileURLToPath(new URL('../../bench/results.json', import.meta.url));
  writeFileSync(results, `${JSON.stringify({ date: new Date().toISOString(), machine, rows }, null, 2)}\n`);
}

try {
  process.stdout.write(`${machine.cpu}, ${threads} threads, Node ${process.version}\n\n`);
  if (site) await benchSite(programs, threads, 5);
  else if (anytime !== undefined) {
    benchFirstAnswers(programs, 5);
    benchAnytime(programs, anytime.split(',').map(Number), sample === undefined ? undefined : Number(sample));
  } else if (peers === undefined) await benchAll();
  else await benchPeers(programs, peers, machine, 3);
} finally {
  programs.end();
}
