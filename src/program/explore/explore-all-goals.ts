/** `antipode explore --all-goals`: every goal up to the board's symmetries, and the distances of all pairs of positions. */

import { join } from 'node:path';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import type { Need } from '../../engines/engine.js';
import { type AllGoalsExploration, exploreAllGoals } from '../../runs/all-goals.js';
import { fileNameOf } from '../../space/names.js';
import type { Board } from '../../spaces/board/board.js';
import { orderedPosition } from '../../spaces/board/position.js';
import { spaceName } from '../../spaces/board/space/board-facts.js';
import { orbitsOf } from '../../spaces/board/symmetry.js';
import type { Io } from '../process/io.js';
import { allGoalsText } from '../terminal/all-goals-text.js';
import {
  explorationPaths,
  filesOf,
  type WrittenExploration,
  writeExploration,
  writeResult,
} from './exploration-files.js';
import { distributionFields } from './exploration-result.js';
import { ExplorationWatch, logOf } from './exploration-watch.js';
import { boardMetric, DEFAULT_OUTPUT, type ExploreArguments } from './explore-arguments.js';
import { prepare } from './preparation.js';

export async function exploreAllGoalsCommand(
  board: Board,
  need: Need,
  options: ExploreArguments,
  io: Io,
): Promise<void> {
  const { output = DEFAULT_OUTPUT, json: asJson, log: logPath } = options;
  const metric = boardMetric(options);
  const { table, antipodes } = need;
  const pathsFor = (goalCell: number) => explorationPaths(output, spaceName(board, goalCell, metric), table);
  const goalCells = orbitsOf(board).map((cells) => cells[cells.length - 1]);
  const path = join(output, `${fileNameOf(spaceName(board, lastCell(board), metric))}-all-goals.json`);
  const paths = goalCells.map(pathsFor);
  const files = [...paths.flatMap(filesOf), path];
  const search = planBoard(board, { metric, table, fresh: false }, need.threads, goalCells.length);
  const { threads } = search;
  prepare(new BoardEnginePlan(search, orderedPosition(board), need), output, files, io, goalCells.length);
  const log = logOf(logPath, files, io);

  const written: WrittenExploration[] = [];
  const newWatch = () => new ExplorationWatch({ io, log, goal: { index: written.length, count: goalCells.length } });
  let watch = newWatch();
  let exploration: AllGoalsExploration;
  try {
    exploration = await exploreAllGoals({
      board,
      metric,
      threads,
      table,
      antipodes,
      onEvent: (event) => watch.on(event),
      onExploration: async (one) => {
        watch.end();
        written.push(await writeExploration(one, pathsFor(goalCells[written.length]), io));
        watch = newWatch();
      },
    });
  } finally {
    watch.end();
    log?.close();
  }
  const json = `${JSON.stringify(resultOf(exploration, written))}\n`;
  const failure = await writeResult(path, json, io);
  if (asJson) {
    io.stdout.write(json);
  } else {
    const tables = written.filter((one) => one.table !== null).length;
    const results = written.filter((one) => one.result !== null).length;
    const files: [string, string][] = [];
    if (tables > 0) files.push(['tables', `${tables} in ${output}`]);
    if (results > 0) files.push(['results', `${results} in ${output}`]);
    if (failure === undefined) files.push(['all goals', path]);
    io.stdout.write(`${allGoalsText(exploration, files)}\n`);
  }
  const failures = [...written.map((one) => one.failure), failure].filter((cause) => cause !== undefined);
  if (failures.length > 0) throw failures[0];
}

/** The cell of the goal that gives no name to a space. */
function lastCell({ cells }: Board): number {
  return cells - 1;
}

/** The object that --json prints and the result file holds; docs/result.md describes it. */
function resultOf(exploration: AllGoalsExploration, written: readonly WrittenExploration[]) {
  return {
    space: spaceName(exploration.board, lastCell(exploration.board), exploration.metric),
    metric: exploration.metric,
    goals: exploration.goals.map((one, index) => ({
      goal: one.starts[0],
      blankCells: one.blankCells,
      goalCount: one.goalCount,
      ...distributionFields(one),
      antipodes: one.antipodes,
      seconds: one.seconds,
      table: written[index].table,
    })),
    diameter: exploration.diameter,
    diameterPairCount: exploration.diameterPairCount,
    mean: exploration.mean,
    threads: exploration.threads,
    seconds: exploration.seconds,
  };
}
