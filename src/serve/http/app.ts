/** The routes of the server: the page's files, and the API described in docs/reference/api.md. */

import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { excerpt, InputError } from '../../base/text.js';
import { LimitError } from '../../search/question/progress.js';
import type { SpacesAnswer } from '../answers.js';
import { BusyError, type Comparisons } from '../comparisons.js';
import { ClosedError, NotKnownError, type ServedSpace } from '../served-space.js';
import { Slots } from '../work.js';
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
import { ANOTHER_EACH_TIME, type LastingAnswer, LINES, lastingAnswer, OF_A_STATE, Refusal } from './responses.js';

interface AppParts {
  /** Spaces with different ids, in the order of the page's list. */
  readonly spaces: readonly ServedSpace[];
  /** Files of the page by their paths. */
  readonly files: ReadonlyMap<string, LastingAnswer>;
  readonly comparisons: Comparisons;
  /** Called with the error if a valid request fails; the answer has status 500. */
  readonly onFault: (error: Error) => void;
}

/** A client's connection. */
export interface Connection {
  /** Returns a signal that aborts when the client closes its side. */
  readonly closing: () => AbortSignal;
}

type Bindings = { Bindings: Partial<Connection> };
type AppContext = Context<Bindings>;

/** Answers a request whose parameters have been read. */
type Answer<Schema extends z.ZodType> = (
  space: ServedSpace,
  asked: z.output<Schema>,
  c: AppContext,
) => Response | Promise<Response>;

/** Maximum number of answers in preparation for all clients together: each takes memory while it waits. */
const MOST_AT_ONCE = 256;
/** Tells a client how many seconds to wait. */
const RETRY = { 'retry-after': '2' };

/** The refusals of errors: their status, and additional headers. All other errors are faults. */
const REFUSED: readonly [new (message: string) => Error, number, Record<string, string>?][] = [
  [InputError, 400],
  [NotKnownError, 404],
  [BusyError, 429, RETRY],
  [LimitError, 503],
  [ClosedError, 503],
];

export function makeApp({ spaces, files, comparisons, onFault }: AppParts): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const all = lastingAnswer(JSON.stringify({ spaces: spaces.map(({ facts }) => facts) } satisfies SpacesAnswer));
  const byId = new Map(spaces.map((space) => [space.facts.id, space]));
  const spaceOf = (c: AppContext): ServedSpace => {
    const id = c.req.param('id') ?? '';
    const space = byId.get(id);
    if (space === undefined) throw new Refusal(404, `there is no space '${excerpt(id)}': see /api/spaces`);
    return space;
  };
  const [sampling, lookups] = [0, 1].map(
    () =>
      new Slots(MOST_AT_ONCE, 0, () => {
        const problem = `${MOST_AT_ONCE} such requests are already waiting, the maximum: try again later`;
        return new Refusal(503, problem, RETRY);
      }),
  );
  const lasting = (c: AppContext, answer: LastingAnswer) => answer(c.req.header('if-none-match'));
  const abandoned = (c: AppContext) => () => c.env?.closing?.();
  const get = <Schema extends z.ZodType>(what: string, schema: Schema, answer: Answer<Schema>) =>
    app.get(`/api/spaces/:id/${what}`, (c) => answer(spaceOf(c), ask(schema, readQuery(c.req.url)), c));
  const post = <Schema extends z.ZodType>(what: string, example: string, schema: Schema, answer: Answer<Schema>) =>
    app.post(`/api/spaces/:id/${what}`, async (c) => {
      const space = spaceOf(c);
      ask(NoQuestion, readQuery(c.req.url));
      return answer(space, ask(schema, await jsonOf(c, example)), c);
    });

  app.get('/api/spaces', (c) => {
    ask(NoQuestion, readQuery(c.req.url));
    return lasting(c, all);
  });
  get('distribution', NoQuestion, ({ facts, distribution }, _, c) => {
    if (distribution === null) throw new NotKnownError(`the distribution of ${facts.name} is unknown`);
    return lasting(c, lastingAnswer(JSON.stringify(distribution)));
  });
  get('distance', StateQuestion, (space, { state }, c) => ofState(space.distance(state, abandoned(c))));
  get('solution', StateQuestion, (space, { state }, c) => ofState(space.solution(state, abandoned(c))));
  get('random', RandomQuestion, async (space, { count, ...choice }) =>
    json(await sampling.run(() => space.random(choice, count)), ANOTHER_EACH_TIME),
  );
  get('antipodes', AntipodesQuestion, async (space, { count }, c) =>
    lasting(c, lastingAnswer(JSON.stringify(await sampling.run(() => space.antipodes(count))))),
  );
  get('estimates', StateQuestion, async (space, { state }) => {
    const answer = await lookups.run(() => space.estimates(state));
    return json(answer, answer.estimates.every(({ value }) => value !== null) ? OF_A_STATE : ANOTHER_EACH_TIME);
  });
  post('distances', '{"states": ["..."]}', StatesQuestion, async (space, { states }) =>
    json(await lookups.run(() => space.distances(states)), ANOTHER_EACH_TIME),
  );
  post('searches', '{"state": "..."}', SearchesQuestion, (space, { state, searches }) => {
    return new Response(comparisons.begin(space.searchesFrom(state, searches)), LINES);
  });
  for (const [path, file] of files) app.get(path, (c) => lasting(c, file));

  app.notFound((c) => answerTo(nothingHere(app, c.req.path)));
  app.onError((error) => {
    if (error instanceof Refusal) return answerTo(error);
    const [, status, headers] = REFUSED.find(([type]) => error instanceof type) ?? [];
    if (status === undefined) onFault(error);
    return answerTo(new Refusal(status ?? 500, error.message, headers));
  });
  return app;
}

function json(answer: object, init: ResponseInit): Response {
  return new Response(JSON.stringify(answer), init);
}

/** Makes the response without a promise if the answer is available: awaiting costs as much as looking up a distance. */
function ofState(answer: object | Promise<object>): Response | Promise<Response> {
  return answer instanceof Promise ? answer.then((found) => json(found, OF_A_STATE)) : json(answer, OF_A_STATE);
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
