/** Beginnings of table files: valid ones with random edits, and a matching checksum, so that later checks are tested too. */

import { crc32 } from 'node:zlib';
import { Packr } from 'msgpackr';
import { METRICS, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf } from '#src/spaces/board/numbering.js';
import { boardTableHeader, headerOf } from '#src/table/header.js';
import type { RandomText } from './random-text.js';

const PREFIX_BYTES = 16;
const packr = new Packr({ useRecords: false });

/** Headers of tables of some boards. Their histograms are made up, except for the sum. */
export const BOARD_HEADS = ['2x2', '3x3', '1x9', '..#/.../#..', '3x4'].flatMap((name) =>
  METRICS.map((metric) => {
    const board = parseBoard(name);
    const histogram = [1, geometryOf(board).reached - 1];
    return headerOf(boardTableHeader(board, board.cells - 1, metric, histogram));
  }),
);

const SOURCES = [
  { kind: 'known', space: 'pancake:4' },
  { kind: 'known', space: 'cube-2x2x2', metric: 'quarter-turn', start: 'x' },
  { kind: 'module', path: '/nowhere/space.js' },
  { kind: 'generators', name: 'g', generators: [{ name: 'a', images: [1, 2, 0] }] },
  { kind: 'board', board: '2x2', metric: 'single', goal: '1 2 3 x' },
  { kind: 'pattern', board: '2x2', goal: '1 2 3 x', tiles: [1] },
  { kind: 'pattern', board: '3x3', goal: '1 2 3 4 5 6 7 8 x', tiles: [1, 2, 3] },
] as const;

const FACTS = {
  name: 'pancake:4',
  metric: null,
  size: 24,
  starts: [0],
  startTexts: ['1 2 3 4'],
  moves: ['2', '3', '4'],
};

export const SPACE_HEADS = SOURCES.flatMap((source) =>
  (['mod3', 'mod4', 'depth8', 'depth32'] as const).map((encoding) =>
    headerOf({
      facts: { ...FACTS, source, reversible: encoding.startsWith('mod') },
      histogram: [1, 3, 20],
      encoding,
    }),
  ),
);

/** Returns a whole file with this map in its header; its sections are 0. */
export function fileOf(map: Uint8Array, fileBytes: number): Buffer {
  const head = Buffer.alloc(PREFIX_BYTES + map.length + 4);
  head.write('ANTIPODE\u0001', 'latin1');
  head.writeUInt32LE(map.length, 12);
  head.set(map, PREFIX_BYTES);
  head.writeUInt32LE(crc32(head.subarray(0, -4)), head.length - 4);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, fileBytes - head.length))]);
}

const WRONG_NUMBERS = [-1, 0, 1, 0.5, 4096, 2147483648, 4294967296, 9007199254740992, 1e300];
const WRONG_TEXTS = ['', 'mod3', 'single', 'space', '3x3', 'x'.repeat(5000), '..#', '\n', '.'.repeat(300)];
const WRONG_LISTS = [[], [[]], [null], [0, 1, 2, 3], new Array(3000).fill(1), ['...', '...', '..']];
const WRONG_BOARDS = ['255x1', '15x17', '9x2'].map((name) => name.split('x').map(Number));
const WRONG_VALUES: readonly unknown[] = [
  ...[...WRONG_NUMBERS, Number.NaN, Number.POSITIVE_INFINITY, null, true, undefined],
  ...[...WRONG_TEXTS, ...WRONG_LISTS, {}, { length: 1e9 }, new Date(NaN), /x/],
  ...WRONG_BOARDS.map(([rows, columns]) => ({ rows, columns })),
  ...[new Map([['a', 1]]), new Set([1]), new Uint8Array(9), Buffer.alloc(7)],
];

/** Returns a copy of a value in which one part is replaced, missing, or duplicated. */
function edited(value: unknown, random: RandomText): unknown {
  if (typeof value !== 'object' || value === null || random.below(8) === 0) {
    return typeof value === 'number' && random.below(2) > 0 ? value + random.below(3) - 1 : random.pick(WRONG_VALUES);
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return random.pick(WRONG_VALUES);
  const chosen = random.below(entries.length);
  if (Array.isArray(value)) {
    return random.below(6) === 0
      ? [...value, ...value].slice(random.below(2))
      : value.with(chosen, edited(value[chosen], random));
  }
  if (random.below(10) === 0) entries.splice(chosen, 1);
  else entries[chosen][1] = edited(entries[chosen][1], random);
  return Object.fromEntries(entries);
}

/** MessagePack values that announce more than they contain, and types that a header never has. */
const ANNOUNCED = [
  'ddffffffff dd01ffffff dcffff dfffffffff df01ffffff deffff dbffffffff c6ffffffff c9ffffffff72 d47240 d5724001 d47300 d46901 d47001',
  'd47400 d47800 d46502 d66201000000 d6ff00000000 c70cff c1 c70b74000102030405060708090a d442ff cbfff0000000000000',
  'd38000000000000000 cfffffffffffffffff',
].flatMap((texts) => texts.split(' ').map((text) => Buffer.from(text, 'hex')));

/** Beginnings of nested maps or arrays. */
const DEEP = ['91', '81a161', '9281a16190', 'd4724091'].map((text) => Buffer.from(text, 'hex'));

/** Returns the bytes of a header's map, similar to one of the given maps. */
export function randomMap(random: RandomText, heads: readonly { readonly header: object }[]): Buffer {
  const { header } = random.pick(heads);
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([random.pick(ANNOUNCED), Buffer.alloc(random.below(20), random.below(256))]);
    case 1: {
      const piece = random.pick(DEEP);
      return Buffer.alloc(piece.length * random.below(random.below(50) > 0 ? 30 : 20_000), piece);
    }
    case 2:
      return Buffer.from(Array.from({ length: random.below(100) }, () => random.below(256)));
    case 3:
    case 4: {
      const bytes = Buffer.from(packr.pack(header));
      for (let edits = random.below(4); edits >= 0; edits--) bytes[random.below(bytes.length)] = random.below(256);
      if (random.below(3) > 0) return bytes;
      const at = random.below(bytes.length);
      return Buffer.concat([bytes.subarray(0, at), random.pick(ANNOUNCED), bytes.subarray(at + random.below(4))]);
    }
    default: {
      let map: unknown = header;
      for (let edits = random.below(4); edits > 0; edits--) map = edited(map, random);
      return packr.pack(map);
    }
  }
}
