/** `antipode info`: describes a table, the folder of an unfinished exploration, or a space, without enumerating it. */

import { statSync } from 'node:fs';
import { isPath, isSpaceText } from '../../spaces/source-of-text.js';
import { isTableFile } from '../../table/files/is-table-file.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../process/io.js';
import { columnsOf } from '../terminal/width.js';
import type { Description } from './description.js';
import { describeFolder } from './folder-description.js';
import { describeSpace } from './space-description.js';
import { describeTable } from './table-description.js';

export interface InfoArguments {
  readonly metric?: string;
  readonly json?: boolean;
}

/**
 * Prints the description of what a text names.
 * @throws InputError, SpaceError, StorageError, TableError if it is damaged, or nothing that info describes
 */
export async function infoCommand(text: string, { metric, json }: InfoArguments, io: Io): Promise<void> {
  const { result, text: textOf } = await descriptionOfText(text, metric);
  io.stdout.write(`${json ? JSON.stringify(result) : textOf(columnsOf(io.stdout))}\n`);
}

async function descriptionOfText(text: string, metric: string | undefined): Promise<Description> {
  // A built-in space comes before a folder of the same name, which can be written ./dino.
  const isBuiltIn = !isPath(text) && (await isSpaceText(text));
  if (!isBuiltIn && metric === undefined) {
    if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return describeFolder(text);
    if (text.endsWith('.table') || isTableFile(text)) return describeTable(text);
  }
  return describeSpace(await spaceSourceOf(text, { metric }));
}
