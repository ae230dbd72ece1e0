/**
 * What a command needs: memory, disks, and files of results. All of them are checked before the work, so that hours of work do not end at a
 * file that cannot be written; files are written whole.
 */

import { existsSync, readFileSync, realpathSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { freeMemory } from '#machine/machine.js';
import { bytesBeside, checkMemory, type MemoryUse } from '../../base/memory.js';
import { bytesText, countOf, excerpt, grouped, InputError } from '../../base/text.js';
import { planBoard } from '../../engines/boards/board-plan.js';
import { fileBehind, makeFolder, nameSameFile, StorageError, temporaryName, writeWhole } from '../../files/files.js';
import type { BoardView } from '../../space/space.js';
import { formatBoard } from '../../spaces/board/board.js';
import { sourceOfTable } from '../../spaces/board-facts.js';
import { describeSpace, isSameSpace, type NamedSpace } from '../../spaces/names.js';
import { TableError } from '../../table/contents.js';
import { isBoardTable } from '../../table/header.js';
import type { Io, Output } from '../terminal/process.js';

/** The memory that work on a space takes. */
interface WorkMemory extends MemoryUse {
  /** The space, in words. */
  readonly name: string;
  readonly states: number;
  /** Number of states that moves reach, if known. */
  readonly reached?: number | null;
  readonly threads: number;
  /** Remark on the space, in words. */
  readonly note?: string;
  /** Other resources, in words. */
  readonly also?: string;
}

/**
 * Prints the memory of a pass over a space on standard error.
 * @param held contents of the memory, in words
 * @throws MemoryError if the machine has less
 */
export function announceMemory(
  { board, ...space }: Pick<WorkMemory, 'name' | 'states'> & { readonly board: BoardView | null },
  { held, ...pass }: Pick<WorkMemory, 'bytes' | 'threads' | 'also'> & { readonly held: string },
  io: Io,
): void {
  let memory: WorkMemory = { ...space, ...pass };
  if (board !== null) {
    const { geometry, threadBytes } = planBoard(board.board, { table: false, fresh: false });
    memory = { ...memory, name: formatBoard(board.board), reached: geometry.reached, threadBytes };
  }
  checkMemory(memory.name, memory, memory.threads, freeMemory(), held);
  io.stderr.write(memoryText(memory));
}

/** Returns a line about the memory of work, and the free memory. */
export function memoryText(memory: WorkMemory): string {
  const { name, states, reached, bytes, threadBytes, threads, note = '', also = '' } = memory;
  const part = reached != null && reached < states ? `, of which moves reach ${grouped(reached)},` : '';
  const all = `with ${countOf(threads, 'thread')} about ${bytesText(bytes + bytesBeside(threads, threadBytes))} in all`;
  return `${name}${note}: ${countOf(states, 'state')}${part} ${states === 1 ? 'needs' : 'need'} ${bytesText(bytes)} of memory${also}, ${all}; ${bytesText(freeMemory())} are free\n`;
}

/* The files of results. */

/** The folder of tables and results, unless an option names another one. */
export const DEFAULT_FOLDER = 'out';

/**
 * Makes the output folder and tries to write to it, so that hours of work do not end at a file that cannot be written.
 * @param bytes approximate size of the files
 * @param instead advice if the disk has too little free space, in words
 * @param option the option that named the folder or the files
 * @throws InputError if a file cannot be written there; Error if the disk has too little free space
 */
export function checkOutput(
  folder: string,
  paths: readonly string[],
  bytes: number,
  instead: string,
  option = '--output',
): void {
  try {
    makeFolder(folder);
    for (const path of paths) {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
        throw new InputError(`${path} is a folder, but must be a file: choose another ${option}`);
      }
      writeFileSync(temporaryName(path), '');
      rmSync(temporaryName(path));
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    if (error instanceof StorageError) throw new InputError(`${error.message}: choose another ${option}`);
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENAMETOOLONG') {
      const longest = paths.reduce((most, path) => (path.length > most.length ? path : most));
      throw new InputError(
        `the file name '${excerpt(basename(longest))}' is too long, with ${basename(longest).length} characters: choose another ${option}`,
      );
    }
    throw new InputError(`cannot write to the folder '${folder}' (${code ?? message}): choose another ${option}`);
  }
  const free = freeBytes(folder);
  if (free >= bytes) return;
  throw new Error(
    `the files in the folder '${folder}' need about ${bytesText(Math.ceil(bytes))}, but ${bytesText(free)} are free: ${instead}`,
  );
}

/** Returns the free bytes on the disk of a folder, which need not exist. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(placeOf(folder));
  return bavail * bsize;
}

/** Returns the path of a folder, or of its nearest existing ancestor. */
export function placeOf(folder: string): string {
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  return place;
}

/** File name that stands for standard output. */
export const STANDARD_OUTPUT = '-';

/** A file that an option names, or `-` for standard output. `binary` is the name of a binary format: a terminal cannot show it. */
export type OutputFile = { readonly option: string; readonly path: string; readonly binary?: string | undefined };

/**
 * Checks that an output can be written.
 * @param bytes approximate size of the output
 * @throws InputError if the file cannot be written or would overwrite the table, or a terminal cannot show it; Error if the disk has
 * too little free space
 */
export function checkOutputFile(file: OutputFile, tablePath: string, bytes: number, stdout: Output): void {
  const { option, path, binary } = file;
  if (path === STANDARD_OUTPUT) {
    if (binary === undefined || !stdout.isTTY) return;
    throw new InputError(
      `${binary} is binary, but standard output is a terminal: redirect it to a file or a program, or choose another ${option}`,
    );
  }
  if (path === '' || path.endsWith(sep)) {
    throw new InputError(`${option} must be the name of a file, found '${excerpt(path)}'`);
  }
  const target = targetOf(path, option);
  checkOutput(dirname(target), [target], bytes, `choose another ${option}`, option);
  if (isSameFile(target, tablePath)) {
    throw new InputError(`the output would overwrite the table ${tablePath}: choose another ${option}`);
  }
}

/** Returns the target of a path's links, or the path if it does not exist. @throws InputError if the target is not a file */
function targetOf(path: string, option: string): string {
  try {
    return fileBehind(path);
  } catch (error) {
    if (!(error instanceof StorageError)) return path;
    throw new InputError(
      `${error.message}: name a file, or write to standard output with ${option} ${STANDARD_OUTPUT}`,
    );
  }
}

/**
 * Writes a file whole or not at all, or standard output in order.
 * @param fill writes bytes at offsets; for standard output the offsets ascend without gaps
 * @returns the length in bytes
 * @throws Error that names the file, if the system cannot write it
 */
export async function writeOutput(path: string, fill: Parameters<typeof writeWhole>[1], io: Io): Promise<number> {
  let length = 0;
  const counted: typeof fill = (write) =>
    fill(async (bytes, offset) => {
      await write(bytes, offset);
      length = Math.max(length, offset + bytes.length);
    });
  if (path === STANDARD_OUTPUT) {
    // If the stream fails, its error event ends the program, as for all printed output.
    await counted((bytes) => new Promise((resolve) => io.stdout.write(bytes, (error) => !error && resolve())));
    return length;
  }
  try {
    await writeWhole(path, counted);
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new Error(`${path} could not be written: ${cause.message}`, { cause });
  }
  return length;
}

/** Returns the name of an output in messages. */
export function outputText(path: string): string {
  return path === STANDARD_OUTPUT ? 'standard output' : path;
}

/** Returns true if two outputs are the same file, after following links, or both are standard output. */
export function isSameOutput(one: string, other: string): boolean {
  if (one === STANDARD_OUTPUT || other === STANDARD_OUTPUT) return one === other;
  return isSameFile(fileBehind(one), fileBehind(other));
}

/** Returns true if two paths name the same file. Their folders must exist. */
export function isSameFile(one: string, other: string): boolean {
  const [path, otherPath] = [one, other].map((each) => join(realpathSync(dirname(each)), basename(each)));
  return path === otherPath || nameSameFile(path, otherPath);
}

/**
 * Refuses to replace tables and results of other spaces, which have been renamed. Other existing files are ignored.
 * @param paths paths of tables, and of results, which end in .json
 * @param space the space of the new files
 * @param advice alternative to --replace, in words
 * @throws InputError that names the file and its space
 */
export async function refuseOthers(paths: readonly string[], space: NamedSpace, advice: string): Promise<void> {
  for (const path of paths) {
    if (!existsSync(path) || !statSync(path).isFile()) continue;
    const other = path.endsWith('.json') ? otherSpaceOfResult(path, space) : await otherSpaceOfTable(path, space);
    if (other === undefined) continue;
    throw new InputError(
      `${path} is of ${other}, and would be replaced by that of ${describeSpace(space)}: ${advice}, or add --replace`,
    );
  }
}

/** Returns the space of a table in words; undefined if it is the given one, or the file is not a table. */
async function otherSpaceOfTable(path: string, space: NamedSpace): Promise<string | undefined> {
  const { readTableHeader } = await import('../../table/table-file.js');
  try {
    const header = readTableHeader(path);
    const own = isBoardTable(header) ? { ...space, source: sourceOfTable(space.source) } : space;
    return isSameSpace(header.facts, own) ? undefined : describeSpace(header.facts);
  } catch (error) {
    // A table of an invalid board has no space.
    if (error instanceof TableError || error instanceof InputError) return undefined;
    throw error;
  }
}

/** Returns the space of a result in words; undefined if it is the given one, or the file is not a result. */
function otherSpaceOfResult(path: string, { source, name }: NamedSpace): string | undefined {
  let result: Readonly<Record<string, unknown>>;
  try {
    result = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  if (typeof result?.space !== 'string') return undefined;
  // Results of all goals have neither.
  const goal = source.kind === 'board' ? (result.goal ?? (result.starts as unknown[] | undefined)?.[0]) : undefined;
  const isSame = result.space === name && (goal === undefined || (source.kind === 'board' && goal === source.goal));
  return isSame ? undefined : result.space + (goal === undefined ? '' : ` with the goal ${goal}`);
}
