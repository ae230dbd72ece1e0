/** The layers of a board, enumerated again by the bit engine, and their census. */

import { branchingOf, furtherPairs } from '../base/statistics.js';
import { MOST_THREADS, threadsFor } from '../base/threads.js';
import { planBoard } from '../engines/boards/board-plan.js';
import { keepers } from '../engines/boards/engine.js';
import type { SpaceFacts } from '../space/space.js';
import { type Geometry, STATES_PER_WORD, tilesByLabel, WordArrangements } from '../spaces/board/numbering.js';
import { BLANK, formatPosition, type Position } from '../spaces/board/position.js';
import type { BoardWalker } from '../table/board-walker.js';
import type { TableClaims } from '../table/files/contents.js';
import { type CensusOf, censusOfGoal, heuristicsOf, type LayerCensus, sumOfCensuses } from './layer-census.js';
import { type Columns, type LayerReplay, MOST_STATES_COUNTED } from './layer-replay.js';
import { replayBitsets, replayLayers } from './repeated-layers.js';
import { bytesPerDepth, newDepths } from './space-depths.js';

/** Bytes of the count of a state's shortest solutions. */
const BYTES_PER_COUNT = 8;

/** States/s of a census with heuristics on one thread, measured with 3x4. */
const CENSUS_PER_SECOND = 25e6;

/** Returns the replay of a board's table. @param facts those of the table's space @param walker of the table */
export function boardReplay(facts: SpaceFacts, claims: TableClaims, walker: BoardWalker): LayerReplay {
  const { board, goal, goalCell, metric, histogram, geometry } = walker;
  const { arrangements, states, reached } = geometry;
  const table = { board, goalCell, metric, histogram };
  const distancesShape = { bytesPerValue: bytesPerDepth(claims), shape: [board.cells, arrangements] };
  return {
    facts,
    board: { board, goal, metric },
    histogram,
    distancesShape,
    columns: () => positionColumns(geometry, goal),

    plan(pass, most) {
      const isCensus = pass === 'census';
      const { bytes, threadBytes, threads } = planBoard(
        board,
        replayBitsets(metric, isCensus),
        isCensus ? MOST_THREADS : most,
      );
      const plan = (held: string, bytesBeside: number) => ({ bytes: bytes + bytesBeside, threadBytes, threads, held });
      if (pass === 'layers') return plan('its bitsets', 0);
      if (pass === 'distances') return plan('its bitsets and distances', states * distancesShape.bytesPerValue);
      return {
        ...plan('its bitsets and counts', states <= MOST_STATES_COUNTED ? BYTES_PER_COUNT * states : 0),
        threads: threadsFor(most, states / CENSUS_PER_SECOND, threads),
      };
    },

    async census({ threads, onProgress, signal }, onLayer) {
      const censuses: LayerCensus[] = [];
      let done = 0;
      const observers = { file: 'census-layers.cjs', request: table };
      const replay = { ...table, threads, signal, counted: true };
      for await (const layer of replayLayers<CensusOf, LayerCensus>(replay, observers)) {
        censuses.push(layer.depth === 0 ? censusOfGoal(table) : sumOfCensuses(layer.observed));
        await onLayer(layer);
        done += layer.states;
        onProgress?.(done, reached);
      }
      return {
        // If a neighbour is further than this state, then this state is nearer than the neighbour.
        branchings: censuses.map(({ neighbours }, depth) =>
          branchingOf(neighbours, depth === 0 ? 0 : furtherPairs(censuses[depth - 1].neighbours)),
        ),
        overall: branchingOf(sumOfCensuses(censuses).neighbours),
        estimates: heuristicsOf(metric).map((heuristic, index) => ({
          heuristic,
          counts: censuses.map(({ estimates }) => estimates[index]),
        })),
      };
    },

    layers: (lastDepth, { threads, signal }) =>
      replayLayers({ ...table, lastDepth, threads, signal }, keepers({ most: 0 })),

    async distances({ threads, onProgress, signal }) {
      const parts = Array.from({ length: board.cells }, () => newDepths(arrangements, distancesShape.bytesPerValue));
      // The goal, which no layer finds, is the first arrangement of its cell.
      parts[goalCell][0] = 0;
      const observers = { file: 'depths-of-layers.cjs', request: parts };
      let done = 0;
      for await (const { states } of replayLayers({ ...table, threads, signal }, observers)) {
        done += states;
        onProgress?.(done, reached);
      }
      return { ...distancesShape, parts };
    },
  };
}

/** Returns the columns of a board's rows. Positions are written as bytes, fast enough for millions. @param goal names the tiles */
export function positionColumns(geometry: Geometry, goal: Position): Columns {
  const { board, arrangements, path } = geometry;
  const textOf = (tile: number) => Buffer.from(`${formatPosition([tile])} `);
  const blankText = textOf(BLANK);
  const tileTexts = tilesByLabel(geometry, goal).map(textOf);
  // All positions have all tiles, so their texts have the same length; the last space is not part of them.
  const written = Buffer.concat([blankText, ...tileTexts]);
  const text = written.subarray(0, -1);
  const reader = new WordArrangements(geometry);
  const { labels } = reader;
  const cellOf = (state: number) => Math.floor(state / arrangements);
  const rankOf = (state: number) => state - cellOf(state) * arrangements;
  /** [cell]: its place on the path without the blank. */
  let places: readonly number[] = [];
  let blank = -1;
  let wordRead = -1;
  const bytes = (state: number) => {
    const cell = cellOf(state);
    const rank = state - cell * arrangements;
    const word = Math.floor(rank / STATES_PER_WORD);
    if (cell !== blank) {
      blank = cell;
      const along = path.filter((other) => other !== blank);
      places = path.map((_, cell) => along.indexOf(cell));
      wordRead = -1;
    }
    // Neighbouring rows are often in the same word.
    if (word !== wordRead) reader.readWord(word, cell);
    wordRead = word;
    reader.readState(rank - word * STATES_PER_WORD);
    let end = 0;
    for (let cell = 0; cell < places.length; cell++) {
      const tile = cell === blank ? blankText : tileTexts[labels[places[cell]]];
      for (let at = 0; at < tile.length; at++) written[end++] = tile[at];
    }
    return text;
  };
  return {
    text: { name: 'position', of: (state) => bytes(state).toString('latin1'), bytes },
    numbers: [
      { name: 'blank', most: board.cells - 1, distinct: false, of: cellOf },
      { name: 'rank', most: arrangements - 1, distinct: true, of: rankOf },
    ],
  };
}
