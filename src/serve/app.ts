/** The routes of the server: the page's files, and the API of docs/api.md. */

import { Hono } from 'hono';
import { z } from 'zod';
import { InputError } from '../board/input-error.js';
import type { PageFile } from './page-files.js';
import type { ServedTable } from './served-table.js';

const StateQuery = z.object({ state: z.string().min(1).max(2000) });
const RandomQuery = z.object({
  depth: z.coerce.number().int().min(0),
  count: z.coerce.number().int().min(1).max(100).default(10),
});

export function makeApp(tables: ReadonlyMap<string, ServedTable>, files: ReadonlyMap<string, PageFile>): Hono {
  const app = new Hono();
  const tableOf = (id: string): ServedTable => {
    const table = tables.get(id);
    if (table === undefined) throw new InputError(`there is no table '${id}'`);
    return table;
  };
  app.get('/api/tables', (c) => c.json({ tables: [...tables.values()].map(({ facts }) => facts) }));
  app.get('/api/tables/:id/distribution', (c) => c.json(tableOf(c.req.param('id')).distribution));
  app.get('/api/tables/:id/distance', (c) =>
    c.json(tableOf(c.req.param('id')).distance(StateQuery.parse(c.req.query()).state)),
  );
  app.get('/api/tables/:id/solution', (c) =>
    c.json(tableOf(c.req.param('id')).solution(StateQuery.parse(c.req.query()).state)),
  );
  app.get('/api/tables/:id/random', async (c) => {
    const { depth, count } = RandomQuery.parse(c.req.query());
    return c.json({ depth, ...(await tableOf(c.req.param('id')).random(depth, count)) });
  });
  app.get('/api/tables/:id/antipodes', async (c) => {
    const table = tableOf(c.req.param('id'));
    const { maxDepth, histogram } = table.distribution;
    return c.json({ depth: maxDepth, of: histogram[maxDepth], states: await table.antipodes(100) });
  });
  app.get('*', (c) => {
    const file = files.get(c.req.path);
    if (file === undefined) return c.json({ error: 'there is nothing here' }, 404);
    return c.body(file.bytes, 200, { 'content-type': file.type });
  });
  app.onError((error, c) =>
    c.json({ error: error.message }, error instanceof InputError || error instanceof z.ZodError ? 400 : 500),
  );
  return app;
}
