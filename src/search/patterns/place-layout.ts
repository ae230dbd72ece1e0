/** The placement of pattern databases in memory: room for their tables, and the look-ups and lists that searches need. */

import { type Board, neighbour } from '../../spaces/board/board.js';
import { boardPath } from '../../spaces/board/numbering/geometry.js';
import { BLANK } from '../../spaces/board/position.js';
import { symmetriesOf } from '../../spaces/board/symmetry.js';
import { patternBitsetBytes, placementBytes } from '../../spaces/pattern/bit-address.js';
import { maskOf, type PatternGeometry, placementOf } from '../../spaces/pattern/geometry.js';
import type { Pattern } from '../../spaces/pattern/pattern.js';
import { MOVE_ORDER } from '../ida-star/compiled-search.js';
import { ENTRY_BYTES, ENTRY_FROM, LIST_BYTES, type PatternLayout, type PatternPlan } from './layout.js';
import { firstPlacements, labelBitsOf, packedLabels } from './look-ups.js';
import { NO_STATE_BEHIND, sequenceStates } from './move-sequences.js';
import { homesOf } from './pattern-table.js';
import type { SharedTables } from './shared-tables.js';

/**
 * Places the databases of a partition, with room for tables that are read later.
 * @param geometries geometries of the patterns, in their order
 */
export function placeLayout(
  tables: SharedTables,
  geometries: readonly PatternGeometry[],
  patterns: readonly Pattern[],
): PatternLayout {
  const [{ board, goal }] = patterns;
  const [geometry] = geometries;
  const { placeOf } = geometry;
  const goalCell = goal.indexOf(BLANK);
  const shared = new Map<PatternGeometry, readonly number[]>();
  const plans = patterns.map((pattern, index): PatternPlan => {
    const geometry = geometries[index];
    const homes = homesOf(pattern, placeOf);
    const common = shared.get(geometry) ?? placeLookUps(tables, geometry);
    shared.set(geometry, common);
    const goalSet = maskOf(homes);
    const goalState = [
      goalSet,
      placementOf(geometry, goalSet, placeOf[goalCell]),
      packedLabels(homes.map((_, label) => label)),
    ];
    const { placements, arrangements } = geometry;
    const own = [tables.take(patternBitsetBytes(placements, arrangements.count)), placementBytes(arrangements.count)];
    return { name: pattern.tiles.join(' '), homes, fields: [...common, ...own, ...goalState] };
  });
  const mirror = mirrorFor(board, goalCell, placeOf, plans);
  return {
    board,
    memory: tables.memory,
    lowBits: geometry.ranks.lowBits,
    highBits: geometry.ranks.highBits,
    blackPlaces: geometry.blackPlaces,
    goalBlank: placeOf[goalCell],
    patterns: plans,
    mirror,
    around: tables.place(Uint32Array.from(geometry.around)),
    lists: placeLists(tables, board, placeOf, mirror),
  };
}

/** Places the look-ups that all patterns of the same size share. @returns fields of parts, in their order */
function placeLookUps(tables: SharedTables, geometry: PatternGeometry): number[] {
  const { ranks, regions, tiles } = geometry;
  const { firstBits, first, last } = labelBitsOf(tiles);
  const arrays = [ranks.low, ranks.high, firstPlacements(geometry), regions, first, last];
  return [...arrays.map((array) => tables.place(array)), firstBits];
}

/** Returns a symmetry that keeps the goal's blank, by places; null if none of them changes the patterns. */
function mirrorFor(
  board: Board,
  goalCell: number,
  placeOf: readonly number[],
  patterns: readonly PatternPlan[],
): readonly number[] | null {
  const sorted = (homes: readonly number[]) => [...homes].sort((one, other) => one - other).join();
  const own = new Set(patterns.map(({ homes }) => sorted(homes)));
  const path = boardPath(board);
  for (const symmetry of symmetriesOf(board)) {
    if (symmetry[goalCell] !== goalCell) continue;
    const mirror = path.map((cell) => placeOf[symmetry[cell]]);
    if (patterns.some(({ homes }) => !own.has(sorted(homes.map((home) => mirror[home]))))) return mirror;
  }
  return null;
}

/** Places the lists of the kernel, one for each state of the automaton of moves. */
function placeLists(
  tables: SharedTables,
  board: Board,
  placeOf: readonly number[],
  mirror: readonly number[] | null,
): number {
  const states = sequenceStates(board);
  const address = tables.take(states.length * LIST_BYTES);
  const view = new DataView(tables.memory.buffer);
  for (const [state, { cell, next }] of states.entries()) {
    let entry = address + state * LIST_BYTES;
    for (const [move, behind] of next.entries()) {
      if (behind === NO_STATE_BEHIND) continue;
      const places = [neighbour(board, cell, MOVE_ORDER[move]), cell].map((each) => placeOf[each]);
      view.setUint32(entry, address + behind * LIST_BYTES, true);
      for (const [field, place] of places.entries()) {
        view.setUint8(entry + ENTRY_FROM + field, place);
        view.setUint8(entry + ENTRY_FROM + 2 + field, mirror === null ? 0 : mirror[place]);
      }
      entry += ENTRY_BYTES;
    }
  }
  return address;
}
