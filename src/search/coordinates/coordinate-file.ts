/**
 * Files of tables of coordinates, by which later searches do without making them.
 *
 * A file has the parts of every table's file (src/table/container.ts), and a section with the rows of each table.
 * docs/reference/table-format.md describes it. The puzzle and the names of the coordinates determine what rows and entries stand for. So the
 * header has a digest of the puzzle, and not its moves.
 */

import { join, sha256 } from '#machine/files.js';
import type { Space } from '../../space/space.js';
import { fileNameOf } from '../../spaces/names.js';
import type { PuzzlePoints } from '../../spaces/permutation/puzzle-points.js';
import { type CheckedHeader, checkLength, layOutSections, type Read, readHeaderMap } from '../../table/container.js';
import { TableError } from '../../table/contents.js';
import { COORDINATES, isArrayWith } from '../../table/header.js';
import { ChunkedFile } from '../../table/store.js';

/** Version of the numbers of rows and entries: those of coordinate.ts and symmetric-product.ts. */
const NUMBERING = 1;

/** A puzzle, as its files name it. */
export interface SavedPuzzle {
  /** Full name of the space. */
  readonly space: string;
  /** SHA-256 of its moves, pieces and solved state. */
  readonly puzzle: string;
}

export interface CoordinatesHeader extends SavedPuzzle {
  readonly tables: readonly {
    /** Names of the coordinates, those of the rows first. */
    readonly coordinates: readonly string[];
    /** Number of states at each distance. */
    readonly histogram: readonly number[];
    /** Number of views in searches. */
    readonly views: number;
    /** Bytes of the rows: a multiple of 8. */
    readonly bytes: number;
  }[];
}

/** An open file. */
export type CoordinatesFile = ChunkedFile<CoordinatesHeader>;

/** Returns what files tell of a puzzle. @param space its full name */
export function savedPuzzle(space: string, { puzzle, sets }: PuzzlePoints): SavedPuzzle {
  const { moves, solved, colours } = puzzle;
  const names = sets.map(({ name }) => name);
  const facts = [moves.map((move) => Array.from(move)), Array.from(solved), colours, names];
  return { space, puzzle: sha256(JSON.stringify(facts)) };
}

/** Returns the path of the file that keeps a puzzle's tables in a folder. */
export function coordinatesPath(folder: string, { source, fullName }: Pick<Space, 'source' | 'fullName'>): string {
  return join(folder, `${fileNameOf({ source, name: fullName })}.coordinates`);
}

/** Returns the map of a header. @param start offset of the first section */
export function layOutCoordinates({ space, puzzle, tables }: CoordinatesHeader, start: number) {
  const sections = layOutSections(start, ({ bytes }) => bytes, tables);
  return { kind: COORDINATES, numbering: NUMBERING, space, puzzle, ...sections };
}

/** Opens a file. @throws TableError if it does not exist, is damaged, or is not one of the puzzle's tables */
export function openCoordinates(path: string, { space, puzzle }: SavedPuzzle): CoordinatesFile {
  const file = new ChunkedFile(path, readHeader);
  const { header } = file.checked;
  if (header.puzzle === puzzle) return file;
  file.close();
  const other = header.space === space ? `another ${space}` : header.space;
  throw new TableError(`${path}: these are tables of coordinates of ${other}, not of ${space}; move the file away`);
}

/** Reads the rows of a table with a number of views. @returns its histogram @throws TableError if they are damaged */
export function readRows(file: CoordinatesFile, table: number, views: number, rows: Uint8Array): readonly number[] {
  const { histogram, ...saved } = file.checked.header.tables[table];
  if (saved.bytes !== rows.length || saved.views !== views) throw new TableError(`${file.path}: ${NOT_MADE}`);
  file.read(table, rows);
  return histogram;
}

const NOT_MADE =
  'the header does not describe tables of coordinates that this program could have made; make them again';

function readHeader(path: string, fileBytes: number, read: Read): CheckedHeader<CoordinatesHeader> {
  const { header, end } = readHeaderMap(path, fileBytes, read);
  const checked = checkedHeader(header as ReturnType<typeof layOutCoordinates>, end);
  if (checked === undefined) throw new TableError(`${path}: ${NOT_MADE}`);
  const { sections, fileBytes: expected } = checked.fields;
  checkLength(path, fileBytes, expected);
  const parts = [...sections.flatMap(({ words, checksums }) => [words, checksums]), { offset: expected, bytes: 0 }];
  // The bytes between the parts have no checksums.
  let before = end;
  for (const { offset, bytes } of parts) {
    const isBlank = read(before, offset - before).every((byte) => byte === 0);
    if (!isBlank) throw new TableError(`${path}: the table is damaged before byte ${offset}; make it again`);
    before = offset + bytes;
  }
  return checked;
}

/** A header is valid if it can be that of tables, and its other fields follow from that. */
function checkedHeader(header: ReturnType<typeof layOutCoordinates>, end: number) {
  try {
    const { space, puzzle, sections } = header;
    const isText = (value: unknown) => typeof value === 'string';
    const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
    const tables = sections.map(({ coordinates, histogram, views, bytes }) => ({
      coordinates,
      histogram,
      views,
      bytes,
    }));
    const areTables = tables.every(({ coordinates, histogram, views, bytes }) => {
      return isArrayWith(coordinates, isText) && isArrayWith(histogram, isCount) && [views, bytes].every(isCount);
    });
    const start = sections[0].words.offset;
    if (!areTables || ![space, puzzle].every(isText) || !Number.isInteger(start) || start < end) return undefined;
    const fields = layOutCoordinates({ space, puzzle, tables }, start);
    const isWhole = JSON.stringify(fields) === JSON.stringify(header);
    return isWhole ? { fields, header: { space, puzzle, tables } } : undefined;
  } catch (error) {
    // A header of the wrong shape, for instance without sections. Any other error is a bug.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
