/** `antipode serve`: a local page to look at tables. */

import { createAdaptorServer } from '@hono/node-server';
import { makeApp } from '../serve/app.js';
import { readPageFiles } from '../serve/page-files.js';
import { ServedBoard } from '../serve/served-board.js';
import { DistanceTable } from '../table/distance-table.js';
import { endOnSignal } from './signals.js';

export interface ServeArguments {
  readonly port?: string;
}

export async function serveCommand(paths: readonly string[], { port = '3131' }: ServeArguments): Promise<void> {
  const tables = new Map(
    paths.map((path) => {
      const id = path.replace(/^.*\/|\.table$/g, '');
      return [id, new ServedBoard(id, DistanceTable.open(path))];
    }),
  );
  endOnSignal();
  const server = createAdaptorServer({ fetch: makeApp(tables, readPageFiles()).fetch });
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  process.stderr.write(`http://127.0.0.1:${port}/\n`);
  await new Promise((resolve) => server.once('close', resolve));
}
