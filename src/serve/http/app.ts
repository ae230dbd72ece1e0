/** The routes of the server: the page's files, and the API described in docs/reference/api.md. */

import { type Context, Hono } from 'hono';
import { excerpt, InputError } from '../../base/text.js';
import { LimitError } from '../../search/question/limits.js';
import type { SpacesAnswer } from '../answers.js';
import { BusyError, type Comparisons } from '../comparisons.js';
import { NotKnownError, type ServedSpace } from '../served-space.js';
import { ClosedError } from './connections.js';
import {
  AntipodesQuestion,
  ask,
  NoQuestion,
  RandomQuestion,
  readQuery,
  SearchesQuestion,
  StateQuestion,
  StatesQuestion,
} from './questions.js';
import { FOR_MINUTES, JSON_TYPE, LastingAnswer, NOT_KEPT, Refusal, SECURITY_HEADERS } from './responses.js';

interface AppParts {
  /** Spaces with different ids, in the order of the page's list. */
  readonly spaces: readonly ServedSpace[];
  /** Files of the page by their paths. */
  readonly files: ReadonlyMap<string, LastingAnswer>;
  readonly comparisons: Comparisons;
  /** Called with the error if a valid request fails; the answer has status 500. */
  readonly onFault: (error: Error) => void;
}

const OF_A_STATE = { headers: { ...SECURITY_HEADERS, 'content-type': JSON_TYPE, 'cache-control': FOR_MINUTES } };
const ANOTHER_EACH_TIME = { headers: { ...SECURITY_HEADERS, 'content-type': JSON_TYPE, 'cache-control': NOT_KEPT } };
const LINES = {
  headers: { ...SECURITY_HEADERS, 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': NOT_KEPT },
};

/** A client's connection. */
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

/** A space, and the answer that never changes. */
class Entry {
  readonly space: ServedSpace;
  readonly distribution: LastingAnswer | null;

  constructor(space: ServedSpace) {
    this.space = space;
    this.distribution = space.distribution && LastingAnswer.json(space.distribution);
  }
}

/** Makes the response without a promise if the answer is available: awaiting costs as much as looking up a distance. */
function ofState(answer: object | Promise<object>): Response | Promise<Response> {
  if (answer instanceof Promise) return answer.then((found) => new Response(JSON.stringify(found), OF_A_STATE));
  return new Response(JSON.stringify(answer), OF_A_STATE);
}

function answerTo(refusal: Refusal): Response {
  return new Response(refusal.body, refusal);
}

/** Reads the body as JSON. Other types are refused, since forms and scripts of other origins can send them without a preflight request. */
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

/** Returns the refusal for a method and path without a route: 405 if the path has another method, otherwise 404. */
function nothingHere(app: Pick<Hono, 'router'>, path: string): Refusal {
  const allowed = ['GET', 'POST'].filter((method) => app.router.match(method, path)[0].length > 0);
  if (allowed.length === 0) return new Refusal(404, `there is nothing at ${excerpt(path)}`);
  const methods = allowed.join(', ').replace('GET', 'GET, HEAD');
  return new Refusal(405, `this path accepts only ${methods}`, { allow: methods });
}

/** A limit on the number of answers in preparation for all clients together: each takes memory while it waits. */

const MOST_AT_ONCE = 256;
/** Seconds after which a client can try again. */
const RETRY_AFTER = '2';

class ConcurrencyLimit {
  #running = 0;

  /** Prepares an answer. @throws Refusal if too many are in preparation, and the errors of `prepare` */
  async run<Answer>(prepare: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= MOST_AT_ONCE) {
      throw new Refusal(503, `${MOST_AT_ONCE} such requests are already waiting, the maximum: try again later`, {
        'retry-after': RETRY_AFTER,
      });
    }
    this.#running++;
    try {
      return await prepare();
    } finally {
      this.#running--;
    }
  }
}
