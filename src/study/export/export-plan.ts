/** The plan of an export: its size and memory, known before it begins. */

import { InputError } from '../../base/input-error.js';
import type { Table } from '../../table/table.js';
import type { LayerReplay } from '../replay/layer-replay.js';
import { replayOf } from '../replay/replay-of.js';
import { bytesPerRow } from './file-facts.js';
import { EXPORT_FORMATS, type ExportFormat, type RowFormat } from './formats/format-names.js';
import { LONGEST } from './formats/messagepack.js';
import { checkSelection, rowsOf, type Selection } from './selection.js';

export interface ExportPlan {
  /** Number of rows; null if the file is one array of all states. */
  readonly rows: number | null;
  /** Approximate bytes of the file. */
  readonly fileBytes: number;
  /** Memory, in bytes. */
  readonly memoryBytes: number;
  /** Contents of the memory, in words. */
  readonly held: string;
  /** Number of worker threads. */
  readonly threads: number;
}

/** Bytes per state of a sample: its number and a copy of that. */
const BYTES_PER_CHOICE = 16;

/** Measured bytes of rows that wait to be written, for few rows and at most: Parquet keeps a hundred thousand. */
const BYTES_OF_ROW: Readonly<Record<RowFormat, number>> = { csv: 0, parquet: 800, msgpack: 500 };
const MOST_FOR_ROWS: Readonly<Record<RowFormat, number>> = { csv: 1e6, parquet: 2e8, msgpack: 1.5e8 };

/** Bytes of a file without its distances or rows: exact for npy, approximate for the others on small spaces. */
const BYTES_BESIDE: Readonly<Record<ExportFormat, number>> = { npy: 128, csv: 29, parquet: 560, msgpack: 200 };

/**
 * Returns the plan of an export, without reading the table's states.
 * @param selection layers, and optionally a sample of their states, not for npy; by default all states
 * @param threads maximum number of worker threads; by default all available, fewer for few states
 * @throws InputError if the format is unknown or cannot hold the requested states, or if the layers do not exist or have fewer states
 * than the sample
 * @example
 * ```ts
 * import { planExport, Table } from 'antipode';
 *
 * using table = await Table.open('out/3x3.table');
 * planExport(table, 'npy').fileBytes; // 181568
 * planExport(table, 'csv', { first: 30, last: 31 }).rows; // 223
 * ```
 */
export function planExport(table: Table, format: ExportFormat, selection?: Selection, threads?: number): ExportPlan {
  return planOf(replayOf(table), format, selection, threads);
}

/** Returns the plan of an export from a replay. @throws as planExport */
export function planOf(replay: LayerReplay, format: ExportFormat, selection?: Selection, asked?: number): ExportPlan {
  if (!EXPORT_FORMATS.includes(format)) {
    throw new InputError(`the format must be one of ${EXPORT_FORMATS.join(', ')}; found '${format}'`);
  }
  const plan = isArray(format, selection)
    ? planOfArray(replay, format, selection)
    : planOfRows(replay, format, selection);
  const needs = replay.needs[plan.rows === null ? 'distances' : 'layers'];
  const { bytes, held } = needs;
  const threads = needs.threads(asked);
  return { ...plan, memoryBytes: bytes(threads) + plan.memoryBytes, held, threads };
}

/** The plan of the file; its memory is in addition to that of the replay. */
type PlanOfFile = Pick<ExportPlan, 'rows' | 'fileBytes' | 'memoryBytes'>;

function planOfArray(
  { distancesShape, facts }: LayerReplay,
  format: ExportFormat,
  selection: Selection | undefined,
): PlanOfFile {
  if (selection !== undefined) {
    throw new InputError('an npy file always holds all distances: choose csv, parquet or msgpack for some of them');
  }
  const { bytesPerValue, shape } = distancesShape;
  if (format === 'msgpack' && shape[shape.length - 1] * bytesPerValue > LONGEST) {
    throw new InputError(`MessagePack binaries end at 4 GiB, and ${facts.name} has larger ones: choose npy`);
  }
  const bytes = shape.reduce((product, length) => product * length, bytesPerValue);
  return { rows: null, fileBytes: BYTES_BESIDE[format] + bytes, memoryBytes: 0 };
}

function planOfRows(replay: LayerReplay, format: RowFormat, selection: Selection | undefined): PlanOfFile {
  const { histogram } = replay;
  const { first, last, sample } = selection ?? everything(histogram);
  checkSelection(histogram, { first, last, sample });
  const rows = rowsOf(histogram, { first, last, sample });
  if (format === 'msgpack' && rows > LONGEST) {
    throw new InputError(
      `a MessagePack array has at most ${LONGEST} elements, found ${rows} rows: choose csv or parquet`,
    );
  }
  const share = rows / rowsOf(histogram, { first, last });
  const inRows = rows === 0 ? 0 : Math.round(rows * bytesPerRow(replay, format, share));
  return {
    rows,
    fileBytes: BYTES_BESIDE[format] + inRows,
    memoryBytes:
      Math.min(1e6 + rows * BYTES_OF_ROW[format], MOST_FOR_ROWS[format]) + BYTES_PER_CHOICE * (sample?.size ?? 0),
  };
}

/** Returns the selection of all states. */
export function everything(histogram: readonly number[]): Selection {
  return { first: 0, last: histogram.length - 1 };
}

/** Returns true if a file is one array of all distances. */
function isArray(format: ExportFormat, selection: Selection | undefined): format is 'npy' | 'msgpack' {
  return format === 'npy' || (format === 'msgpack' && selection === undefined);
}
