/** Rows as a Parquet file, by hyparquet-writer: row groups with statistics, pages compressed by Snappy. */

import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { LayerState } from '../explore/layer-states.js';
import type { Geometry } from '../numbering/geometry.js';
import { PositionText } from './position-text.js';
import type { RowWriter } from './rows.js';
import type { Sink } from './sink.js';

/** Rows of a group: the row groups of a reader's filter by distance are few, and the memory for one is small. */
export const ROWS_PER_GROUP = 100_000;

const SCHEMA = [
  { name: 'state', num_children: 4 },
  { name: 'position', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'blank', type: 'INT32', repetition_type: 'REQUIRED' },
  { name: 'rank', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'distance', type: 'INT32', repetition_type: 'REQUIRED' },
] as const;

/**
 * Holds the rows of one group, in arrays that every group fills again. Texts made for each row, and ranks as BigInt where
 * they fit into 32 bits, took 2.5 times as long (2x5).
 */
export class ParquetRows implements RowWriter {
  readonly #writer: ParquetWriter;
  readonly #text: PositionText;
  readonly #texts: Uint8Array;
  readonly #positions: readonly Uint8Array[];
  readonly #blanks = new Int32Array(ROWS_PER_GROUP);
  readonly #ranks: Int32Array | BigInt64Array;
  readonly #distances = new Int32Array(ROWS_PER_GROUP);
  #rows = 0;

  /** @param facts go with the file, as texts */
  constructor(sink: Sink, { board, arrangements }: Geometry, facts: Readonly<Record<string, string>>) {
    this.#writer = new ParquetWriter({
      writer: new SinkWriter(sink),
      schema: [...SCHEMA],
      createdBy: 'antipode',
      kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value })),
    });
    const text = new PositionText(board.cells);
    const { bytes } = text;
    const texts = new Uint8Array(ROWS_PER_GROUP * bytes);
    this.#text = text;
    this.#texts = texts;
    this.#positions = Array.from({ length: ROWS_PER_GROUP }, (_, row) =>
      texts.subarray(row * bytes, (row + 1) * bytes),
    );
    this.#ranks = arrangements <= 2 ** 31 ? new Int32Array(ROWS_PER_GROUP) : new BigInt64Array(ROWS_PER_GROUP);
  }

  get isFull(): boolean {
    return this.#rows === ROWS_PER_GROUP;
  }

  write({ tiles, blank, rank }: LayerState, distance: number): void {
    const row = this.#rows++;
    this.#text.write(tiles, this.#texts, row * this.#text.bytes);
    this.#blanks[row] = blank;
    if (this.#ranks instanceof Int32Array) this.#ranks[row] = rank;
    else this.#ranks[row] = BigInt(rank);
    this.#distances[row] = distance;
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    if (rows === 0) return;
    await this.#writer.write({
      columnData: [
        // No dictionary: no position comes twice. No statistics: of nearly any group they would be those of all positions, and
        // they took a third of the time (2x5).
        { name: 'position', data: this.#positions.slice(0, rows), encoding: 'PLAIN', statistics: false },
        { name: 'blank', data: this.#blanks.subarray(0, rows) },
        { name: 'rank', data: this.#ranks.subarray(0, rows), encoding: 'DELTA_BINARY_PACKED' },
        { name: 'distance', data: this.#distances.subarray(0, rows) },
      ],
      rowGroupSize: ROWS_PER_GROUP,
    });
    this.#rows = 0;
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.#writer.finish();
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
    await this.#sink.write(this.getBytes());
    this.index = 0;
  }

  override async finish(): Promise<void> {
    await this.flush();
  }
}
