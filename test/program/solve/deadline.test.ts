import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Answers } from '../../../src/program/process/answers.js';
import { PositionQuestions } from '../../../src/program/solve/positions.js';
import { Solver } from '../../../src/program/solve/solver.js';
import { BoardTables } from '../../../src/program/tables/board-tables.js';
import type { Limits } from '../../../src/search/question/limits.js';

/** Questions whose pattern databases take up the whole time limit. */
class SlowDatabases extends PositionQuestions {
  override async patternDatabases(asked: ReturnType<PositionQuestions['read']>, limits: Limits) {
    const found = await super.patternDatabases(asked, limits);
    while (limits.millisecondsLeft > 0) await setTimeout(1);
    return found;
  }
}

test('making databases and searching with them share one time limit', async () => {
  const options = { algorithm: 'idastar', heuristic: 'pattern', partition: '4-4', seconds: 0.5 } as const;
  const discard = new PassThrough();
  const position = '2 3 4 1 5 x 7 6 8';
  const kind = new SlowDatabases(options, await BoardTables.of());
  const solver = new Solver(kind, options, discard);
  await expect(solver.answer(position, new Answers(discard))).rejects.toThrow(
    'no solution within the time limit of 0.5 s: raise it, or use a stronger algorithm or heuristic',
  );
});
