/** The layers of a table again: of boards by their engine, of other spaces from the distances of all states, and samples of them. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepers } from '#src/engines/boards/engine.js';
import { colourOf, makeBoard, parseBoard } from '#src/spaces/board/board.js';
import { geometryOf, positionOf } from '#src/spaces/board/numbering.js';
import { orderedPosition } from '#src/spaces/board/position.js';
import { replayLayers, sampleLayers } from '#src/study/board-replay.js';
import { choiceOf, type Selection } from '#src/study/export/selection.js';
import { depthsBytes, depthsOfSpace, layersInOrder } from '#src/study/table-replay.js';
import { TableError } from '#src/table/contents.js';
import { Table } from '#src/table/table.js';
import { exploreBoard } from '../board-exploration.js';
import { walkerOf } from '../board-walkers.js';
import { plainPatternTable } from '../pattern-table.js';
import { plainSpaceSearch } from '../plain-space-search.js';
import { chiSquare, chiSquareBound } from '../serve/chi-square.js';
import { fixtureSpace } from '../spaces.js';
import { count, FULL, rows } from '../suite.js';
import { contentsOf, knownSource as known, tableOf } from '../tables-of-kinds.js';

const UNREACHED = 255;

/** Random distances, without a gap between 0 and the maximum. */
const DISTANCES = fc
  .array(fc.oneof(fc.nat(9), fc.constant(UNREACHED)), { minLength: 1, maxLength: 60 })
  .map((distances) => {
    const used = [...new Set(distances.filter((distance) => distance !== UNREACHED))].sort((a, b) => a - b);
    return [0, ...distances.map((distance) => (distance === UNREACHED ? UNREACHED : used.indexOf(distance)))];
  });

test('layers have their states by number, all or a sample, for any number of states sorted at a time', () => {
  const limits = fc.record({
    most: fc.integer({ min: 1, max: 70 }),
    last: fc.nat(9),
    share: fc.nat(100),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(DISTANCES, limits, (distances, { most, last: end, share, seed }) => {
      const layers: number[][] = [];
      for (const [state, distance] of distances.entries()) {
        if (distance === UNREACHED) continue;
        layers[distance] ??= [];
        layers[distance].push(state);
      }
      const histogram = layers.map(({ length }) => length);
      const last = Math.min(end, histogram.length - 1);
      const states = histogram.slice(0, last + 1).reduce((sum, length) => sum + length);
      const sample = { size: Math.floor((states * share) / 100), seed };
      for (const selection of [
        { first: 0, last },
        { first: 0, last, sample },
      ] satisfies Selection[]) {
        const choice = choiceOf(histogram, selection);
        const found = Array.from(layersInOrder(distances, histogram, last, most), ({ depth, inOrder }) => {
          return [depth, [...inOrder(choice[depth])]];
        });
        const expected = layers.slice(0, last + 1).map((layer, depth) => {
          const chosen = choice[depth];
          return [depth, chosen === undefined ? layer : Array.from(chosen, (place) => layer[place])];
        });
        expect(found).toEqual(expected);
      }
    }),
  );
});

describe('the layers of a board', () => {
  test.each([
    ['the first of each layer', () => [0]],
    ['every third', (states: number) => Array.from({ length: Math.ceil(states / 3) }, (_, k) => 3 * k)],
    ['none', () => []],
  ])('have chosen states: %s', async (_, chosenOf) => {
    for (const name of ['2x3', '1x5']) {
      const board = parseBoard(name);
      const goal = orderedPosition(board, 0);
      const { histogram } = await exploreBoard({ board, goal, table: false });
      const replay = {
        board,
        goalCell: 0,
        metric: 'single',
        histogram,
        threads: 1,
        lastDepth: histogram.length,
      } as const;
      for await (const layer of replayLayers(replay, keepers({ most: 0 }))) {
        const numbers = chosenOf(layer.states);
        const all = [...layer.inOrder()];
        expect(all).toHaveLength(layer.states);
        const chosen = layer.inOrder(Float64Array.from(numbers));
        expect([...chosen]).toEqual(numbers.map((number) => all[number]));
      }
    }
  });

  test('end with the last requested one, and ignore the rest of the histogram', async () => {
    const layers: number[] = [];
    const histogram = [1, 2, 3, 5, 349];
    const replay = {
      board: parseBoard('2x3'),
      goalCell: 5,
      metric: 'single',
      histogram,
      threads: 1,
      lastDepth: 3,
    } as const;
    for await (const { states } of replayLayers(replay, keepers({ most: 0 }))) layers.push(states);
    expect(layers).toEqual([1, 2, 3, 5]);
  });

  test('are different states with the blank on cells of one colour', async () => {
    const board = parseBoard('3x4');
    const first = [1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781].slice(0, count(6, 11));
    const histogram = [...first, 239_500_800 - first.reduce((sum, states) => sum + states)];
    const lastDepth = first.length - 1;
    const replay = { board, goalCell: 11, metric: 'single', histogram, threads: 2, lastDepth } as const;
    const { arrangements } = geometryOf(board);
    for await (const { states, inOrder, depth } of replayLayers(replay, keepers({ most: 0 }))) {
      const numbers = new Set(inOrder());
      expect(numbers.size).toBe(states);
      const colours = new Set(Array.from(numbers, (state) => colourOf(board, Math.floor(state / arrangements))));
      expect([...colours]).toEqual([(colourOf(board, 11) + depth) % 2]);
    }
  });

  // For small shares, most groups of words are skipped.
  test.each(rows([1 / 50, 1 / 900, 1 / 2000, 1 / 5000], [1]))(
    'are sampled in a share of %d, spread over all cells and arrangements',
    async (share) => {
      const board = makeBoard(2, 5);
      const goal = orderedPosition(board);
      const geometry = geometryOf(board);
      const { table: contents } = await exploreBoard({ board, antipodes: 0 });
      if (contents === null) throw new Error('no table');
      const table = walkerOf(contents);
      const shares = table.histogram.map(() => share);
      const layers = await sampleLayers(board, goal, shares, { threads: 2 });
      expect(layers.length).toBe(table.histogram.length);
      for (const [depth, states] of layers.entries()) {
        for (const state of states) expect(table.distance(positionOf(geometry, goal, state))).toBe(depth);
      }
      // The goal is always kept.
      const states = layers.slice(1).flat();
      const expected = share * geometry.states;
      expect(Math.abs(states.length - expected)).toBeLessThan(5 * Math.sqrt(expected));
      expect(new Set(states.map(({ cell, word, bit }) => `${cell} ${word} ${bit}`)).size).toBe(states.length);
      const spread = (parts: number, partOf: (state: (typeof states)[number]) => number) => {
        const counts = new Array<number>(parts).fill(0);
        for (const state of states) counts[partOf(state)]++;
        const even = counts.map(() => states.length / parts);
        expect(chiSquare(counts, even)).toBeLessThan(chiSquareBound(parts - 1));
      };
      spread(board.cells, ({ cell }) => cell);
      spread(12, ({ word }) => Math.floor((12 * word) / geometry.words));
      spread(12, ({ bit }) => Math.floor(bit / 5));
      if (!FULL) return;
      const half = await sampleLayers(
        board,
        goal,
        shares.map((_, depth) => depth % 2),
        { threads: 2 },
      );
      expect(half.slice(1).map((kept) => kept.length)).toEqual(
        table.histogram.slice(1).map((all, index) => (index % 2 === 0 ? all : 0)),
      );
    },
  );
});

const pattern = async (...of: Parameters<typeof plainPatternTable>) =>
  Table.of((await plainPatternTable(...of)).contents);

describe('the distances of all states', () => {
  test.each(
    rows<[string, () => Promise<Table>, new () => Uint8Array | Uint16Array | Uint32Array]>(
      [
        ['pancake:7', () => tableOf(known('pancake:7')), Uint8Array],
        ['pancake:8 from a start', () => tableOf(known('pancake:8', '8 7 6 5 4 3 2 1')), Uint8Array],
        // 177,147 states, which are processed by workers.
        ['hanoi:3,11', () => tableOf(known('hanoi:3,11')), Uint16Array],
        ['pairings', () => tableOf(fixtureSpace('pairings')), Uint8Array],
        ['one-way', () => tableOf(fixtureSpace('one-way')), Uint8Array],
        ['one-way-path', () => tableOf(fixtureSpace('one-way-path')), Uint32Array],
        ['a pattern of 3x3', () => pattern('3x3', [1, 2, 3, 4, 5, 6], 4), Uint8Array],
        // 174,960 states, which are processed by workers.
        ['a pattern of 3x4', () => pattern('3x4', [1, 2, 5, 6, 7]), Uint8Array],
        ['a pattern of a ring', () => pattern('.../.#./...', [1, 2, 3]), Uint8Array],
      ],
      [4, 8],
    ),
  )('of %s match the plain search', async (_, make, Type) => {
    const table = await make();
    const { depths, histogram } = plainSpaceSearch(table.space);
    expect(table.histogram).toEqual(histogram);
    for (const threads of [1, 2]) {
      const found = await depthsOfSpace(table, { threads });
      expect(found).toBeInstanceOf(Type);
      expect(found.buffer).toBeInstanceOf(SharedArrayBuffer);
      const unreached = 2 ** (8 * found.BYTES_PER_ELEMENT) - 1;
      expect(found.findIndex((depth, state) => depth !== (depths[state] < 0 ? unreached : depths[state]))).toBe(-1);
    }
  });

  test('are found with progress, in the memory that was planned, until a signal is aborted', async () => {
    const table = await tableOf(fixtureSpace('pairings'));
    const told: (readonly [number, number])[] = [];
    const found = await depthsOfSpace(table, { threads: 1, onProgress: (done, of) => told.push([done, of]) });
    const { depths } = plainSpaceSearch(table.space);
    expect(found.findIndex((depth, state) => depth !== (depths[state] < 0 ? UNREACHED : depths[state]))).toBe(-1);
    expect(told.at(-1)).toEqual([150_000, 150_000]);
    expect(depthsBytes(table.header)).toBe(150_000 + 37_500);
    expect(depthsBytes((await tableOf(fixtureSpace('one-way'))).header)).toBe(60_000);
    const reason = new Error('enough');
    await expect(depthsOfSpace(table, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('are refused if the header has another histogram, or the codes lead in a circle, even on workers', async () => {
    const contents = await contentsOf(known('pancake:5'));
    const lie = await Table.of({ ...contents, histogram: [1, 4, 12, 36, 47, 20] });
    await expect(depthsOfSpace(lie)).rejects.toThrow(
      new TableError(
        "the table's header is wrong: it has 36 states at distance 3, and there are 35; make the table again",
      ),
    );
    const directed = await contentsOf(fixtureSpace('one-way'));
    const short = await Table.of({ ...directed, histogram: directed.histogram.slice(0, -1) });
    await expect(depthsOfSpace(short)).rejects.toThrow(TableError);
    // The start no longer has the code 1, and no path leads to it.
    const pairs = await contentsOf(fixtureSpace('pairings'));
    const changed = Array.from(pairs.bytes(0), (codes) => codes.map((byte) => byte ^ ((byte & 0x55) << 1)));
    const circle = await Table.of({ ...pairs, bytes: () => changed });
    await expect(depthsOfSpace(circle, { threads: 2 })).rejects.toThrow('the table contradicts itself');
  });

  test.each<[string, () => Promise<Table>, step: number]>([
    ['pancake:4', () => tableOf(known('pancake:4')), 1],
    ['a pattern of 3x3', () => pattern('3x3', [1, 5]), count(17, 1)],
    ['a pattern of a ring', () => pattern('.../.#./...', [1, 2]), count(17, 1)],
  ])('are refused if any bit of %s is wrong, unless it belongs to no reached state', async (_, make, step) => {
    const table = await make();
    const { header, space, notReached, encoding } = table;
    const [bytes] = Array.from(table.bytes(0), (piece) => Uint8Array.from(piece));
    const { depths } = plainSpaceSearch(space);
    const values = Uint8Array.from(depths, (depth) => (depth < 0 ? UNREACHED : depth));
    let refused = 0;
    for (let bit = 0; bit < 8 * bytes.length; bit += step) {
      const changed = Uint8Array.from(bytes);
      changed[bit >> 3] ^= 1 << (bit & 7);
      try {
        const found = await depthsOfSpace(await Table.of({ ...header, bytes: () => [changed] }));
        expect(Buffer.from(found).equals(values)).toBe(true);
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        refused++;
      }
    }
    const reached = depths.filter((depth) => depth >= 0).length;
    // A code has one bit in patterns, and another that marks the reached states if not all are; otherwise two bits.
    const bits = encoding === 'mod3' ? 2 * depths.length : reached + (notReached > 0 ? depths.length : 0);
    if (step === 1) expect(refused).toBe(bits);
    else expect(refused).toBeGreaterThan(bits / 34);
  });
});
