/** Spaces of more than 4 GiB need several memories. These tests divide small ones. */

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compileKernel } from '#src/base/memory.js';
import type { Keeping } from '#src/engines/batches.js';
import { blocksOf, cellsAtDepth, layOut } from '#src/engines/boards/board-plan.js';
import { boardWorker } from '#src/engines/boards/layers.js';
import { allocate, seedGoal, tableWords } from '#src/engines/boards/memory.js';
import { KeptStates } from '#src/engines/boards/observers.js';
import type { EnginePlan, PlanRequest } from '#src/engines/engine.js';
import { planGroup } from '#src/engines/groups/engine.js';
import { planPattern } from '#src/engines/patterns/engine.js';
import { type Exploration, exploreRun } from '#src/runs/exploration/exploration.js';
import type { SpaceSource } from '#src/space/space.js';
import { type Metric, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, stateOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { patternSource } from '#src/spaces/board-facts.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { plainPatternTable } from '../pattern-table.js';
import { FULL, rows } from '../suite.js';
import { DIRECTED } from './generated.js';

function foundOf({ histogram, antipodes, table }: Exploration) {
  return { histogram, antipodes, bytes: Buffer.concat([...(table?.bytes(0) ?? [])]).toString('base64') };
}

/** Returns plans whose memory is divided. @param most maximum number of blocks or placements in a shard; by default all */
async function plansOf(source: SpaceSource, most?: number): Promise<(request: Partial<PlanRequest>) => EnginePlan> {
  const space = await openNumberedSpace(source);
  return (part) => {
    const request = { table: true, first: 20, ...part };
    const plan = source.kind === 'pattern' ? planPattern(space, request, most) : planGroup(space, request, most);
    if ('refused' in plan) throw new Error(plan.refused);
    return plan;
  };
}

async function explored(plan: EnginePlan) {
  const run = await plan.open();
  try {
    return foundOf(await exploreRun(plan, run, undefined));
  } finally {
    await run.close();
  }
}

/** Finds the layers up to a depth, and restores them in another run, as from a checkpoint. @returns the results of that run */
async function resumed(planOf: (request: Partial<PlanRequest>) => EnginePlan, depth: number) {
  const plan = planOf({ threads: 2 });
  const run = await plan.open();
  const histogram: number[] = [];
  let first: readonly number[] = [];
  for await (const layer of run.layers(() => true)) {
    histogram.push(layer.fresh);
    first = layer.first;
    if (layer.depth === depth) break;
  }
  const snapshot = await run.snapshot();
  const next = planOf({ threads: 1, from: { histogram, first } });
  const nextRun = await next.open();
  const nextSnapshot = await nextRun.snapshot();
  await nextSnapshot.restore(histogram, {
    async read(file) {
      for (const part of snapshot.parts(depth).filter((of) => of.file === file)) {
        // Pieces of another length than the saved ones, so that they extend across shards.
        for (const row of part.rows) {
          const whole = new Uint8Array(snapshot.rowBytes(file, row));
          for (const { begin, memory } of snapshot.held({ ...part, rows: [row] })) whole.set(memory, begin);
          for (let begin = 0; begin < whole.length; begin += 10_000) {
            const bytes = whole.slice(begin, begin + 10_000);
            nextSnapshot.put({ file, row, begin, bytes: bytes.length }, bytes);
          }
        }
      }
    },
    checkStates: (_, expected, found) => expect(found).toBe(expected),
  });
  const found = foundOf(await exploreRun(next, nextRun, undefined));
  await Promise.all([run.close(), nextRun.close()]);
  return found;
}

function pattern(name: string, tiles: readonly number[], blank?: number): SpaceSource {
  const board = parseBoard(name);
  return patternSource(board, orderedPosition(board, blank), tiles);
}

describe('in several memories the results are those in one, also if the run is resumed', () => {
  const spaces: readonly (readonly [string, SpaceSource, number, number])[] = [
    ['pancake:9 by single blocks', { kind: 'known', space: 'pancake:9' }, 1, 5],
    ['directed moves, with whole depths,', DIRECTED, 1, 7],
    ['six tiles of 3x3', pattern('3x3', [1, 2, 3, 5, 7, 8]), 50, 9],
    ['a map on which moves do not reach all states', pattern('.../.#./...', [1, 2, 3, 4, 5], 5), 1000, 9],
    ['six tiles of 2x5', pattern('2x5', [1, 2, 4, 5, 7, 9], 3), 333, 9],
    ['six tiles of 3x3 by single placements', pattern('3x3', [2, 3, 4, 5, 6, 8], 4), 1, 9],
  ];
  test.each(rows(spaces, [1, 2, 3]))('%s', async (_, source, most, depth) => {
    const whole = await explored((await plansOf(source))({ threads: 1 }));
    const plans = await plansOf(source, most);
    for (const threads of [1, 2]) expect(await explored(plans({ threads }))).toEqual(whole);
    expect(await resumed(plans, depth)).toEqual(whole);
  });

  // `npm test` has that of fewer tiles in one memory, see cases.test.ts.
  test.runIf(FULL)('those of a pattern are a plain search’s, to the last bit of the table', async () => {
    const { space, contents, depths } = await plainPatternTable('3x3', [1, 2, 3, 5, 7, 8]);
    const { histogram } = contents;
    const deepest = [...depths.keys()].filter((state) => depths[state] === histogram.length - 1);
    const bytes = Buffer.concat([...contents.bytes(0)]).toString('base64');
    const expected = { histogram, antipodes: deepest.map((state) => space.format(state)).slice(0, 20), bytes };
    expect(await explored((await plansOf(space.source, 50))({ threads: 2 }))).toEqual(expected);
  });
});

/** Explores a board on this thread, with its bitsets in memories of limited size. */
async function boardIn(name: string, metric: Metric, largestShard?: number) {
  const board = parseBoard(name);
  const geometry = geometryOf(board);
  const goal = orderedPosition(board);
  const start = stateOf(geometry, goal, goal);
  const { layout, constants } = layOut(
    geometry,
    blocksOf(geometry),
    { metric, table: true, fresh: false },
    1,
    largestShard,
  );
  const cells = [cellsAtDepth(board, metric, start.cell, 0), cellsAtDepth(board, metric, start.cell, 1)] as const;
  const shared = allocate(layout, constants, compileKernel('layers'), cells, 1);
  seedGoal(shared, start);
  const [seconds, lastDepth] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const worker = boardWorker((of, keeping: Keeping) => (depth) => new KeptStates(of, keeping, depth));
  const batch = { seconds, lastDepth, workers: 1, spin: false };
  const { layers } = worker.findLayers({ shared, batch, request: { most: 0 } });
  const table = createHash('sha256');
  for (let cell = 0; cell < board.cells; cell++) for (const words of tableWords(shared, cell)) table.update(words);
  const histogram = [1, ...layers.map(({ fresh }) => fresh)];
  return { shards: layout.shards, histogram, table: table.digest('hex') };
}

// Boards of several blocks have 240 million states. `npm test` makes single moves between memories, see boards.test.ts.
describe.runIf(FULL)('a board in several memories', () => {
  test.each([
    ['3x4', 'single', 9_800_000],
    ['3x4', 'multi', 9_800_000],
    ['.#../..../..../#..#', 'multi', 9_800_000],
  ] as const)('%s, metric %s, has the same layers and the same table as in one', async (name, metric, largestShard) => {
    const together = await boardIn(name, metric);
    const apart = await boardIn(name, metric, largestShard);
    expect(together.shards).toBe(1);
    expect(apart.shards).toBeGreaterThan(3);
    expect({ ...apart, shards: 1 }).toEqual(together);
  });
});
