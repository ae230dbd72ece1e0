/** `antipode explore --all-goals`: every goal up to the board's symmetries, and the distances of all pairs of positions. */

import { join } from 'node:path';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { planBoard } from '../../engines/bits/layout/board-plan.js';
import type { Need } from '../../engines/engine.js';
import { type AllGoalsExploration, exploreAllGoals } from '../../runs/all-goals.js';
import type { BoardSpaceSource } from '../../space/space-source.js';
import type { Board } from '../../spaces/board/board.js';
import { orderedPosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource, spaceName } from '../../spaces/board/space/board-facts.js';
import { orbitsOf } from '../../spaces/board/symmetry.js';
import { fileNameOf } from '../../spaces/file-name.js';
import { refuseOthers } from '../arguments/other-spaces.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { type Call, provenanceOf } from '../process/call.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { allGoalsText } from '../terminal/all-goals-text.js';
import { columnsOf } from '../terminal/width.js';
import {
  explorationPaths,
  filesOf,
  type WrittenExploration,
  writeExploration,
  writeResult,
} from './run/exploration-files.js';
import { distributionFields } from './run/exploration-result.js';
import { ExplorationWatch, logOf, partText } from './run/exploration-watch.js';
import { ANOTHER_OUTPUT, type ExploreArguments } from './run/explore-arguments.js';
import { prepare } from './run/preparation.js';

/** The board, with any goal, and what to make of each goal. */
export interface AskedAllGoals {
  readonly source: BoardSpaceSource;
  readonly need: Need;
}

export async function exploreAllGoalsCommand(
  { source, need }: AskedAllGoals,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  const { output = DEFAULT_FOLDER, json: asJson, log: logPath } = options;
  const board = boardOfSource(source);
  const { metric } = source;
  const { table, antipodes } = need;
  const goalCells = orbitsOf(board).map((cells) => cells[cells.length - 1]);
  const search = planBoard(board, { metric, table, fresh: false }, need.threads, goalCells.length);
  const { threads, geometry } = search;
  const spaces = goalCells.map((goalCell) => boardFacts(geometry, goalCell, metric));
  const paths = spaces.map((facts) => explorationPaths(output, { engine: 'bits', facts, need }));
  // The first goal is the usual one.
  const path = join(output, `${fileNameOf(spaces[0])}-all-goals.json`);
  const files = [...paths.flatMap(filesOf), path];
  if (!options.replace) {
    for (const [index, facts] of spaces.entries()) await refuseOthers(filesOf(paths[index]), facts, ANOTHER_OUTPUT);
    await refuseOthers([path], spaces[0], ANOTHER_OUTPUT);
  }
  prepare(new BoardEnginePlan(search, orderedPosition(board), need), output, files, io, goalCells.length);
  const log = logOf(logPath, files, io);

  const written: WrittenExploration[] = [];
  const nextWatch = () => {
    const part = { kind: 'goal', index: written.length, count: goalCells.length } as const;
    const goal = partText(part);
    const next = new ExplorationWatch({ io, log, part });
    next.endOnSignal(
      `${spaceName(board, lastCell(board), metric)}, ${goal}`,
      files,
      `stopped in ${goal}, which is not saved; those before it are in ${output}; --checkpoint <dir> saves what is found from a single --goal`,
    );
    return next;
  };
  let watch = nextWatch();
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
        watch.complete = true;
        written.push(await writeExploration(one, paths[written.length], call, io));
        if (written.length < goalCells.length) watch = nextWatch();
      },
    });
  } finally {
    watch.end();
    log?.close();
  }
  endOnSignal(io, files);
  const provenance = provenanceOf(call, exploration.threads);
  const json = `${JSON.stringify({ ...resultOf(exploration, written), provenance })}\n`;
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
    io.stdout.write(`${allGoalsText(exploration, files, columnsOf(io.stdout))}\n`);
  }
  const failures = [...written.map((one) => one.failure), failure].filter((cause) => cause !== undefined);
  if (failures.length > 0) throw failures[0];
}

/** The cell of the goal that gives no name to a space. */
function lastCell({ cells }: Board): number {
  return cells - 1;
}

/** The object that --json prints and the result file holds; docs/reference/result.md describes it. */
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
