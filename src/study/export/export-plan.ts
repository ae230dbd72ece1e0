/** What an export takes, known before it begins. */

import { InputError } from '../../base/input-error.js';
import { LONGEST } from './formats/messagepack.js';
import { checkSelection, rowsOf, type Selection } from './selection.js';

export const EXPORT_FORMATS = ['npy', 'csv', 'parquet', 'msgpack'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** Those that hold rows. */
export type RowFormat = Exclude<ExportFormat, 'npy'>;

export interface ExportPlan {
  /** Null where it is no rows but one array of all states. */
  readonly rows: number | null;
  /** About the length of the file. */
  readonly fileBytes: number;
  /** Memory for what is searched, and for distances where they are held. */
  readonly memoryBytes: number;
  /** Worker threads where nobody says how many: as many as the machine offers, fewer for few states. */
  readonly threads: number;
}

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Which layers, and which of their states; everything, where it is not given. Not for npy. */
  readonly selection?: Selection | undefined;
  /** Worker threads, 1..256; by default those of the plan. */
  readonly threads?: number;
  /** Called now and then: how many states, or rows, of how many have been seen. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/** What is exported, as far as the plan depends on it. */
export interface ExportSubject {
  readonly name: string;
  /** States of each distance. */
  readonly histogram: readonly number[];
  /** Bytes of all distances as an array, which in MessagePack is so many binaries of the same length. */
  readonly arrayBytes: number;
  readonly binaries: number;
  /** Bytes of memory that the array takes, and that rows take beside what is held of them. */
  readonly memoryForArray: number;
  readonly memoryForRows: number;
  /** As in the plan. */
  readonly threads: number;
  /** About the length of a row. @param share of the layers' states that are rows */
  bytesPerRow(format: RowFormat, share: number): number;
}

/** What a sample takes for each of its states: its number, and a copy of that. */
const BYTES_PER_CHOICE = 16;

/** What rows take until they are written, measured: Parquet's are kept by the hundred thousand. */
const BYTES_FOR_ROWS: Readonly<Record<RowFormat, number>> = { csv: 1e6, parquet: 3e8, msgpack: 1.5e8 };

/** What a file has beside its distances or rows: npy exactly, the others about as much on small spaces. */
const BYTES_BESIDE: Readonly<Record<ExportFormat, number>> = { npy: 128, csv: 29, parquet: 560, msgpack: 200 };

/** @throws InputError where the format cannot hold what was asked for */
export function planOf(subject: ExportSubject, format: ExportFormat, selection?: Selection): ExportPlan {
  if (!EXPORT_FORMATS.includes(format)) {
    throw new InputError(`the format must be one of ${EXPORT_FORMATS.join(', ')}; found '${format}'`);
  }
  const { name, histogram, arrayBytes, threads } = subject;
  if (format === 'npy' || isArray(format, selection)) {
    if (selection !== undefined) {
      throw new InputError('an npy file holds all distances: for some of them choose csv, parquet or msgpack');
    }
    if (format === 'msgpack' && arrayBytes / subject.binaries > LONGEST) {
      throw new InputError(`MessagePack binaries end at 4 GiB, and ${name} has larger ones: choose npy`);
    }
    return { rows: null, fileBytes: BYTES_BESIDE[format] + arrayBytes, memoryBytes: subject.memoryForArray, threads };
  }
  const { first, last, sample } = selection ?? everything(histogram);
  checkSelection(histogram, { first, last, sample });
  const rows = rowsOf(histogram, { first, last, sample });
  if (format === 'msgpack' && rows > LONGEST) {
    throw new InputError(
      `a MessagePack array has at most ${LONGEST} elements, found ${rows} rows: choose csv or parquet`,
    );
  }
  const share = rows / rowsOf(histogram, { first, last });
  const inRows = rows === 0 ? 0 : Math.round(rows * subject.bytesPerRow(format, share));
  return {
    rows,
    fileBytes: BYTES_BESIDE[format] + inRows,
    memoryBytes: subject.memoryForRows + BYTES_FOR_ROWS[format] + BYTES_PER_CHOICE * (sample?.size ?? 0),
    threads,
  };
}

/** All states. */
export function everything(histogram: readonly number[]): Selection {
  return { first: 0, last: histogram.length - 1 };
}

/** Whether the format is one array of all distances. */
export function isArray(format: ExportFormat, selection: Selection | undefined): boolean {
  return format === 'npy' || (format === 'msgpack' && selection === undefined);
}

/** Bytes that MessagePack takes for a number. */
export function bytesOfInteger(value: number): number {
  if (value < 2 ** 7) return 1;
  if (value < 2 ** 8) return 2;
  if (value < 2 ** 16) return 3;
  return value < 2 ** 32 ? 5 : 9;
}
