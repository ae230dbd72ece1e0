import { describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { WorkerPool } from '#src/base/worker-pool.js';
import { explore } from '#src/runs/explore.js';
import {
  type LayerSamples,
  layerSamples,
  type SampledLayers,
  type Surveying,
  type SurveyOutcome,
  type SurveyTask,
} from '#src/serve/layer-samples.js';
import { newSlots } from '#src/serve/work.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { type TableContents, TableError } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';

const { table: contents } = await explore({ space: 'pancake:3', antipodes: 0, threads: 1 });
const table = await Table.of(contents as TableContents);
const [GOAL, FIRST, SECOND] = ['1 2 3', '2 1 3', '3 2 1'];
const LAYERS: SampledLayers = {
  layers: [[GOAL], [FIRST, SECOND]].map((states) => states.map((state) => table.space.parse(state))),
  antipodes: [FIRST, SECOND].map((state) => table.space.parse(state)),
};

function samples(survey: Surveying | null, queue = newSlots(1)): LayerSamples {
  return layerSamples('three', table, { queue }, survey);
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
    const asked = [three.random(0, 5), three.random(1, 5), three.antipodes(1)] as const;
    await turn();
    ends[0].done();
    const [first, second, antipodes] = await Promise.all(asked);
    expect(first).toEqual({ states: [GOAL], uniform: true });
    expect(second.states.toSorted()).toEqual([FIRST, SECOND]);
    expect(antipodes).toEqual([FIRST]);
    expect((await three.random(1, 1)).states.length).toBe(1);
    expect(ends.length).toBe(1);
  });

  test('one space after another, even if one fails', async () => {
    const queue = newSlots(1);
    const { ends, survey } = heldSurvey();
    const asked = [1, 2, 3].map(() => samples(survey, queue).random(0, 1).catch(String));
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
    const refused = expect(three.random(0, 1)).rejects.toThrow('aborted');
    await turn();
    expect(ends.length).toBe(1);
    three.close();
    await refused;
  });
});

test('states are walked to in a space that is too large, and as long as the machine lacks the memory', async () => {
  let free = false;
  const short = samples(async () => {
    if (!free) throw new MemoryError('no memory');
    return LAYERS;
  });
  for (const three of [samples(null), short]) {
    const { states, uniform } = await three.random(1, 5);
    expect([states.toSorted(), uniform]).toEqual([[FIRST, SECOND], false]);
    expect(await three.antipodes(5)).toEqual([]);
  }
  free = true;
  expect((await short.random(0, 5)).uniform).toBe(true);
});

test('a worker that lacks the memory reports it as plain data', async () => {
  const board = parseBoard('4x4');
  const pool = new WorkerPool<SurveyTask, SurveyOutcome>('survey-layers.cjs', 1);
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
