/** `antipode solve --space`: shortest ways between the states of any space, from its tables or by a search. */

import { InputError } from '../../base/input-error.js';
import { shellCommand } from '../../base/text/shell-command.js';
import { basicName } from '../../space/names.js';
import { openNumberedSpace } from '../../space/open-space.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { readState } from '../../space/space-text.js';
import { oneOf, positiveNumber, wholeNumber } from '../arguments/option-values.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../io.js';
import { answerEach } from './answer-each.js';
import type { SolveArguments } from './solve.js';
import { SPACE_ALGORITHMS, SpaceDesk } from './space-desk.js';
import { namedTable, standardTables, type TableAtHand, withoutStart } from './space-tables.js';

/** Options that have a meaning on boards alone. */
const BOARD_OPTIONS = ['board', 'map', 'goal', 'instance', 'heuristic', 'threads', 'letters'] as const;

/** @returns the exit status */
export async function solveSpaceCommand(words: readonly string[], options: SolveArguments, io: Io): Promise<number> {
  const { from, to, algorithm, timeLimit, memory, boards, json } = options;
  const wrong = BOARD_OPTIONS.find((option) => options[option] !== undefined);
  if (wrong !== undefined) throw new InputError(`--${wrong} is for boards, and not for other spaces: leave it out`);
  if (from !== undefined && words.length > 0) {
    throw new InputError('--from and states as arguments both tell where to begin: leave out one of them');
  }
  const asked = {
    algorithm: algorithm === undefined ? undefined : oneOf('--algorithm', algorithm, SPACE_ALGORITHMS),
    seconds: timeLimit === undefined ? undefined : positiveNumber('--time-limit', timeLimit),
    bytes: memory === undefined ? undefined : wholeNumber('--memory', memory, 1, Number.MAX_SAFE_INTEGER),
    boards,
    json,
  };
  const { source, space, table } = await spaceOf(options);
  const ends = [from, to].flatMap((text) => (text === undefined ? [] : [readState(space, text)]));
  const byTable = asked.algorithm === undefined || asked.algorithm === 'table';
  const desk = new SpaceDesk(
    {
      ...asked,
      space,
      name: basicName(space),
      tables: table !== undefined ? [table] : byTable ? await standardTables(source, space, ends) : [],
      tableNamed: table !== undefined,
      exploring: exploringCommand(options),
      asFrom: from !== undefined,
      to: to === undefined ? undefined : readState(space, to),
    },
    io.stderr,
  );
  return answerEach(from === undefined ? asStates(space, words) : [from], 'states', desk, io);
}

interface SpaceAsked {
  readonly source: SpaceSource;
  readonly space: NumberedSpace;
  /** The one that was named. */
  readonly table: TableAtHand | undefined;
}

async function spaceOf({ space: text, generators, metric, table: path }: SolveArguments): Promise<SpaceAsked> {
  if (text === undefined && generators === undefined && path !== undefined) {
    if (metric !== undefined) throw new InputError('--metric is told by the table: leave it out');
    const table = await namedTable(path);
    return { source: withoutStart(table.table.source), space: table.table.space, table };
  }
  const source = spaceSourceOf(text, { generators, metric });
  const space = await openNumberedSpace(source);
  const table = path === undefined ? undefined : await namedTable(path, { source, space });
  // The table's own starts elsewhere, maybe.
  return { source, space: table?.table.space ?? space, table };
}

function exploringCommand({ space, generators, metric }: SolveArguments): string {
  const words = generators === undefined ? [space ?? ''] : ['--generators', generators];
  return shellCommand(['antipode', 'explore', ...words, ...(metric === undefined ? [] : ['--metric', metric])]);
}

/** Arguments that are no states, but one together, are a state whose quotes were forgotten. */
function asStates(space: NumberedSpace, words: readonly string[]): readonly string[] {
  const together = words.join(' ');
  return words.length > 1 && !isStateText(space, words[0]) && isStateText(space, together) ? [together] : words;
}

function isStateText(space: NumberedSpace, text: string): boolean {
  try {
    readState(space, text);
    return true;
  } catch {
    return false;
  }
}
