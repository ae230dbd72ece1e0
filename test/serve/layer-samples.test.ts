import { describe, expect, test } from 'vitest';
import { MemoryError } from '#src/base/memory.js';
import { WorkerPool } from '#src/base/worker-pool.js';
import { LayerSamples, type Surveying } from '#src/serve/layer-samples.js';
import type { SurveyOutcome, SurveyTask } from '#src/serve/layer-survey.js';
import { MACHINE, type SampledLayers } from '#src/serve/sampled-layers.js';
import { Slots } from '#src/serve/work.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { TableError } from '#src/table/files/contents.js';

/** State 0 at depth 0, and states 1 and 2 at depth 1. */
const LAYERS: SampledLayers = {
  states: Float64Array.of(0, 1, 2),
  ends: Float64Array.of(1, 3),
  antipodes: [1, 2],
};

function samples(survey: Surveying | undefined, queue = new Slots(1)): LayerSamples {
  return new LayerSamples({
    name: 'three',
    maxDepth: 1,
    survey,
    queue,
    walks: { to: async (depth) => [`walked to ${depth}`], antipodes: async () => ['claimed'] },
    random: MACHINE,
    text: (state) => `s${state}`,
  });
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
    expect(first).toEqual({ states: ['s0'], uniform: true });
    expect([...second.states].sort()).toEqual(['s1', 's2']);
    expect(antipodes).toEqual(['s1']);
    expect((await three.random(1, 1)).states.length).toBe(1);
    expect(ends.length).toBe(1);
  });

  test('again if that has failed', async () => {
    const { ends, survey } = heldSurvey();
    const three = samples(survey);
    const asked = [three.random(0, 1), three.antipodes(1)];
    const refused = Promise.all(asked.map((each) => expect(each).rejects.toThrow(TableError)));
    await turn();
    ends[0].fail(new TableError('damaged'));
    await refused;
    const again = three.random(0, 1);
    await turn();
    ends[1].done();
    expect((await again).states).toEqual(['s0']);
  });

  test('one space after another, even if one fails', async () => {
    const queue = new Slots(1);
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
      { states: ['s0'], uniform: true },
      { states: ['s0'], uniform: true },
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

describe('states are walked to', () => {
  const walked = { states: ['walked to 1'], uniform: false };

  test('in a space that is too large', async () => {
    expect(await samples(undefined).random(1, 5)).toEqual(walked);
    expect(await samples(undefined).antipodes(5)).toEqual(['claimed']);
    expect(await samples(undefined).antipodes(0)).toEqual([]);
  });

  test('as long as the machine lacks the memory', async () => {
    let free = false;
    const three = samples(async () => {
      if (!free) throw new MemoryError('no memory');
      return LAYERS;
    });
    expect(await three.random(1, 5)).toEqual(walked);
    expect(await three.antipodes(5)).toEqual(['claimed']);
    free = true;
    expect((await three.random(0, 5)).uniform).toBe(true);
  });
});

test('a worker that lacks the memory reports it as plain data', async () => {
  const board = parseBoard('4x4');
  const pool = new WorkerPool<SurveyTask, SurveyOutcome>('survey-layers.cjs', 1);
  try {
    const task = {
      view: { board, goal: orderedPosition(board), metric: 'single' },
      histogram: [1],
      threads: 1,
      perLayer: 1,
    } as const;
    const [outcome] = await pool.runOnAll({ kind: 'board', antipodes: 1, ...task }, 'in a test');
    expect(outcome).toEqual({ kind: 'no memory', message: expect.stringContaining('4x4') });
  } finally {
    await pool.destroy();
  }
});
