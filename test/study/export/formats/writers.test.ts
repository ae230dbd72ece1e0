import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { formatPosition, orderedPosition } from '#src/spaces/board/position.js';
import { positionColumns } from '#src/study/board-replay.js';
import { type RowFormat, rowWriter } from '#src/study/export/formats.js';
import type { Columns } from '#src/study/layer-replay.js';
import type { LayerState } from '#src/study/repeated-layers.js';
import { readMessagePack } from '../read-messagepack.js';

/** Returns the file of rows. */
async function fileOf<State>(format: RowFormat, columns: Columns<State>, states: readonly State[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const writer = await rowWriter(format, columns, states.length, { texts: {}, map: {} }, async (bytes) => {
    pieces.push(Buffer.from(bytes));
  });
  for (const state of states) if (writer.write(state, 140)) await writer.flush();
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
  const columns = positionColumns(geometryOf(board));
  const position = orderedPosition(board, 1);
  const states = [rank, 0, rank - 1].map((of) => ({ tiles: Uint8Array.from(position), blank: 1, rank: of }));
  const text = formatPosition(position);

  const csv = await fileOf('csv', columns, states);
  expect(csv.toString('latin1').split('\n')).toEqual([
    'position,blank,rank,distance',
    `${text},1,${rank},140`,
    `${text},1,0,140`,
    `${text},1,${rank - 1},140`,
    '',
  ]);

  const { rows } = readMessagePack(await fileOf('msgpack', columns, states)) as { rows: unknown };
  expect(rows).toEqual(states.map((state) => [text, 1, state.rank, 140]));

  const parquet = await fileOf('parquet', columns, states);
  expect(await parquetReadObjects({ file: new Uint8Array(parquet).buffer })).toEqual(
    states.map((state) => ({ position: text, blank: 1, rank: BigInt(state.rank), distance: 140 })),
  );
});

test('positions of a long line are unchanged in CSV across all pieces', async () => {
  const board = parseBoard('1x255');
  const columns = positionColumns(geometryOf(board));
  const position = orderedPosition(board);
  const state = { tiles: Uint8Array.from(position), blank: 254, rank: 0 };
  const csv = await fileOf('csv', columns, new Array<LayerState>(3000).fill(state));
  const lines = csv.toString('latin1').split('\n').slice(1, -1);
  expect(lines).toHaveLength(3000);
  expect(new Set(lines)).toEqual(new Set([`${formatPosition(position)},254,0,140`]));
});

test('texts of any length are unchanged in CSV and Parquet across all pieces', async () => {
  const lengths = [3, 2_000_000, 0, 1_048_575, 1_048_576, 5, 3_000_000, ...new Array<number>(200).fill(20_000)];
  const texts = lengths.map((length, index) => `${index}-${'é'.repeat(length / 2)}`);
  const columns: Columns<number> = {
    text: { name: 'state', of: (state) => texts[state], bytes: (state) => Buffer.from(texts[state]) },
    numbers: [],
  };
  const states = [...texts.keys()];
  const csv = await fileOf('csv', columns, states);
  expect(csv.toString().split('\n').slice(1, -1)).toEqual(texts.map((text) => `${text},140`));
  const parquet = await fileOf('parquet', columns, states);
  const rows = await parquetReadObjects({ file: new Uint8Array(parquet).buffer });
  expect(rows.map(({ state }) => state)).toEqual(texts);
});

test('a field of CSV is quoted only if necessary', async () => {
  const texts = ['a b', 'a,b', 'say "a"', 'a\nb', 'a\rb', ''];
  const columns: Columns<string> = {
    text: { name: 'state', of: (text) => text, bytes: (text) => Buffer.from(text) },
    numbers: [],
  };
  const fields = ['a b', '"a,b"', '"say ""a"""', '"a\nb"', '"a\rb"', ''];
  expect(String(await fileOf('csv', columns, texts))).toBe(
    ['state,distance', ...fields.map((field) => `${field},140`), ''].join('\n'),
  );
});
