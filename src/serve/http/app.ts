/** The routes of the server: the page's files, and the API of docs/reference/api.md. */

import { type Context, Hono } from 'hono';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { LimitError } from '../../search/question/limits.js';
import type { SpacesAnswer } from '../answers.js';
import { BusyError, type Comparisons } from '../comparisons/comparisons.js';
import { NotKnownError, type ServedSpace } from '../spaces/served-space.js';
import { ClosedError } from './closing-signals.js';
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
  readonly spaces: readonly ServedSpace[];
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

/** The server's knowledge of a connection. */
export interface Connection {
  /** Returns a signal that aborts when the client closes its side. */
  readonly closing: () => AbortSignal;
}

type Bindings = { Bindings: Partial<Connection> };
type AppContext = Context<Bindings>;

export function makeApp({ spaces, files, comparisons, onFault }: AppParts): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const entries = new Map(spaces.map((space) => [space.facts.id, new Entry(space)]));
  const entryOf = (c: AppContext): Entry => {
    const id = c.req.param('id') ?? '';
    const entry = entries.get(id);
    if (entry === undefined) throw new Refusal(404, `there is no space '${excerpt(id)}': see /api/spaces`);
    return entry;
  };
  const sampling = new ConcurrencyLimit();
  const lookups = new ConcurrencyLimit();
  const asked = (c: AppContext) => readQuery(c.req.url);
  const lasting = (c: AppContext, answer: LastingAnswer) => answer.to(c.req.header('if-none-match'));

  const all = LastingAnswer.json({ spaces: spaces.map(({ facts }) => facts) } satisfies SpacesAnswer);

  app.get('/api/spaces', (c) => {
    ask(NoQuestion, asked(c));
    return lasting(c, all);
  });
  app.get('/api/spaces/:id/distribution', (c) => {
    const { distribution, space } = entryOf(c);
    ask(NoQuestion, asked(c));
    if (distribution === null) {
      throw new NotKnownError(`the distribution of ${space.facts.name} is unknown`);
    }
    return lasting(c, distribution);
  });
  app.get('/api/spaces/:id/distance', (c) => {
    const { space } = entryOf(c);
    return ofState(space.distance(ask(StateQuestion, asked(c)).state, () => c.env?.closing?.()));
  });
  app.post('/api/spaces/:id/distances', async (c) => {
    const { space } = entryOf(c);
    ask(NoQuestion, asked(c));
    const { states } = ask(StatesQuestion, await jsonOf(c, '{"states": ["..."]}'));
    const answer = await lookups.run(() => space.distances(states));
    return new Response(JSON.stringify(answer), ANOTHER_EACH_TIME);
  });
  app.get('/api/spaces/:id/solution', (c) => {
    const { space } = entryOf(c);
    return ofState(space.solution(ask(StateQuestion, asked(c)).state, () => c.env?.closing?.()));
  });
  app.get('/api/spaces/:id/random', async (c) => {
    const { space } = entryOf(c);
    const { count, ...choice } = ask(RandomQuestion, asked(c));
    const answer = await sampling.run(() => space.random(choice, count));
    return new Response(JSON.stringify(answer), ANOTHER_EACH_TIME);
  });
  app.get('/api/spaces/:id/antipodes', async (c) => {
    const { space } = entryOf(c);
    const { count } = ask(AntipodesQuestion, asked(c));
    return lasting(c, LastingAnswer.json(await sampling.run(() => space.antipodes(count))));
  });
  app.get('/api/spaces/:id/estimates', async (c) => {
    const { space } = entryOf(c);
    const { state } = ask(StateQuestion, asked(c));
    const answer = await lookups.run(() => space.estimates(state));
    const isWhole = answer.estimates.every(({ value }) => value !== null);
    return new Response(JSON.stringify(answer), isWhole ? OF_A_STATE : ANOTHER_EACH_TIME);
  });
  app.post('/api/spaces/:id/searches', async (c) => {
    const { space } = entryOf(c);
    ask(NoQuestion, asked(c));
    const { state, searches } = ask(SearchesQuestion, await jsonOf(c, '{"state": "..."}'));
    return new Response(comparisons.begin(space.searchesFrom(state, searches)), LINES);
  });
  for (const [path, file] of files) app.get(path, (c) => lasting(c, file));

  app.notFound((c) => answerTo(nothingHere(app, c.req.path)));
  app.onError((error) => {
    if (error instanceof Refusal) return answerTo(error);
    if (error instanceof NotKnownError) return answerTo(new Refusal(404, error.message));
    if (error instanceof LimitError || error instanceof ClosedError) return answerTo(new Refusal(503, error.message));
    if (error instanceof InputError) return answerTo(new Refusal(400, error.message));
    if (error instanceof BusyError) return answerTo(new Refusal(429, error.message, { 'retry-after': RETRY_AFTER }));
    onFault(error);
    return answerTo(new Refusal(500, error.message));
  });
  return app;
}

/** A space, and its answer that is the same each time. */
class Entry {
  readonly space: ServedSpace;
  readonly distribution: LastingAnswer | null;

  constructor(space: ServedSpace) {
    this.space = space;
    this.distribution = space.distribution && LastingAnswer.json(space.distribution);
  }
}

/** Makes the response at once if the answer is there: to wait costs as much as a distance. */
function ofState(answer: object | Promise<object>): Response | Promise<Response> {
  if (answer instanceof Promise) return answer.then((found) => new Response(JSON.stringify(found), OF_A_STATE));
  return new Response(JSON.stringify(answer), OF_A_STATE);
}

function answerTo(refusal: Refusal): Response {
  return new Response(refusal.body, refusal);
}

/** Reads the body as JSON. Other types are refused, since forms and scripts of other pages may send them without asking first. */
async function jsonOf(c: AppContext, example: string): Promise<unknown> {
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
function nothingHere(app: Pick<Hono, 'router'>, path: string): Refusal {
  const allowed = ['GET', 'POST'].filter((method) => app.router.match(method, path)[0].length > 0);
  if (allowed.length === 0) return new Refusal(404, `there is nothing at ${excerpt(path)}`);
  const methods = allowed.join(', ').replace('GET', 'GET, HEAD');
  return new Refusal(405, `this can be asked for by ${methods}`, { allow: methods });
}
