/** `antipode info`: describes a table, the folder of an unfinished exploration, or a space, without enumerating it. */

import { statSync } from 'node:fs';
import { hasManifest } from '../../runs/saved/saved-run.js';
import { isPath, isSpaceText } from '../../spaces/source-of-text.js';
import { isTableFile } from '../../table/files/is-table-file.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../process/io.js';
import { columnsOf } from '../terminal/width.js';
import type { Description } from './description.js';
import { folderDescription } from './folder-description.js';
import { spaceDescription } from './space-description.js';
import { tableDescription } from './table-description.js';

export interface InfoArguments {
  readonly metric?: string;
  readonly json?: boolean;
}

/**
 * Prints the description of the table, folder or space that a text names.
 * @throws InputError, SpaceError, StorageError, TableError if it is damaged, or cannot be described
 */
export async function infoCommand(text: string, { metric, json }: InfoArguments, io: Io): Promise<void> {
  const { result, text: textOf } = await descriptionOfText(text, metric);
  io.stdout.write(`${json ? JSON.stringify(result) : textOf(columnsOf(io.stdout))}\n`);
}

async function descriptionOfText(text: string, metric: string | undefined): Promise<Description> {
  // A built-in space has precedence over a folder of the same name that holds no run.
  const isBuiltIn = !isPath(text) && (await isSpaceText(text));
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (isFolder && (!isBuiltIn || hasManifest(text))) return folderDescription(text);
  if (!isBuiltIn && (text.endsWith('.table') || isTableFile(text))) return tableDescription(text);
  return spaceDescription(await spaceSourceOf(text, { metric }));
}
