/** Rows as a Parquet file, by hyparquet-writer: row groups with statistics, pages compressed by Snappy. */

import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type Columns, columnNames, DISTANCE } from '../layer-replay.js';

/** Appends bytes to a file. The caller can reuse them once the promise is fulfilled. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Rows of a group: few enough to need little memory, and many enough that a filter by distance reads few groups. */
export const ROWS_PER_GROUP = 100_000;

/**
 * Returns a writer that holds the rows of one group, in arrays that every group reuses. Separate texts for each row, and ranks as BigInt even
 * if they fit into 32 bits, took 2.5 times as long (2x5).
 * @param facts metadata of the file, as texts
 */
export function parquetRows(sink: Sink, columns: Columns, facts: Readonly<Record<string, string>>) {
  const { text, numbers } = columns;
  const writer = new ParquetWriter({
    writer: new SinkWriter(sink),
    schema: [
      { name: 'state', num_children: columnNames(columns).length },
      { name: text.name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      ...numbers.map(({ name, distinct }) => integerElement(name, distinct)),
      integerElement(DISTANCE, false),
    ],
    createdBy: 'antipode',
    kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value })),
  });
  const texts = new RowTexts();
  const valuesOf = numbers.map(({ most }) =>
    most < 2 ** 31 ? new Int32Array(ROWS_PER_GROUP) : new BigInt64Array(ROWS_PER_GROUP),
  );
  const distances = new Int32Array(ROWS_PER_GROUP);
  let rows = 0;
  return {
    write(state: number, distance: number): boolean {
      const row = rows++;
      texts.write(row, text.bytes(state));
      for (let column = 0; column < numbers.length; column++) {
        const values = valuesOf[column];
        const value = numbers[column].of(state);
        if (values instanceof Int32Array) values[row] = value;
        else values[row] = BigInt(value);
      }
      distances[row] = distance;
      return rows === ROWS_PER_GROUP;
    },
    async flush(): Promise<void> {
      if (rows === 0) return;
      await writer.write({
        columnData: [
          // No dictionary, because no text occurs twice. No statistics, because nearly every group spans all texts, and they took a
          // third of the time (2x5).
          { name: text.name, data: texts.first(rows), encoding: 'PLAIN', statistics: false },
          ...numbers.map(({ name, distinct }, column) => ({
            name,
            data: valuesOf[column].subarray(0, rows),
            ...(distinct && { encoding: 'DELTA_BINARY_PACKED' as const }),
          })),
          { name: DISTANCE, data: distances.subarray(0, rows) },
        ],
        rowGroupSize: ROWS_PER_GROUP,
      });
      rows = 0;
    },
    finish: async (): Promise<void> => writer.finish(),
  };
}

/** Returns a column of whole numbers: 8 bytes if they identify states, because there can be more than 2^31 states. */
function integerElement(name: string, distinct: boolean) {
  return { name, type: distinct ? 'INT64' : 'INT32', repetition_type: 'REQUIRED' } as const;
}

/** The texts of a group, concatenated. */
class RowTexts {
  #bytes = new Uint8Array(1 << 20);
  #end = 0;
  /** The text of each row. Views of the previous group are reused if they have the same place and length. */
  readonly #views: Uint8Array[] = [];

  write(row: number, text: Uint8Array): void {
    const { length } = text;
    let begin = row === 0 ? 0 : this.#end;
    if (begin + length > this.#bytes.length) {
      // Earlier views keep the previous buffer.
      this.#bytes = new Uint8Array(2 * Math.max(this.#bytes.length, length));
      begin = 0;
    }
    this.#bytes.set(text, begin);
    this.#end = begin + length;
    const view = this.#views[row];
    if (view?.buffer === this.#bytes.buffer && view.byteOffset === begin && view.length === length) return;
    this.#views[row] = this.#bytes.subarray(begin, begin + length);
  }

  first(rows: number): Uint8Array[] {
    return this.#views.slice(0, rows);
  }
}

/** hyparquet-writer's buffer, emptied into a sink after each row group. */
class SinkWriter extends ByteWriter {
  readonly #sink: Sink;

  constructor(sink: Sink) {
    super();
    this.#sink = sink;
  }

  async flush(): Promise<void> {
    await this.#sink(this.getBytes());
    this.index = 0;
  }

  override async finish(): Promise<void> {
    await this.flush();
  }
}
