/** Rows as a Parquet file, by hyparquet-writer: row groups with statistics, pages compressed by Snappy. */

import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { LayerState } from '../explore/layer-states.js';
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

export class ParquetRows implements RowWriter {
  readonly #writer: ParquetWriter;
  readonly #text: PositionText;
  readonly #positions: string[] = [];
  readonly #blanks = new Int32Array(ROWS_PER_GROUP);
  readonly #ranks = new BigInt64Array(ROWS_PER_GROUP);
  readonly #distances = new Int32Array(ROWS_PER_GROUP);

  /** @param facts go with the file, as texts */
  constructor(sink: Sink, cells: number, facts: Readonly<Record<string, string>>) {
    this.#writer = new ParquetWriter({
      writer: new SinkWriter(sink),
      schema: [...SCHEMA],
      createdBy: 'antipode',
      kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value })),
    });
    this.#text = new PositionText(cells);
  }

  get isFull(): boolean {
    return this.#positions.length === ROWS_PER_GROUP;
  }

  write({ tiles, blank, rank }: LayerState, distance: number): void {
    const row = this.#positions.length;
    this.#blanks[row] = blank;
    this.#ranks[row] = BigInt(rank);
    this.#distances[row] = distance;
    this.#positions.push(this.#text.of(tiles));
  }

  async flush(): Promise<void> {
    const rows = this.#positions.length;
    if (rows === 0) return;
    await this.#writer.write({
      columnData: [
        // No dictionary: no position comes twice.
        { name: 'position', data: this.#positions, encoding: 'PLAIN' },
        { name: 'blank', data: this.#blanks.subarray(0, rows) },
        { name: 'rank', data: this.#ranks.subarray(0, rows), encoding: 'DELTA_BINARY_PACKED' },
        { name: 'distance', data: this.#distances.subarray(0, rows) },
      ],
      rowGroupSize: ROWS_PER_GROUP,
    });
    this.#positions.length = 0;
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
