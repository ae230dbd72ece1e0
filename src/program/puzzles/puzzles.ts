/** `antipode puzzles`: lists the built-in boards and puzzles. */

import type { Io } from '../process/io.js';
import { builtInText } from '../terminal/built-in-text.js';
import { columnsOf } from '../terminal/width.js';
import { builtInBoards, builtInPuzzles } from './built-in-spaces.js';

export interface PuzzlesArguments {
  readonly json?: boolean;
}

export async function puzzlesCommand({ json }: PuzzlesArguments, io: Io): Promise<void> {
  const spaces = { boards: builtInBoards(), puzzles: builtInPuzzles() };
  io.stdout.write(`${json ? JSON.stringify(spaces) : builtInText(spaces, columnsOf(io.stdout))}\n`);
}
