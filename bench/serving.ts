/** Throughput and latency of the server's distance queries: real processes on the loopback interface, with connections kept alive. */

import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { answersPerSecond, type Load, secondsAtRate } from './load.js';
import { figureOf } from './measure.js';
import type { Programs } from './programs.js';
import { report } from './rows.js';
import { spreadPositions } from './spread-positions.js';

const CONNECTIONS = 64;
const SECONDS = 5;
/** Number of different positions in the queries. */
const POSITIONS = 2000;
/** Queries/s during the measurement of latency, or half of the maximum throughput if that is less. */
const MODERATE_RATE = 10_000;
/** Number of positions in a request for many. */
const TOGETHER = 25;

/**
 * Measures queries for positions spread over a board, one or many per request: throughput at full speed, then latency at a moderate
 * rate.
 */
export async function benchServing(programs: Programs, rounds: number): Promise<void> {
  programs.antipode(['explore', '3x3']);
  programs.antipode(['explore', '3x4']);
  const { server, url } = await serve(programs, ['out/3x3.table', 'out/3x4.table']);
  try {
    for (const name of ['3x3', '3x4']) {
      const [rows, columns] = name.split('x').map(Number);
      const states = spreadPositions(rows, columns, POSITIONS).map((position) => position.join(','));
      const load = { url, connections: CONNECTIONS, seconds: SECONDS };
      const one = states.map((state) => ({
        method: 'GET' as const,
        path: `/api/spaces/${name}/distance?state=${state}`,
      }));
      await benchQueries(`distances of ${name}`, { ...load, questions: one }, 1, rounds);
      const many = Array.from({ length: POSITIONS / TOGETHER }, (_, index) => ({
        method: 'POST' as const,
        path: `/api/spaces/${name}/distances`,
        body: JSON.stringify({ states: states.slice(index * TOGETHER, (index + 1) * TOGETHER) }),
      }));
      await benchQueries(`${TOGETHER} distances of ${name} a request`, { ...load, questions: many }, TOGETHER, rounds);
    }
  } finally {
    server.kill();
  }
}

/** Measures requests. @param each number of distances in a request */
async function benchQueries(what: string, load: Load, each: number, rounds: number): Promise<void> {
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) rates.push(each * (await answersPerSecond(load)));
  const rate = figureOf(rates);
  report({ what: `serve: ${what}`, figure: rate, unit: 'queries/s' });
  const queries = Math.min(MODERATE_RATE, rate.median / 2);
  const taken = await secondsAtRate(load, queries / each);
  report({
    what: `serve: ${what}, 99 %`,
    figure: figureOf([taken[Math.floor(0.99 * taken.length)]]),
    unit: 's',
    note: `at ${Math.round(queries).toLocaleString('en-US')} queries/s`,
  });
}

/** @param tables none for all in `out/`, and the 15-puzzle */
export async function serve(
  programs: Programs,
  tables: readonly string[],
): Promise<{ server: ChildProcess; url: string }> {
  const server = programs.start(['serve', ...tables, '--port', '0']);
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    // The log is read and discarded.
    server.stderr.resume();
    return { server, url };
  }
  throw new Error('antipode serve did not start');
}
