/** The routes of the server: the page's files, and the API described in docs/reference/api.md. */

import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { excerpt, InputError, jsonExcerpt } from '../base/text.js';
import { LimitError } from '../search/question/progress.js';
import type { BoardSpaceSource } from '../space/space.js';
import { isBoardText } from '../spaces/source-of-text.js';
import type { OpenedAnswer, SpacesAnswer } from './answers.js';
import { type BeginComparison, BusyError } from './comparisons.js';
import { type Explorations, planOfOpen, sourceOf } from './explorations.js';
import {
  ANOTHER_EACH_TIME,
  type LastingAnswer,
  LINES,
  lastingAnswer,
  NotKnownError,
  OF_A_STATE,
  Refusal,
} from './responses.js';
import { UnlistedBoards } from './searched-board.js';
import { ClosedError, type ServedSpace } from './served-space.js';
import { newSlots } from './work.js';

interface AppParts {
  /** Spaces with different ids, in the order of the page's list. */
  readonly spaces: readonly ServedSpace[];
  /** Files of the page by their paths. */
  readonly files: ReadonlyMap<string, LastingAnswer>;
  readonly compare: BeginComparison;
  /** Explores further spaces, if there is no server. */
  readonly explorations?: Explorations | undefined;
  /** Boards that are opened when they are named. @default those of the explorations, or boards without tables in files */
  readonly boards?: UnlistedBoards | undefined;
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
  question: z.output<Schema>,
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

export function makeApp(parts: AppParts): Hono<Bindings> {
  const { spaces, files, compare, explorations, onFault } = parts;
  const boards = parts.boards ?? explorations?.boards ?? new UnlistedBoards('.');
  const app = new Hono<Bindings>();
  const byId = new Map(spaces.map((space) => [space.facts.id, space]));
  /** Answers about the space that a path names, at once if it is listed. */
  const withSpace = (c: AppContext, answer: (space: ServedSpace) => Response | Promise<Response>) => {
    const id = c.req.param('id') ?? '';
    const listed = byId.get(id) ?? explorations?.spaces.find(({ facts }) => facts.id === id);
    if (listed !== undefined) return answer(listed);
    return boards.named(id).then((board) => {
      if (board === undefined) throw new Refusal(404, `there is no space '${excerpt(id)}': see /api/spaces`);
      return answer(board);
    });
  };
  const [sampling, lookups] = [0, 1].map(() =>
    newSlots(MOST_AT_ONCE, 0, () => {
      const problem = `${MOST_AT_ONCE} such requests are already waiting, the maximum: try again later`;
      return new Refusal(503, problem, RETRY);
    }),
  );
  const lasting = (c: AppContext, answer: LastingAnswer) => answer(c.req.header('if-none-match'));
  const abandoned = (c: AppContext) => () => c.env?.closing?.();
  const get = <Schema extends z.ZodType>(what: string, schema: Schema, answer: Answer<Schema>) =>
    app.get(`/api/spaces/:id${what}`, (c) =>
      withSpace(c, (space) => answer(space, checkedQuestion(schema, readQuery(c.req.url)), c)),
    );
  const post = <Schema extends z.ZodType>(what: string, example: string, schema: Schema, answer: Answer<Schema>) =>
    app.post(`/api/spaces/:id${what}`, (c) =>
      withSpace(c, async (space) => {
        checkedQuestion(NoQuestion, readQuery(c.req.url));
        return answer(space, checkedQuestion(schema, await readJson(c, example)), c);
      }),
    );

  app.get('/api/spaces', (c) => {
    checkedQuestion(NoQuestion, readQuery(c.req.url));
    const all = [...(explorations?.spaces ?? []), ...spaces].map(({ facts }) => facts);
    return lasting(
      c,
      lastingAnswer(JSON.stringify({ spaces: all, explores: explorations?.answer ?? null } satisfies SpacesAnswer)),
    );
  });
  get('', NoQuestion, ({ facts }, _, c) => lasting(c, lastingAnswer(JSON.stringify(facts))));
  get('/distribution', NoQuestion, ({ facts, distribution }, _, c) => {
    if (distribution === null) throw new NotKnownError(`the distribution of ${facts.name} is unknown`);
    return lasting(c, lastingAnswer(JSON.stringify(distribution)));
  });
  get('/distance', StateQuestion, (space, { state }, c) => ofState(space.distance(state, abandoned(c))));
  get('/solution', StateQuestion, (space, { state }, c) => ofState(space.solution(state, abandoned(c))));
  get('/random', RandomQuestion, async (space, { count, ...choice }, c) =>
    json(await sampling.run(() => space.random(choice, count, abandoned(c))), ANOTHER_EACH_TIME),
  );
  get('/antipodes', AntipodesQuestion, async (space, { count }, c) =>
    lasting(c, lastingAnswer(JSON.stringify(await sampling.run(() => space.antipodes(count, abandoned(c)))))),
  );
  get('/heuristics', NoQuestion, async (space, _, c) =>
    lasting(c, lastingAnswer(JSON.stringify(await sampling.run(() => space.heuristics(abandoned(c)))))),
  );
  get('/estimates', StateQuestion, async (space, { state }) => {
    const answer = await lookups.run(() => space.estimates(state));
    return json(answer, answer.estimates.every(({ value }) => value !== null) ? OF_A_STATE : ANOTHER_EACH_TIME);
  });
  post('/distances', '{"states": ["..."]}', StatesQuestion, async (space, { states }) =>
    json(await lookups.run(() => space.distances(states)), ANOTHER_EACH_TIME),
  );
  post('/searches', '{"state": "..."}', SearchesQuestion, (space, { state, searches }) => {
    return new Response(compare(space.searchesFrom(state, searches)), LINES);
  });
  post(
    '/solutions',
    '{"state": "..."}',
    StateQuestion,
    (space, { state }) => new Response(space.solutions(state), LINES),
  );
  app.get('/api/plan', async (c) => {
    const named = checkedQuestion(PlanQuestion, readQuery(c.req.url));
    // A server explores nothing, and reads no file that a client names.
    if (explorations === undefined && !isBoardText(named.space ?? '')) {
      throw new InputError('this server opens only boards: name one such as 10x10, or serve a table of the space');
    }
    const source = await sourceOf(named);
    const plan = await (explorations?.plan(source, c.env?.closing?.()) ??
      planOfOpen(boards.open(source as BoardSpaceSource)));
    return json(plan, ANOTHER_EACH_TIME);
  });
  if (explorations !== undefined) {
    app.post('/api/explorations', async (c) => {
      checkedQuestion(NoQuestion, readQuery(c.req.url));
      const source = await sourceOf(checkedQuestion(ExplorationQuestion, await readJson(c, '{"space": "3x4"}')));
      return new Response(explorations.explore(source), LINES);
    });
    app.post('/api/tables', async (c) => {
      const { name } = checkedQuestion(TableQuestion, readQuery(c.req.url));
      const space = await explorations.openTable(new File([await c.req.blob()], name));
      return json({ space } satisfies OpenedAnswer, ANOTHER_EACH_TIME);
    });
  }
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
async function readJson(c: AppContext, example: string): Promise<unknown> {
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

/* Checks the parameters of queries and the bodies of requests. */

/** Maximum characters of a state; every space has shorter ones. */
const LONGEST_STATE = 2000;
const MOST_STATES = 100;
const USUAL_STATES = 10;
/** Maximum length of a puzzle's file or a module. */
const MOST_FILE_CHARACTERS = 2_000_000;

const StateQuestion = questionOf({ state: stateText() });
/** The body of a request for distances. The size of a body limits the number of states. */
const StatesQuestion = questionOf({
  states: z
    .array(stateText(), orElse('states is missing: give a list of states', 'the states must be a list of texts'))
    .min(1, 'the list of states is empty: give at least one'),
});
const RandomQuestion = questionOf({
  depth: wholeNumber('depth', 0, 999_999_999).optional(),
  steps: wholeNumber('steps', 0, 999_999_999).optional(),
  count: wholeNumber('count', 1, MOST_STATES).default(USUAL_STATES),
});
const AntipodesQuestion = questionOf({ count: wholeNumber('count', 1, MOST_STATES).default(USUAL_STATES) });
/** The body of a comparison. The space decides which searches apply. */
const SearchesQuestion = questionOf({
  state: stateText(),
  searches: z
    .array(
      questionOf({ algorithm: name('algorithm'), heuristic: name('heuristic').nullish() }),
      orElse('', 'the searches must be a list'),
    )
    .min(1, 'the list of searches is empty: name at least one, or leave out the list')
    .optional(),
});
const text = (field: string, most = LONGEST_STATE) =>
  z
    .string(orElse(`${field} is missing: give it as a text`, `${field} must be a text`))
    .max(most, `${field} must be a text of at most ${most} characters`);
const NAMED = ['space', 'id', 'metric', 'goal', 'start'].map((field) => [field, text(field).optional()] as const);
const PlanQuestion = questionOf(Object.fromEntries(NAMED));
const GivenFile = questionOf({ name: text('name'), text: text('text', MOST_FILE_CHARACTERS) }).optional();
const ExplorationQuestion = questionOf({ ...Object.fromEntries(NAMED), file: GivenFile, module: GivenFile });
const TableQuestion = questionOf({ name: text('name').default('the table') });
/** A request without parameters. */
const NoQuestion = questionOf({});

/** Checks a request. @throws InputError that names the first fault */
function checkedQuestion<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(input);
  if (error !== undefined) throw new InputError(error.issues[0].message);
  return data;
}

/** Returns the schema of an object with these fields and no others. */
function questionOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(' and ') || 'none';
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown parameter '${excerpt(String(issue.keys[0]))}': expected ${known}`
        : `expected an object of ${known}, found ${jsonExcerpt(issue.input)}`,
  });
}

/** Returns the error of a field that is missing, or of a wrong type. */
function orElse(missing: string, wrong: string) {
  return {
    error: ({ input }: { readonly input?: unknown }) =>
      input === undefined ? missing : `${wrong}, found ${jsonExcerpt(input)}`,
  };
}

function stateText() {
  return z
    .string(orElse('state is missing: give the text of a state', 'the state must be a text'))
    .min(1, 'the state is empty')
    .max(LONGEST_STATE, `the state must be a text of at most ${LONGEST_STATE} characters`);
}

/** Returns the schema of an algorithm's or a heuristic's name. */
function name(field: string) {
  return z.string(orElse(`a search has no ${field}: name one`, `the ${field} must be a text`));
}

/** Returns the schema of a parameter that is a whole number in digits. */
function wholeNumber(name: string, least: number, most: number) {
  const expected = `${name} must be a whole number from ${least} to ${most}`;
  return z
    .string({ error: `${name} is missing: give it as a whole number from ${least}` })
    .regex(/^\d{1,9}$/, { error: ({ input }) => `${expected}, found '${excerpt(String(input))}'` })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error: ({ input }) => `${expected}, found ${input}` });
}

/**
 * Reads a query such as `?state=1+2&count=3` as application/x-www-form-urlencoded, in which a plus is a space.
 * @param url address with or without a query
 * @throws InputError if a parameter occurs twice or is not percent-encoded UTF-8
 */
function readQuery(url: string): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  const begin = url.indexOf('?');
  if (begin === -1) return parameters;
  for (const part of url.slice(begin + 1).split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    // An object without a prototype could hold it, but would take three times as long to make and to check.
    if (name === '__proto__') throw new InputError("unknown parameter '__proto__'");
    if (Object.hasOwn(parameters, name))
      throw new InputError(`the parameter '${excerpt(name)}' is given twice: give it once`);
    parameters[name] = equals === -1 ? '' : decoded(part.slice(equals + 1));
  }
  return parameters;
}

function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new InputError(`the query holds '${excerpt(text)}', which is not percent-encoded UTF-8: write % as %25`);
  }
}
