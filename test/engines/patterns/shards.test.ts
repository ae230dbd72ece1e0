/** Patterns of more than 4 GiB need several memories. These tests divide small ones. */

import { describe, expect, test } from 'vitest';
import type { EnginePlan, Need } from '#src/engines/engine.js';
import { planPattern } from '#src/engines/patterns/engine.js';
import { exploreRun } from '#src/runs/exploration/exploration.js';
import type { NumberedSpace } from '#src/space/space.js';
import type { TableContents } from '#src/table/files/contents.js';
import { plainPatternTable } from '../../pattern-table.js';
import { rows } from '../../suite.js';

const bytesOf = (table: TableContents | null) => Buffer.concat([...(table?.bytes(0) ?? [])]).toString('base64');

function planOf(space: NumberedSpace, need: Partial<Need>, mostPerShard: number): EnginePlan {
  const plan = planPattern(space, { table: true, first: 20, ...need }, mostPerShard);
  if ('refused' in plan) throw new Error(plan.refused);
  return plan;
}

async function explored(plan: EnginePlan) {
  const run = await plan.open();
  try {
    const { histogram, antipodes, table } = await exploreRun(plan, run, undefined);
    return { histogram, antipodes, bytes: bytesOf(table) };
  } finally {
    await run.close();
  }
}

/** Finds the layers up to a depth, and restores them in another run, as from a checkpoint. @returns the results of that run */
async function resumed(space: NumberedSpace, depth: number, mostPerShard: number) {
  const plan = planOf(space, { threads: 2 }, mostPerShard);
  const run = await plan.open();
  const histogram: number[] = [];
  let first: readonly number[] = [];
  for await (const layer of run.layers(() => true)) {
    histogram.push(layer.fresh);
    first = layer.first;
    if (layer.depth === depth) break;
  }
  const snapshot = await run.snapshot();
  const next = planOf(space, { threads: 1, from: { histogram, first } }, mostPerShard);
  const nextRun = await next.open();
  const nextSnapshot = await nextRun.snapshot();
  await nextSnapshot.restore(histogram, {
    async read(file) {
      for (const part of snapshot.parts(depth).filter((of) => of.file === file)) {
        // Pieces of another length than the saved ones, so that they extend across shards.
        const whole = new Uint8Array(snapshot.rowBytes(file, 0));
        for (const { begin, memory } of snapshot.held(part)) whole.set(memory, begin);
        for (let begin = 0; begin < whole.length; begin += 10_000) {
          const bytes = whole.slice(begin, begin + 10_000);
          nextSnapshot.put({ file, row: 0, begin, bytes: bytes.length }, bytes);
        }
      }
    },
    checkStates: (_, expected, found) => expect(found).toBe(expected),
  });
  const { histogram: all, antipodes, table } = await exploreRun(next, nextRun, undefined);
  const found = { histogram: all, antipodes, bytes: bytesOf(table) };
  await Promise.all([run.close(), nextRun.close()]);
  return found;
}

describe('a pattern in several memories', () => {
  test.each(
    rows(
      [
        ['3x3', [1, 2, 3, 5, 7, 8], undefined, 50],
        ['.../.#./...', [1, 2, 3, 4, 5], 5, 1000],
        ['2x5', [1, 2, 4, 5, 7, 9], 3, 333],
        ['3x3', [2, 3, 4, 5, 6, 8], 4, 1],
      ] as const,
      [0, 3],
    ),
  )(
    '%s, tiles %j, blank %s, by %i placements, has the results of a plain search',
    async (board, tiles, blank, mostPerShard) => {
      const { space, contents, depths } = await plainPatternTable(board, tiles, blank);
      const { histogram } = contents;
      const deepest = [...depths.keys()].filter((state) => depths[state] === histogram.length - 1);
      const antipodes = deepest.map((state) => space.format(state)).slice(0, 20);
      const expected = { histogram, antipodes, bytes: bytesOf(contents) };
      for (const threads of [1, 2]) expect(await explored(planOf(space, { threads }, mostPerShard))).toEqual(expected);
      expect(await resumed(space, 9, mostPerShard)).toEqual(expected);
    },
  );
});
