/** The routes of the server: the page's files, and the API of docs/api.md. */

import { type Context, Hono } from 'hono';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type {
  AntipodesAnswer,
  DistanceAnswer,
  DistancesAnswer,
  RandomAnswer,
  SolutionAnswer,
  SpacesAnswer,
} from '../answers.js';
import { BusyError, type Comparisons } from '../comparisons/comparisons.js';
import { manyDistances } from '../tables/many-distances.js';
import type { ServedTable } from '../tables/served-table.js';
import { ConcurrencyLimit, RETRY_AFTER } from './concurrency-limit.js';
import { FOR_MINUTES, JSON_TYPE, NOT_KEPT, SECURITY_HEADERS } from './headers.js';
import { LastingAnswer } from './lasting-answer.js';
import { readQuery } from './query.js';
import {
  AntipodesQuestion,
  ask,
  NoQuestion,
  RandomQuestion,
  SearchesQuestion,
  StateQuestion,
  StatesQuestion,
} from './questions.js';
import { Refusal } from './refusal.js';

export interface AppParts {
  /** In the order in which they are offered, each with another id. */
  readonly tables: readonly ServedTable[];
  /** The page's files by their path. */
  readonly files: ReadonlyMap<string, LastingAnswer>;
  readonly comparisons: Comparisons;
  /** Called with what failed although the request was in order; it has been answered with 500. */
  readonly onFault: (error: Error) => void;
}

const OF_A_STATE = { headers: { ...SECURITY_HEADERS, 'content-type': JSON_TYPE, 'cache-control': FOR_MINUTES } };
const ANOTHER_EACH_TIME = { headers: { ...SECURITY_HEADERS, 'content-type': JSON_TYPE, 'cache-control': NOT_KEPT } };
const LINES = {
  headers: { ...SECURITY_HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': NOT_KEPT },
};

export function makeApp({ tables, files, comparisons, onFault }: AppParts): Hono {
  const app = new Hono();
  const entries = new Map(tables.map((table) => [table.facts.id, new Entry(table)]));
  const entryOf = (c: Context): Entry => {
    const id = c.req.param('id') ?? '';
    const entry = entries.get(id);
    if (entry === undefined) throw new Refusal(404, `there is no space '${excerpt(id)}': see /api/spaces`);
    return entry;
  };
  const sampling = new ConcurrencyLimit();
  const lookups = new ConcurrencyLimit();
  const asked = (c: Context) => readQuery(c.req.url);
  const lasting = (c: Context, answer: LastingAnswer) => answer.to(c.req.header('if-none-match'));

  const all = LastingAnswer.json({ spaces: tables.map(({ facts }) => facts) } satisfies SpacesAnswer);

  app.get('/api/spaces', (c) => {
    ask(NoQuestion, asked(c));
    return lasting(c, all);
  });
  app.get('/api/spaces/:id/distribution', (c) => {
    const { distribution } = entryOf(c);
    ask(NoQuestion, asked(c));
    return lasting(c, distribution);
  });
  app.get('/api/spaces/:id/distance', (c) => {
    const answer: DistanceAnswer = entryOf(c).table.distance(ask(StateQuestion, asked(c)).state);
    return new Response(JSON.stringify(answer), OF_A_STATE);
  });
  app.post('/api/spaces/:id/distances', async (c) => {
    const { table } = entryOf(c);
    ask(NoQuestion, asked(c));
    const { states } = ask(StatesQuestion, await jsonOf(c, '{"states": ["..."]}'));
    const answer: DistancesAnswer = await lookups.run(() => manyDistances(table, states));
    return new Response(JSON.stringify(answer), ANOTHER_EACH_TIME);
  });
  app.get('/api/spaces/:id/solution', (c) => {
    const answer: SolutionAnswer = entryOf(c).table.solution(ask(StateQuestion, asked(c)).state);
    return new Response(JSON.stringify(answer), OF_A_STATE);
  });
  app.get('/api/spaces/:id/random', async (c) => {
    const { table } = entryOf(c);
    const { depth, count } = ask(RandomQuestion, asked(c));
    const sample = await sampling.run(() => table.random(depth, count));
    const answer: RandomAnswer = { depth, ...sample };
    return new Response(JSON.stringify(answer), ANOTHER_EACH_TIME);
  });
  app.get('/api/spaces/:id/antipodes', async (c) => {
    const { table } = entryOf(c);
    const { count } = ask(AntipodesQuestion, asked(c));
    const { maxDepth, histogram } = table.distribution;
    const states = await sampling.run(() => table.antipodes(count));
    const answer: AntipodesAnswer = { depth: maxDepth, of: histogram[maxDepth], states };
    return lasting(c, LastingAnswer.json(answer));
  });
  app.post('/api/spaces/:id/searches', async (c) => {
    const { table } = entryOf(c);
    ask(NoQuestion, asked(c));
    const { state, searches } = ask(SearchesQuestion, await jsonOf(c, '{"state": "..."}'));
    return new Response(comparisons.begin(table.searchesFrom(state, searches)), LINES);
  });
  for (const [path, file] of files) app.get(path, (c) => lasting(c, file));

  app.notFound((c) => answerTo(nothingHere(app, c.req.path)));
  app.onError((error) => {
    if (error instanceof Refusal) return answerTo(error);
    if (error instanceof InputError) return answerTo(new Refusal(400, error.message));
    if (error instanceof BusyError) return answerTo(new Refusal(429, error.message, { 'retry-after': RETRY_AFTER }));
    onFault(error);
    return answerTo(new Refusal(500, error.message));
  });
  return app;
}

/** A table, and its answer that is the same each time. */
class Entry {
  readonly table: ServedTable;
  readonly distribution: LastingAnswer;

  constructor(table: ServedTable) {
    this.table = table;
    this.distribution = LastingAnswer.json(table.distribution);
  }
}

function answerTo(refusal: Refusal): Response {
  return new Response(refusal.body, refusal);
}

/** Reads the body as JSON. Other types are refused, since forms and scripts of other pages may send them without asking first. */
async function jsonOf(c: Context, example: string): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new Refusal(415, `the body must have the Content-Type application/json, found '${excerpt(type)}'`);
  }
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`the body must be JSON such as ${example}, found '${excerpt(text)}'`);
  }
}

/** Makes the refusal if no route has this method and path: 405 if one has the path. */
function nothingHere(app: Hono, path: string): Refusal {
  const allowed = ['GET', 'POST'].filter((method) => app.router.match(method, path)[0].length > 0);
  if (allowed.length === 0) return new Refusal(404, `there is nothing at ${excerpt(path)}`);
  const methods = allowed.join(', ').replace('GET', 'GET, HEAD');
  return new Refusal(405, `this can be asked for by ${methods}`, { allow: methods });
}
