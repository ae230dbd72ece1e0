/** How many distance queries the server answers, and how soon: real processes on the loopback interface, connections kept alive. */

import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { figureOf } from './measure.js';
import { pacedSeconds } from './paced.js';
import type { Programs } from './programs.js';
import { report } from './rows.js';
import { spreadPositions } from './spread-positions.js';

const CONNECTIONS = 16;
const SECONDS = 5;
/** Different positions that are asked for, in turn. */
const POSITIONS = 2000;
/** Queries a second, while it is measured how long they take; half of what is answered at most, where that is less. */
const MODERATE_RATE = 10_000;
/** Positions of a request that asks for many. */
const TOGETHER = 25;

/**
 * Queries of positions all over a board, one a request and many: as fast as they are answered, then at a moderate rate, and
 * how long they take.
 */
export async function benchServing(programs: Programs, rounds: number): Promise<void> {
  programs.antipode(['explore', '3x3']);
  programs.antipode(['explore', '3x4']);
  const { server, url } = await serve(programs);
  try {
    for (const name of ['3x3', '3x4']) {
      const [rows, columns] = name.split('x').map(Number);
      const states = spreadPositions(rows, columns, POSITIONS).map((position) => position.join(','));
      const one = states.map((state) => ({ path: `/api/tables/${name}/distance?state=${state}` }));
      await benchQueries(`distances of ${name}`, url, one, 1, rounds);
      const many = Array.from({ length: POSITIONS / TOGETHER }, (_, index) => ({
        method: 'POST' as const,
        path: `/api/tables/${name}/distances`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ states: states.slice(index * TOGETHER, (index + 1) * TOGETHER) }),
      }));
      await benchQueries(`${TOGETHER} distances of ${name} a request`, url, many, TOGETHER, rounds);
    }
  } finally {
    server.kill();
  }
}

/** @param each distances of a request */
async function benchQueries(
  what: string,
  url: string,
  requests: autocannon.Request[],
  each: number,
  rounds: number,
): Promise<void> {
  const load: autocannon.Options = { url, requests, connections: CONNECTIONS, duration: SECONDS };
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) rates.push(each * answered(await autocannon(load)).requests.mean);
  const rate = figureOf(rates);
  report({ what: `serve: ${what}`, figure: rate, unit: 'queries/s' });
  const queries = Math.min(MODERATE_RATE, rate.median / 2);
  const pace = { rate: queries / each, connections: CONNECTIONS, seconds: SECONDS };
  const taken = await pacedSeconds(url, requests, pace);
  report({
    what: `serve: ${what}, 99 %`,
    figure: figureOf([taken[Math.floor(0.99 * taken.length)]]),
    unit: 's',
    note: `at ${Math.round(queries).toLocaleString('en-US')} queries/s`,
  });
}

/** @throws Error where a query failed */
function answered(result: autocannon.Result): autocannon.Result {
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} queries failed`);
  return result;
}

async function serve(programs: Programs): Promise<{ server: ChildProcess; url: string }> {
  const server = programs.start(['serve', 'out/3x3.table', 'out/3x4.table', '--port', '0']);
  for await (const line of createInterface({ input: server.stderr })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    // The log is read, and thrown away.
    server.stderr.resume();
    return { server, url };
  }
  throw new Error('antipode serve did not start');
}
