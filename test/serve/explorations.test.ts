/** The API of a page without a server: spaces are explored and tables opened in memory. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exploreSpace } from '#src/runs/exploration/exploration.js';
import type {
  ErrorAnswer,
  ExplorationLine,
  LayerAnswer,
  OfferedSpace,
  OpenedAnswer,
  PlanAnswer,
  RandomAnswer,
  SpacesAnswer,
} from '#src/serve/answers.js';
import { makeApp } from '#src/serve/app.js';
import { newComparisons } from '#src/serve/comparisons.js';
import { Explorations } from '#src/serve/explorations.js';
import { partsOfFile } from '#src/table/parts.js';

const PUBLISHED: readonly { readonly space: string; readonly metric?: string; readonly maxDepth: number }[] =
  JSON.parse(readFileSync(new URL('../reference/distributions.json', import.meta.url), 'utf8'));
const USUAL_METRICS: readonly unknown[] = [undefined, 'single', 'half-turn'];
/** Maximum depths that this program has found. */
const COMPUTED: Readonly<Record<string, number>> = {
  'burnt-pancake:8': 15,
  'corners-3x3x3': 11,
  'knight:8': 6,
  'solitaire:8,4': 27,
};

let explorations: Explorations;
let app: ReturnType<typeof makeApp>;

/** Starts anew. @param memory bytes for explorations and tables */
function begin(memory = 2e9): void {
  explorations = new Explorations(memory);
  const onFault = (error: Error) => {
    throw error;
  };
  app = makeApp({ spaces: [], files: new Map(), compare: newComparisons(), explorations, onFault });
}

beforeEach(() => begin());
afterEach(() => {
  for (const space of explorations.spaces) space.close();
});

async function get<Answer>(path: string): Promise<Answer> {
  const response = await app.request(path);
  return (await response.json()) as Answer;
}

function explore(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return Promise.resolve(app.request('/api/explorations', { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function linesOf(response: Response): Promise<ExplorationLine[]> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExplorationLine);
}

/** Explores a space. @returns its id */
async function opened(body: object): Promise<string> {
  const last = (await linesOf(await explore(body))).at(-1) as OpenedAnswer;
  expect(last.space, JSON.stringify(last)).toBeDefined();
  return last.space.id;
}

const ids = async () => (await get<SpacesAnswer>('/api/spaces')).spaces.map(({ id }) => id);

describe('an exploration', () => {
  test('tells its plan, its layers and the space, whose distances are then there', async () => {
    const lines = await linesOf(await explore({ space: '3x3' }));
    const { plan } = lines[0] as { plan: PlanAnswer };
    expect(plan).toMatchObject({ id: '3x3', name: '3x3', states: 181_440, threads: 1, fits: true, problem: null });
    const layers = lines.slice(1, -1).map((line) => (line as { layer: LayerAnswer }).layer);
    expect(layers.map(({ depth }) => depth)).toEqual(Array.from({ length: 32 }, (_, depth) => depth));
    expect(layers.at(-1)).toMatchObject({ fresh: 2, found: 181_440, states: 181_440 });
    expect(lines.at(-1)).toMatchObject({ space: { id: '3x3', maxDepth: 31, hasTable: true } });
    expect(await ids()).toEqual(['3x3', '4x4', '5x5']);
    expect(await get('/api/spaces/3x3/distance?state=2+3+4+1+5+x+7+6+8')).toMatchObject({ distance: 19 });
  });
});

test.each(['random?depth=1', 'antipodes?'])('a request for %s ends when its client leaves', async (what) => {
  const id = await opened({ space: 'pancake:4' });
  const space = explorations.spaces[0];
  const asked = vi.spyOn(space, what.startsWith('random') ? 'random' : 'antipodes');
  const { signal } = new AbortController();
  await app.request(`/api/spaces/${id}/${what}`, {}, { closing: () => signal });
  const abandoned = asked.mock.lastCall?.at(-1) as () => AbortSignal;
  expect(abandoned()).toBe(signal);
});

/** Returns the status and the line of a refused request. */
async function refusal(response: Response | Promise<Response>): Promise<[number, string]> {
  const answer = await response;
  return [answer.status, ((await answer.json()) as ErrorAnswer).error];
}

const DINO = `Set EDGES 3 1
Solved
EDGES
1 2 3
End
Move A
EDGES
2 3 1
End
`;

describe('the spaces of a page', () => {
  test.each(['2x4', 'pancake:8', 'hanoi:4,8', 'pyraminx', 'knight:8', 'solitaire:8,4', 'topspin:10,4'])(
    'show %s on a card before it is explored as after it',
    async (text) => {
      const { explores } = await get<SpacesAnswer>('/api/spaces');
      const offered = explores?.offered.find((other) => other.space === text);
      const { space, face, ...card } = offered as OfferedSpace;
      const opened = (await linesOf(await explore({ space }))).at(-1) as OpenedAnswer;
      expect(opened.space).toMatchObject(card);
      if (face === null) expect(opened.space.face).toBe(null);
      else expect(opened.space.face).toMatchObject(face);
    },
  );

  test('begin with those that are searched, and others are offered with their states', async () => {
    const { spaces, explores } = await get<SpacesAnswer>('/api/spaces');
    expect(spaces.map(({ id, hasTable }) => [id, hasTable])).toEqual([
      ['4x4', false],
      ['5x5', false],
    ]);
    expect(explores).toMatchObject({ isolated: true, memory: 2e9 });
    for (const { space, id, title, states, maxDepth } of explores?.offered ?? []) {
      expect(await get(`/api/plan?id=${id}`), space).toMatchObject({ id, name: space, title, states, fits: true });
      const known = PUBLISHED.find((other) => other.space === space && USUAL_METRICS.includes(other.metric));
      expect(maxDepth, space).toBe(known?.maxDepth ?? COMPUTED[space]);
    }
  });
});

describe('a plan', () => {
  test.each([
    ['space=15-puzzle', { id: '4x4', bytes: 0, seconds: 0, fits: true }],
    ['space=5x5', { id: '5x5', bytes: 0, fits: true }],
    ['space=3x3&metric=multi', { id: '3x3-multi', name: '3x3-multi', states: 181_440 }],
    ['space=3x3&goal=123/8x4/765', { id: '3x3-goal-1-2-3-8-x-4-7-6-5', name: '3x3-blank-4' }],
    ['space=..%23/...', { id: 'map-oox-ooo', name: '..#/...', states: 15 }],
    ['space=hanoi:3,4&start=CCCC', { id: 'hanoi-3-4-from-CCCC', states: 81 }],
    ['space=cube-2x2x2&metric=quarter-turn', { id: 'cube-2x2x2-quarter-turn' }],
    ['id=map-oox-ooo-multi-blank-0', { id: 'map-oox-ooo-multi-blank-0' }],
  ])('of %s', async (question, expected) => {
    expect(await get(`/api/plan?${question}`)).toMatchObject(expected);
  });

  test('of a space that is too large says so, and nothing is explored', async () => {
    const problem =
      /^pancake:14 needs \S+ [GT]B of memory, but this page has about 2.00 GB: choose a smaller space, or explore it with the program antipode$/;
    const plan = await get<PlanAnswer>('/api/plan?id=pancake-14');
    expect(plan).toMatchObject({ fits: false, hasTable: true, problem: expect.stringMatching(problem) });
    const lines = await linesOf(await explore({ space: 'pancake:14' }));
    expect(lines).toEqual([{ plan }, { failed: plan.problem }]);
  });

  test.each([
    ['4x4', 'multi', '4x4-multi', 10_461_394_944_000, null],
    ['2x7', 'single', '2x7', 43_589_145_600, 108],
    ['10x10', 'single', '10x10', 4.666e157, null],
    ['15x17', 'single', '15x17', null, null],
    ['...../...../..#../...../.....', 'single', 'map-ooooo-ooooo-ooxoo-ooooo-ooooo', 24 * 1.2926e22, null],
  ])('of %s in %s opens the board without a table', async (space, metric, id, states, maxDepth) => {
    const plan = await get<PlanAnswer>(`/api/plan?space=${encodeURIComponent(space)}&metric=${metric}`);
    expect(plan).toMatchObject({ id, hasTable: false, bytes: 0, fits: true, problem: null });
    if (states === null) expect(plan.states).toBeNull();
    else expect((plan.states as number) / states).toBeCloseTo(1, 3);
    const lines = await linesOf(await explore({ space, metric }));
    expect(lines).toEqual([{ space: await get(`/api/spaces/${id}`) }]);
    expect(lines).toMatchObject([{ space: { id, states: plan.states, hasTable: false, maxDepth } }]);
  });

  test.each([
    ['', 400, 'name one space, by its text or by its id; found 0'],
    ['space=3x3&id=3x3', 400, 'name one space, by its text or by its id; found 2'],
    ['space=3x', 400, "a board is written ROWSxCOLUMNS, such as 3x4; found '3x'"],
    ['space=pancake', 400, "pancake is written pancake:N, such as pancake:10; found 'pancake'"],
    ['space=3x3&goal=1+2+3', 400, "a position of 3x3 has 9 tiles with the blank, found 3: '1 2 3'"],
    ['space=3x3&depth=2', 400, "unknown parameter 'depth': expected space and id and metric and goal and start"],
    ['space=./mine.js', 400, 'a page runs only modules that are given to it, not ./mine.js'],
    ['space=./mine.tws', 400, 'the file ./mine.tws cannot be read (ENOENT)'],
    ['id=nothing', 404, "no space has the id 'nothing': name one such as 3x4 or pancake-8"],
    ['id=3x3&goal=1+2+3', 400, 'goal is for boards that are named by a text: leave it out'],
    ['id=3x3&metric=multi', 400, 'metric is for spaces that are named by a text: leave it out'],
    ['id=hanoi-3-4&start=CCCC', 400, 'start is a part of the id: leave it out'],
    [`space=${'x'.repeat(2001)}`, 400, 'space must be a text of at most 2000 characters'],
  ])('of %s is refused', async (question, status, line) => {
    expect(await refusal(app.request(`/api/plan?${question}`))).toEqual([status, line]);
  });
});

describe('further explorations', () => {
  test('give a space that is open at once', async () => {
    await opened({ space: 'pancake:5' });
    expect(await linesOf(await explore({ id: 'pancake-5' }))).toMatchObject([{ space: { id: 'pancake-5' } }]);
    expect(await get('/api/plan?id=pancake-5')).toMatchObject({ bytes: 0, states: 120, fits: true });
    expect(await linesOf(await explore({ space: '5x5' }))).toMatchObject([{ space: { id: '5x5' } }]);
  });

  test('wait for each other, and find a space that was explored meanwhile', async () => {
    const bodies = [{ space: '2x5' }, { space: '2x4' }, { id: '2x4' }];
    const responses = await Promise.all(bodies.map(explore));
    const ends = await Promise.all(responses.map(async (response) => [await linesOf(response), await ids()] as const));
    expect(ends.map(([lines]) => (lines.at(-1) as OpenedAnswer).space.id)).toEqual(['2x5', '2x4', '2x4']);
    // Either of the requests for 2x4 may be planned first; the other finds the space.
    const counts = ends.slice(1).map(([lines]) => lines.filter((line) => 'layer' in line).length);
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 37]);
    expect((await ids()).toSorted()).toEqual(['2x4', '2x5', '4x4', '5x5']);
  });

  test('stop when they are cancelled, whether they run or wait', async () => {
    const [running, waiting] = [await explore({ space: '3x4' }), await explore({ space: '2x4' })];
    const lines = (running.body as ReadableStream<Uint8Array>).getReader();
    // The plan.
    await lines.read();
    await waiting.body?.cancel();
    await lines.cancel();
    expect(await opened({ space: '2x3' })).toBe('2x3');
    expect(await ids()).toEqual(['2x3', '4x4', '5x5']);
  });

  test('drop the spaces that were opened first if they need their memory', async () => {
    await opened({ space: 'pancake:7' });
    await opened({ space: '2x3' });
    const { bytes } = await get<PlanAnswer>('/api/plan?space=2x5');
    for (const space of explorations.spaces) space.close();
    // Room for 2x5 beside one of the others.
    begin(bytes + 92e6 + 1000);
    await opened({ space: 'pancake:7' });
    await opened({ space: '2x3' });
    await opened({ space: '2x5' });
    expect(await ids()).toEqual(['2x3', '2x5', '4x4', '5x5']);
    expect(await refusal(app.request('/api/spaces/pancake-7/distribution'))).toEqual([
      404,
      "there is no space 'pancake-7': see /api/spaces",
    ]);
  });

  test('read puzzle files', async () => {
    const id = await opened({ file: { name: 'turn.tws', text: DINO } });
    expect(id).toMatch(/^turn-[0-9a-f]{6}$/);
    expect(await get(`/api/spaces/${id}/distance?state=2+3+1`)).toMatchObject({ distance: 1 });
  });

  test('count only the distances that moves make', async () => {
    const id = await opened({ space: 'hanoi:3,4', start: 'CCCC' });
    expect(await get(`/api/spaces/${id}/distance?state=AAAA`)).toMatchObject({ distance: 15 });
  });

  test.each([
    [{ file: { name: 'turn.tws', text: 'nonsense' } }, 400, "turn.tws: the file begins with 'nonsense': expected a"],
    [{ file: { name: 'turn.tws', text: '\0' } }, 400, 'turn.tws is not a text file, so it holds no puzzle'],
    [{ module: { name: 'mine.js', text: 'export default {}' } }, 400, 'a module is read from its file here: name its'],
    [{ file: 'turn.tws' }, 400, 'expected an object of name and text, found "turn.tws"'],
    [{ file: { name: 'turn.tws' } }, 400, 'text is missing: give it as a text'],
    [{ space: 7 }, 400, 'space must be a text, found 7'],
    [{}, 400, 'name one space, by its text or by its id; found 0'],
    [{ id: 'nothing' }, 404, "no space has the id 'nothing'"],
  ])('%j is refused', async (body, status, line) => {
    const [found, error] = await refusal(explore(body));
    expect([found, error.slice(0, line.length)]).toEqual([status, line]);
  });

  test('say why there is no space, once the plan is made', async () => {
    expect(await linesOf(await explore({ space: 'pancake:1' }))).toEqual([
      { failed: 'pancake:N takes 2 to 255 pancakes, such as pancake:10; found 1' },
    ]);
  });
});

/* Files of tables. */

async function fileOf(space: string, metric?: string): Promise<Uint8Array<ArrayBuffer>> {
  const { table } = await exploreSpace({ space, metric, antipodes: 0 });
  return new Uint8Array(await new Blob([...partsOfFile(table)].map((part) => part.slice())).arrayBuffer());
}

function openTable(body: Uint8Array<ArrayBuffer>, name = 'mine.table'): Promise<Response> {
  return Promise.resolve(app.request(`/api/tables?name=${encodeURIComponent(name)}`, { method: 'POST', body }));
}

describe('a table that is given as bytes', () => {
  test.each([
    ['3x3', undefined, '3x3'],
    ['2x4', 'multi', '2x4-multi'],
    ['pancake:6', undefined, 'pancake-6'],
    ['solitaire:3,2', undefined, 'solitaire-3-2'],
  ])('answers as the explored space: %s %s', async (space, metric, id) => {
    const given = (await (await openTable(await fileOf(space, metric))).json()) as OpenedAnswer;
    expect(given.space).toMatchObject({ id, hasTable: true });
    const about = async (question: string) => get<RandomAnswer>(`/api/spaces/${id}/${question}`);
    const { depth, states } = await about('antipodes');
    expect(await about(`random?depth=${depth}`)).toMatchObject({ uniform: true });
    const questions = states.map((state) => `distance?state=${encodeURIComponent(state)}`);
    const answers = await Promise.all(questions.map(about));
    begin();
    expect(await opened({ space, metric })).toBe(id);
    expect(await Promise.all(questions.map(about))).toEqual(answers);
    expect(await about('antipodes')).toMatchObject({ depth, states });
  });

  test('has another id if the space is open already', async () => {
    await opened({ space: '2x3' });
    await openTable(await fileOf('2x3'));
    expect(await ids()).toEqual(['2x3', '2x3-2', '4x4', '5x5']);
  });

  test('is refused if it is damaged anywhere, or not whole', async () => {
    const file = await fileOf('pancake:7');
    const { length } = file;
    /** Returns the file with one bit changed. */
    const changed = (at: number) => file.with(at, file[at] ^ 1);
    const refused = async (body: Uint8Array<ArrayBuffer>) => refusal(openTable(body));
    const damaged = 'mine.table: the table is damaged in its states, chunk 0; make it again';
    const rows: [Uint8Array<ArrayBuffer>, string][] = [
      [changed(0), 'mine.table: this is not an antipode table: it does not begin with ANTIPODE'],
      [new Uint8Array(), 'mine.table: the file is empty; make the table again'],
      [changed(40), 'mine.table: the header is damaged: its checksum does not match'],
      // A state, and the checksum of all states.
      [changed(length - 640), damaged],
      [changed(length - 64), damaged],
      [
        file.slice(0, -64),
        `mine.table: the table is truncated: ${length} bytes expected, ${length - 64} found; make it again`,
      ],
    ];
    for (const [body, line] of rows) expect(await refused(body)).toEqual([400, line]);
    expect(await ids()).toEqual(['4x4', '5x5']);
  });

  test('is refused if it does not fit', async () => {
    begin(1000);
    expect((await refusal(openTable(await fileOf('3x3'))))[1]).toMatch(/^mine.table needs .* but this page has about/);
  });
});

test('antipode serve explores nothing', async () => {
  const served = makeApp({ spaces: [], files: new Map(), compare: newComparisons(), onFault: () => {} });
  expect(await (await served.request('/api/spaces')).json()).toEqual({ spaces: [], explores: null });
  expect((await served.request('/api/explorations', { method: 'POST' })).status).toBe(404);
  const plan = { id: '3x3', states: 181_440, hasTable: false, bytes: 0, problem: null };
  expect(await (await served.request('/api/plan?space=3x3')).json()).toMatchObject(plan);
  for (const space of ['pancake:5', './package.json', 'secret.txt']) {
    expect(await refusal(served.request(`/api/plan?space=${space}`))).toEqual([
      400,
      'this server opens only boards: name one such as 10x10, or serve a table of the space',
    ]);
  }
});
