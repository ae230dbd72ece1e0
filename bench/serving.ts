/** How many distance queries the server answers, and how soon: real processes on the loopback interface, connections kept alive. */

import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { formatPosition } from '../src/board/position.js';
import { type Figure, figureOf } from './measure.js';
import type { Programs } from './programs.js';
import { report } from './rows.js';
import { spreadPositions } from './spread-positions.js';

const CONNECTIONS = 16;
const SECONDS = 5;
/** Different positions that are asked for, in turn. */
const POSITIONS = 2000;

/** Queries of positions all over a board, as fast as they are answered; then at half that rate, and how long they take. */
export async function benchServing(programs: Programs, rounds: number): Promise<void> {
  programs.antipode(['explore', '3x3']);
  programs.antipode(['explore', '3x4']);
  const { server, url } = await serve(programs);
  try {
    for (const [rows, columns] of [
      [3, 3],
      [3, 4],
    ]) {
      const name = `${rows}x${columns}`;
      const requests = spreadPositions(rows, columns, POSITIONS).map((position) => ({
        path: `/api/tables/${name}/distance?state=${formatPosition(position).replaceAll(' ', ',')}`,
      }));
      const load = { url, requests, connections: CONNECTIONS, duration: SECONDS };
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++) rates.push(answered(await autocannon(load)).requests.mean);
      const rate = figureOf(rates);
      report({ what: `serve: distances of ${name}`, figure: rate, unit: 'queries/s' });
      const half = answered(await autocannon({ ...load, overallRate: Math.round(rate.median / 2) }));
      const latency: Figure = figureOf([half.latency.p99 / 1000]);
      report({ what: `serve: 99 % of ${name} at half that rate`, figure: latency, unit: 's' });
    }
  } finally {
    server.kill();
  }
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
