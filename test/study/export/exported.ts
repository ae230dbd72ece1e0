/** Exports of tables, and readers of their rows. */

import { parquetReadObjects } from 'hyparquet';
import { expect } from 'vitest';
import { type ExportOptions, exportTable } from '#src/study/export/export-table.js';
import type { ExportFormat, RowFormat } from '#src/study/export/formats.js';
import type { Table } from '#src/table/table.js';
import { readMessagePack } from './read-messagepack.js';

export const ROW_FORMATS = ['csv', 'parquet', 'msgpack'] as const;

/** The columns of a row: the text of a state, then numbers. */
export type Row = [text: string, ...numbers: number[]];

/** Returns the exported bytes of a table. @throws if a piece does not follow the previous one */
export async function written(
  table: Table,
  format: ExportFormat,
  options: Partial<Omit<ExportOptions, 'format'>> = {},
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  await exportTable(table, { format, threads: 2, ...options }, async (bytes, offset) => {
    if (offset !== length) throw new Error(`${bytes.length} bytes at ${offset}, after ${length}`);
    pieces.push(Buffer.from(bytes));
    length += bytes.length;
  });
  return Buffer.concat(pieces);
}

/** Reads the rows of a file, and expects these columns. */
export async function rowsIn(format: RowFormat, file: Buffer, names: readonly string[]): Promise<Row[]> {
  if (format === 'csv') return csvRows(file, names);
  if (format === 'parquet') {
    const rows = await parquetReadObjects({ file: new Uint8Array(file).buffer });
    if (rows.length > 0) expect(Object.keys(rows[0])).toEqual(names);
    return rows.map((row) => {
      if (typeof row[names[names.length - 2]] !== 'bigint') throw new Error(`${JSON.stringify(row)} has no INT64`);
      const [text, ...numbers] = Object.values(row);
      return [text, ...numbers.map(Number)];
    });
  }
  const { columns, rows } = readMessagePack(file) as { columns: string[]; rows: Row[] };
  expect(columns).toEqual(names);
  return rows;
}

/** A minimal reader of RFC 4180. */
function csvRows(file: Buffer, names: readonly string[]): Row[] {
  const line = new RegExp(`("(?:[^"]|"")*"|[^,\n]*)${',(0|[1-9]\\d*|[a-z]+)'.repeat(names.length - 1)}\n`, 'gy');
  const text = file.toString('utf8');
  let end = 0;
  const [header, ...rows] = [...text.matchAll(line)].map(([whole, ...fields]) => {
    end += whole.length;
    return fields;
  });
  expect(end).toBe(text.length);
  expect(header).toEqual(names);
  return rows.map(([state, ...numbers]) => [
    state.startsWith('"') ? state.slice(1, -1).replaceAll('""', '"') : state,
    ...numbers.map(Number),
  ]);
}
