import { describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { WorkerPool } from '#src/base/worker-pool.js';
import { explore } from '#src/runs/explore.js';
import {
  type LayerSamples,
  layerSamples,
  newSurveyQueues,
  type SampledLayers,
  type Surveying,
  type SurveyOutcome,
  type SurveyTask,
} from '#src/serve/layer-samples.js';
import { NEVER } from '#src/serve/work.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { SeededRandom } from '#src/spaces/board/random.js';
import { type TableContents, TableError } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';

const { table: contents } = await explore({ space: 'pancake:3', antipodes: 0, threads: 1 });
const table = await Table.of(contents as TableContents);
const [GOAL, FIRST, SECOND] = ['1 2 3', '2 1 3', '3 2 1'];
const LAYERS: SampledLayers = {
  layers: [[GOAL], [FIRST, SECOND]].map((states) => states.map((state) => table.space.parse(state))),
  antipodes: [FIRST, SECOND].map((state) => table.space.parse(state)),
};

function samples(survey: Surveying | null, { queues = newSurveyQueues(), isLarge = false } = {}): LayerSamples {
  return layerSamples('three', table, { queues }, survey, isLarge);
}

/** A survey that a test ends. */
function heldSurvey() {
  const ends: { done: () => void; fail: (error: Error) => void }[] = [];
  const survey: Surveying = (signal) =>
    new Promise((resolve, reject) => {
      ends.push({ done: () => resolve(LAYERS), fail: reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { ends, survey };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a space is enumerated for states of its depths', () => {
  test('on the first request, once for all requests', async () => {
    const { ends, survey } = heldSurvey();
    const three = samples(survey);
    await turn();
    expect(ends.length).toBe(0);
    const asked = [three.random(0, 5, NEVER), three.random(1, 5, NEVER), three.antipodes(1, NEVER)] as const;
    await turn();
    ends[0].done();
    const [first, second, antipodes] = await Promise.all(asked);
    expect(first).toEqual({ states: [GOAL], uniform: true });
    expect(second.states.toSorted()).toEqual([FIRST, SECOND]);
    expect(antipodes).toEqual([FIRST]);
    expect((await three.random(1, 1, NEVER)).states.length).toBe(1);
    expect(ends.length).toBe(1);
  });

  test('one space after another, even if one fails', async () => {
    const queues = newSurveyQueues();
    const { ends, survey } = heldSurvey();
    const asked = [1, 2, 3].map(() => samples(survey, { queues }).random(0, 1, NEVER).catch(String));
    await turn();
    expect(ends.length).toBe(1);
    ends[0].fail(new TableError('damaged'));
    await asked[0];
    await turn();
    expect(ends.length).toBe(2);
    ends[1].done();
    await asked[1];
    await turn();
    ends[2].done();
    expect(await Promise.all(asked)).toEqual([
      'TableError: damaged',
      { states: [GOAL], uniform: true },
      { states: [GOAL], uniform: true },
    ]);
  });

  test('but no longer after it is closed', async () => {
    const { ends, survey } = heldSurvey();
    const three = samples(survey);
    const refused = expect(three.random(0, 1, NEVER)).rejects.toThrow('aborted');
    await turn();
    expect(ends.length).toBe(1);
    three.close();
    await refused;
  });
});

test('a small space does not wait for a large one', async () => {
  const queues = newSurveyQueues();
  const { ends, survey } = heldSurvey();
  const large = samples(survey, { queues, isLarge: true });
  const antipodes = large.antipodes(1, NEVER);
  const small = samples(async () => LAYERS, { queues });
  expect(await small.antipodes(2, NEVER)).toEqual([FIRST, SECOND]);
  expect(ends.length).toBe(1);
  ends[0].done();
  expect(await antipodes).toEqual([FIRST]);
});

test('an enumeration ends, or leaves the queue, when no client waits any more', async () => {
  const queues = newSurveyQueues();
  let ended = 0;
  const endless: Surveying = (signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        ended++;
        reject(signal.reason);
      });
    });
  const clients = [1, 2, 3].map(() => new AbortController());
  const [first, second] = [1, 2].map(() => samples(endless, { queues, isLarge: true }));
  const asked = [first, first, second].map((three, at) =>
    three.antipodes(1, () => clients[at].signal).catch((error) => error.message),
  );
  await turn();
  clients[0].abort(new Error('one'));
  expect(await asked[0]).toBe('one');
  expect(ended).toBe(0);
  clients[2].abort(new Error('three'));
  expect(await asked[2]).toBe('three');
  clients[1].abort(new Error('two'));
  expect(await asked[1]).toBe('two');
  expect(ended).toBe(1);
  // The queue is free again.
  expect(await samples(async () => LAYERS, { queues, isLarge: true }).antipodes(1, NEVER)).toEqual([FIRST]);
});

test('states of a space that is large, or cannot be enumerated, are drawn or walked to at once', async () => {
  const { ends, survey } = heldSurvey();
  const short = samples(async () => {
    throw new MemoryError('no memory');
  });
  for (const three of [samples(survey, { isLarge: true }), samples(null), short]) {
    const { states, uniform } = await three.random(1, 5, NEVER);
    expect([states.toSorted(), uniform]).toEqual([[FIRST, SECOND], true]);
  }
  expect(ends.length).toBe(0);
  for (const three of [samples(null), short]) expect(await three.antipodes(5, NEVER)).toEqual([]);
});

describe('of a depth that few states have', async () => {
  const { table: contents } = await explore({ space: 'pancake:7', antipodes: 0, threads: 1 });
  const seven = await Table.of(contents as TableContents);
  const last = seven.maxDepth;
  const layers = seven.histogram.map(() => [seven.space.parse('7 6 5 4 3 2 1')]);
  const survey: Surveying = async () => ({ layers, antipodes: [] });
  const large = (begins: readonly string[]) => layerSamples('seven', seven, { antipodes: begins }, survey, true);

  test('some are walked to: those on many shortest paths more often', async () => {
    const { states, uniform } = await large([]).random(2, 10, NEVER);
    expect(uniform).toBe(false);
    expect(new Set(states).size).toBe(10);
    for (const state of states) expect(seven.distance(state)).toBe(2);
  });

  test('all are walked to if they are few', async () => {
    expect(await large([]).random(1, 20, NEVER)).toMatchObject({ states: { length: 6 }, uniform: true });
  });

  test('the space is enumerated if walks do not reach them', async () => {
    // Walks from these random states miss some of the 35 antipodes.
    const random = new SeededRandom(2);
    const { states, uniform } = await layerSamples('seven', seven, { random }, survey, true).random(last, 100, NEVER);
    expect([states, uniform]).toEqual([['7 6 5 4 3 2 1'], true]);
  });
});

test('a worker that lacks the memory reports it as plain data', async () => {
  const board = parseBoard('4x4');
  const pool = new WorkerPool<SurveyTask, SurveyOutcome>('survey-layers', 1);
  try {
    const task = {
      of: { view: { board, goal: orderedPosition(board), metric: 'single' } },
      histogram: [1],
      threads: 1,
      perLayer: 1,
    } as const;
    const [outcome] = await pool.runOnAll({ antipodes: 1, ...task }, 'in a test');
    expect(outcome).toEqual({ lacking: expect.stringContaining('4x4') });
  } finally {
    await pool.destroy();
  }
});
