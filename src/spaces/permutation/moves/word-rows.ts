/**
 * Rows of words: the word to which a move takes each word of a block, and the map of its places.
 *
 * Let h be the projection of a word, with the frame tau_h, and kappa a move of blocks in the base. It takes the word to that of the
 * projection g = h kappa, and its places by
 *
 *     eta = tau_h kappa tau_g^-1
 *
 * Again, all that matters is how eta permutes points whose label stands for several colours, so there are few etas.
 */

import {
  inversePermutation,
  permutationText,
  writeInverse,
  writeMovedFrom,
} from '../../../permutations/permutation.js';
import { ColouringIndex } from '../colourings/colouring-index.js';
import type { BlockNumbering, ColouringWords } from '../colourings/numbering.js';
import { areAllDifferent } from '../colourings/puzzle.js';
import { PERMUTATION_BITS } from './compiled-moves.js';
import { distinguishingPoints, type FramedMove, type FramedMoves, writeFramed } from './framed-moves.js';

export interface WordRow {
  /** [word]: the word to which it is taken. */
  readonly targets: Uint32Array;
  /** [word]: the number of the map that takes its places there. */
  readonly maps: Uint16Array;
}

/** Maximum number of place maps. It exceeds that of permutations of bits, since maps between different bit types may be alike. */
const MOST_MAPS = 1 << 14;

/** Maximum number of place maps of words of one bit type, which all differ. */
const MOST_MAPS_OF_ONE_TYPE = 1 << PERMUTATION_BITS;
const NONE = 0xffffffff;

/** Map of the places of a word to those of another word, by a move. */
export interface PlaceMap {
  /** Bit types. */
  readonly from: number;
  readonly to: number;
  /** [place]: the place to which it is taken. */
  readonly images: Uint8Array;
}

/**
 * Returns the row of each distinct move, and the place maps that rows share; or why there are none. Words have different labels, so a row is a
 * bijection between types of blocks.
 * @param labels of words
 */
export function wordRows(
  numbering: BlockNumbering,
  words: ColouringWords,
  labels: readonly number[],
  { distinct, inverses }: FramedMoves,
): { rows: WordRow[]; maps: PlaceMap[] } | string {
  const { points } = numbering.puzzle;
  const { count, statesOf, frames, projections, projectionOf, wordOf, bitTypeOf } = words;
  const { keys, values, noise } = projections;
  const mostMaps = statesOf.length > 1 ? MOST_MAPS : MOST_MAPS_OF_ONE_TYPE;
  const maps: PlaceMap[] = [];
  const mapNumbers = new Map<string, number>();
  const distinguishing = etaPoints(numbering, words, labels);
  /** The images of these points by an eta, and the bit type from which it leads. */
  const etas = new ColouringIndex(distinguishing.length + 1, Math.max(points, statesOf.length));
  /** [entry of an eta]: its place map. */
  const mapOf: number[] = [];
  const eta = new Uint8Array(etas.points);
  const moved = new Uint8Array(points);
  /** [point * values + label]: the noise of the label on the point to which a move takes it. */
  const movedNoise = new Int32Array(points * values);
  // [projection * points + point]: the inverse frames.
  const backs = new Uint8Array(frames.length);
  for (let at = 0; at < frames.length; at += points) writeInverse(frames, at, backs, at, points);
  const rows: WordRow[] = [];
  for (const [index, move] of distinct.entries()) {
    const inverse = inverses[index];
    const row = inverse !== undefined && inverse < index ? inverseRow(rows[inverse]) : rowOf(move);
    if (typeof row === 'string') return row;
    if (maps.length > mostMaps) return 'its moves permute the states of words in too many ways';
    rows.push(row);
  }
  return { rows, maps };

  function rowOf({ from, to, images }: FramedMove): WordRow | string {
    const row = { targets: new Uint32Array(count), maps: new Uint16Array(count) };
    for (let point = 0; point < points; point++) {
      const at = images[point] * values;
      movedNoise.set(noise.subarray(at, at + values), point * values);
    }
    for (let word = 0; word < count; word++) {
      const frame = projectionOf[from][word] * points;
      let projection = projections.withHash(movedHash(keys, frame, values, movedNoise));
      if (projection < 0 || !areMoved(keys, frame, images, projection * points)) {
        writeMovedFrom(keys, frame, images, moved);
        projection = projections.find(moved);
      }
      const target = projection < 0 ? NONE : wordOf[to][projection];
      if (target === NONE) return 'a move takes a word out of the type of its block';
      const back = projection * points;
      const bitType = bitTypeOf[from][word];
      const bitTypeAfter = bitTypeOf[to][target];
      writeFramed(distinguishing, frames, frame, images, backs, back, eta);
      eta[distinguishing.length] = bitType;
      const entry = etas.add(eta);
      if (entry === mapOf.length) {
        const whole = images.map((_, point) => backs[back + images[frames[frame + point]]]);
        const map = placeMap(words, bitType, bitTypeAfter, whole);
        if (map === null) return 'a move takes a state out of the bit type of its word';
        mapOf.push(numberOf(map));
      }
      if (maps[mapOf[entry]].to !== bitTypeAfter) return 'a move takes a word to two bit types';
      row.targets[word] = target;
      row.maps[word] = mapOf[entry];
    }
    return row;
  }

  /** Returns the number of a place map, a new one if necessary. */
  function numberOf(map: PlaceMap): number {
    const text = `${map.from} ${map.to} ${permutationText(map.images)}`;
    const number = mapNumbers.get(text) ?? maps.length;
    if (number < maps.length) return number;
    mapNumbers.set(text, number);
    maps.push(map);
    return number;
  }

  function inverseRow(row: WordRow): WordRow {
    const inverse = { targets: new Uint32Array(count), maps: new Uint16Array(count) };
    const undoneBy: number[] = [];
    for (let word = 0; word < count; word++) inverse.targets[row.targets[word]] = word;
    for (let word = 0; word < count; word++) {
      const map = row.maps[inverse.targets[word]];
      const { from, to, images } = maps[map];
      undoneBy[map] ??= numberOf({ from: to, to: from, images: inversePermutation(images) });
      inverse.maps[word] = undoneBy[map];
    }
    return inverse;
  }
}

// Small functions, which V8 compiles soon: see permutation.ts.

/** Returns the hash of moved labels. @param noise [point * values + label]: that of the label on the point to which it is moved */
function movedHash(keys: Uint8Array, at: number, values: number, noise: Int32Array): number {
  let hash = 0;
  for (let row = 0, label = at; row < noise.length; row += values, label++) hash ^= noise[row + keys[label]];
  return hash;
}

/** Returns whether a move takes the labels at one place of the keys to those at another one. */
function areMoved(keys: Uint8Array, at: number, images: Uint8Array, to: number): boolean {
  for (let point = 0; point < images.length; point++) if (keys[to + images[point]] !== keys[at + point]) return false;
  return true;
}

/**
 * Returns the map of an eta from the states of one bit type to those of another; null if it takes one elsewhere. Each state is compared. They
 * differ, so a map is a bijection.
 */
function placeMap(words: ColouringWords, from: number, to: number, eta: Uint8Array): PlaceMap | null {
  const states = words.statesOf[from];
  const moved = new Uint8Array(eta.length);
  const images = new Uint8Array(words.states);
  for (let place = 0; place < images.length; place++) {
    writeMovedFrom(states, place * eta.length, eta, moved);
    const image = words.rankIn(to, moved);
    if (image < 0) return null;
    images[place] = image;
  }
  return { from, to, images };
}

/**
 * Returns points whose images determine the effect of an eta on the states of words.
 *
 * Few are enough if frames are exact and all colours are different. Then etas are elements of the group that keeps the first word, whose
 * states are the images of the solved one under these elements. So a base of the group is enough: points whose images differ
 * for all of them. It is chosen point by point.
 */
function etaPoints(
  { puzzle, projections }: BlockNumbering,
  { states, statesOf }: ColouringWords,
  labels: readonly number[],
): Uint8Array {
  const { solved, points } = puzzle;
  const possible = distinguishingPoints(solved, labels);
  if (projections.frames === 'ordered' || !areAllDifferent(puzzle)) return possible;
  const images = Array.from({ length: states }, (_, place) => {
    const state = statesOf[0].subarray(place * points, (place + 1) * points);
    return solved.map((colour) => state.indexOf(colour));
  });
  const distinct = (base: readonly number[]) =>
    new Set(images.map((element) => Uint8Array.from(base, (point) => element[point])).map(permutationText)).size;
  const chosen: number[] = [];
  while (distinct(chosen) < states) {
    const sizes = Array.from(possible, (point) => distinct([...chosen, point]));
    chosen.push(possible[sizes.indexOf(Math.max(...sizes))]);
  }
  return Uint8Array.from(chosen);
}
