import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { positionColumns } from '#src/study/board-replay.js';
import { CsvWriter, csvField, MessagePackRows } from '#src/study/export/export-file.js';
import { type RowWriter, type Sink, sinkOf } from '#src/study/export/formats.js';
import { ParquetRows } from '#src/study/export/parquet.js';
import type { Columns } from '#src/study/layer-replay.js';
import type { LayerState } from '#src/study/repeated-layers.js';
import { readMessagePack } from '../read-messagepack.js';

/** Returns the file that a writer makes of rows. */
async function fileOf<State>(writerOn: (sink: Sink) => RowWriter<State>, rows: Iterable<State>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const writer = writerOn(
    sinkOf(async (bytes) => {
      pieces.push(Buffer.from(bytes));
    }),
  );
  for (const row of rows) {
    writer.write(row, 140);
    if (writer.isFull) await writer.flush();
  }
  await writer.flush();
  await writer.finish?.();
  return Buffer.concat(pieces);
}

// The last ranks of 3x4, 2x7 and 4x4 are below 2^31, below 2^32, and above.
test.each([
  ['3x4', 19_958_399],
  ['2x7', 3_113_510_399],
  ['4x4', 653_837_183_999],
])('ranks of %s are exact in every format: %i', async (name, rank) => {
  const board = parseBoard(name);
  const columns = () => positionColumns(geometryOf(board));
  const position = orderedPosition(board, 1);
  const states = [rank, 0, rank - 1].map((of) => ({ tiles: Uint8Array.from(position), blank: 1, rank: of }));
  const text = formatPosition(position);

  const csv = await fileOf((sink) => new CsvWriter(sink, columns()), states);
  expect(csv.toString('latin1').split('\n')).toEqual([
    'position,blank,rank,distance',
    `${text},1,${rank},140`,
    `${text},1,0,140`,
    `${text},1,${rank - 1},140`,
    '',
  ]);

  for (const state of states) {
    const row = await fileOf((sink) => new MessagePackRows(sink, columns()), [state]);
    expect(readMessagePack(row)).toEqual([text, 1, state.rank, 140]);
  }

  const parquet = await fileOf((sink) => new ParquetRows(sink, columns(), {}), states);
  expect(await parquetReadObjects({ file: new Uint8Array(parquet).buffer })).toEqual(
    states.map((state) => ({ position: text, blank: 1, rank: BigInt(state.rank), distance: 140 })),
  );
});

test('positions of a long line are unchanged in CSV across all pieces', async () => {
  const board = parseBoard('1x255');
  const columns = () => positionColumns(geometryOf(board));
  const position = orderedPosition(board);
  const state = { tiles: Uint8Array.from(position), blank: 254, rank: 0 };
  const csv = await fileOf((sink) => new CsvWriter(sink, columns()), new Array<LayerState>(3000).fill(state));
  const lines = csv.toString('latin1').split('\n').slice(1, -1);
  expect(lines).toHaveLength(3000);
  expect(new Set(lines)).toEqual(new Set([`${formatPosition(position)},254,0,140`]));
});

test('texts of any length are unchanged in CSV and Parquet across all pieces', async () => {
  const lengths = [3, 2_000_000, 0, 1_048_575, 1_048_576, 5, 3_000_000, ...new Array<number>(200).fill(20_000)];
  const texts = lengths.map((length, index) => `${index}-${'é'.repeat(length / 2)}`);
  const columns = (): Columns<number> => {
    let at = 0;
    return {
      text: {
        name: 'state',
        take(state) {
          at = state;
          return Buffer.byteLength(texts[state]);
        },
        write: (bytes, begin) =>
          begin + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).write(texts[at], begin),
        text: () => texts[at],
      },
      numbers: [],
    };
  };
  const csv = await fileOf((sink) => new CsvWriter(sink, columns()), texts.keys());
  expect(csv.toString().split('\n').slice(1, -1)).toEqual(texts.map((text) => `${text},140`));
  const parquet = await fileOf((sink) => new ParquetRows(sink, columns(), {}), texts.keys());
  const rows = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  expect(rows.map(({ state }) => state)).toEqual(texts);
});

test('a field of CSV is quoted only if necessary', () => {
  expect(['a b', 'a,b', 'say "a"', 'a\nb', 'a\rb', ''].map(csvField)).toEqual([
    'a b',
    '"a,b"',
    '"say ""a"""',
    '"a\nb"',
    '"a\rb"',
    '',
  ]);
});

test('a sink writes consecutive pieces', async () => {
  const written: [number, number][] = [];
  const sink = sinkOf(async (bytes, offset) => {
    written.push([offset, bytes.length]);
  });
  for (const length of [3, 0, 70_000]) await sink(new Uint8Array(length));
  expect(written).toEqual([
    [0, 3],
    [3, 0],
    [3, 70_000],
  ]);
});

test('a sink that cannot write rejects', async () => {
  const sink = sinkOf(() => Promise.reject(new Error('full')));
  await expect(sink(new Uint8Array(3))).rejects.toThrow('full');
});
