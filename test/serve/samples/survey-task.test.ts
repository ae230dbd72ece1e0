import { expect, test } from 'vitest';
import { WorkerPool } from '#src/base/worker-pool.js';
import type { SurveyOutcome, SurveyTask } from '#src/serve/layer-survey.js';
import { parseBoard } from '#src/spaces/board/board.js';
import { orderedPosition } from '#src/spaces/board/position.js';

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
