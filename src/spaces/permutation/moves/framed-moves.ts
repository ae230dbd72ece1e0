/**
 * Framed moves: the moves of blocks, and of words, in the base.
 *
 * A move s takes a block y to the block z = y s. With the frames of both, it is
 *
 *     frame(y) s frame(z)^-1
 *
 * in the base, and takes states of one type to those of another type. All that matters is how it permutes points whose labels stand for
 * several colours. So few of them differ, and blocks share the rows made from them: pancake:12 has 11 moves, 1,320 blocks and 9 rows.
 * The inverse of a move, if it is a move, leads back by the inverse.
 *
 * Let m be such a move of blocks. It takes a word with the projection h to that of the projection g = h m, and its places by
 *
 *     frame(h) m frame(g)^-1
 *
 * Again, all that matters is how this permutes points whose label stands for several colours, so there are few maps of places.
 */

import {
  inversePermutation,
  inversesAmong,
  permutationText,
  product,
  writeInverse,
  writeMovedFrom,
} from '../../../permutations/permutation.js';
import { ColouringIndex } from '../colourings/colouring-index.js';
import type { BlockNumbering, ColouringBlocks, ColouringWords } from '../colourings/numbering.js';
import { areAllDifferent, type ColouredPuzzle, type Projections } from '../colourings/puzzle.js';
import { PERMUTATION_BITS } from './compiled-moves.js';

/** A move of blocks of one type. */
export interface FramedMove {
  /** Types of blocks. */
  readonly from: number;
  readonly to: number;
  /** Permutation of the points. */
  readonly images: Uint8Array;
}

export interface FramedMoves {
  readonly distinct: readonly FramedMove[];
  /** [distinct move]: its inverse, if that leads a block back. */
  readonly inverses: readonly (number | undefined)[];
  /** [target * moves + move]: the block from which the move leads. */
  readonly sources: Uint32Array;
  /** [target * moves + move]: the number of the distinct move, which has a row. */
  readonly sourceRows: Uint32Array;
}

const NONE = 0xffffffff;

/** Maximum number of points that are followed from block to block: a few seconds. */
const MOST_STEPS = 2e9;

/**
 * Returns the distinct moves of blocks; null if there are too many, or why there are none.
 * @param most maximum number of distinct moves
 */
export function framedMoves(
  { points, solved, moves }: ColouredPuzzle,
  { block: labels }: Projections,
  { count, next, frames, types, typeOf }: ColouringBlocks,
  most: number,
): FramedMoves | string | null {
  const distinguishing = distinguishingPoints(solved, labels);
  if (count * moves.length * distinguishing.length > MOST_STEPS) {
    return 'its moves and blocks are too many to be compiled';
  }
  const distinct: FramedMove[] = [];
  const inverses: number[] = [];
  /** Images of the distinguishing points, and the type of the block. Entries have the numbers of distinct moves. */
  const index = new ColouringIndex(distinguishing.length + 1, Math.max(points, types));
  const key = new Uint8Array(index.points);
  const sources = new Uint32Array(count * moves.length).fill(NONE);
  const sourceRows = new Uint32Array(count * moves.length);
  const undoneBy = inversesAmong(moves);
  // [block * points + point]: the place that the block's frame takes to this point.
  const backs = new Uint8Array(frames.length);
  for (let at = 0; at < frames.length; at += points) writeInverse(frames, at, backs, at, points);
  for (let block = 0; block < count; block++) {
    for (let move = 0; move < moves.length; move++) {
      const target = next[block * moves.length + move];
      if (sources[target * moves.length + move] === block) continue;
      if (sources[target * moves.length + move] !== NONE) return 'a move takes two blocks to one';
      const kind = kindOf(block, move, target);
      if (!connect(block, move, target, kind)) return TWO_TYPES;
      if (undoneBy[move] >= 0 && !connect(target, undoneBy[move], block, inverseOf(kind))) return TWO_TYPES;
      if (distinct.length > most) return null;
    }
  }
  return { distinct, inverses, sources, sourceRows };

  /** Notes a block's move. Returns false if its distinct move leads to another type. */
  function connect(block: number, move: number, target: number, kind: number): boolean {
    sources[target * moves.length + move] = block;
    sourceRows[target * moves.length + move] = kind;
    return distinct[kind].to === typeOf[target];
  }

  /** Returns the distinct move of a block's move, a new one if necessary. */
  function kindOf(block: number, move: number, target: number): number {
    const images = moves[move];
    const frame = block * points;
    const back = target * points;
    writeFramed(distinguishing, frames, frame, images, backs, back, key);
    key[distinguishing.length] = typeOf[block];
    const kind = index.add(key);
    if (kind === distinct.length) {
      const framed = framedMove(frames, frame, images, backs, back);
      distinct.push({ from: typeOf[block], to: typeOf[target], images: framed });
    }
    return kind;
  }

  /** Returns the inverse of a distinct move, a new one if necessary. */
  function inverseOf(kind: number): number {
    if (inverses[kind] !== undefined) return inverses[kind];
    const { from, to, images } = distinct[kind];
    const back = inversePermutation(images);
    key.set(distinguishing.map((point) => back[point]));
    key[distinguishing.length] = to;
    const inverse = index.add(key);
    if (inverse === distinct.length) distinct.push({ from: to, to: from, images: back });
    inverses[kind] = inverse;
    return inverse;
  }
}

const TWO_TYPES = 'a move takes the states of a type of block to two types';

/**
 * Writes the images of some points by a frame, a move and an inverse frame. A small function, which V8 compiles soon: see permutation.ts.
 * @param frame,back the begin of the two frames
 */
function writeFramed(
  points: Uint8Array,
  frames: Uint8Array,
  frame: number,
  images: Uint8Array,
  backs: Uint8Array,
  back: number,
  written: Uint8Array,
): void {
  for (let i = 0; i < points.length; i++) written[i] = backs[back + images[frames[frame + points[i]]]];
}

/** Returns the product of a frame, a move and an inverse frame. In a loop over words, its closure would take memory for each word. */
function framedMove(frames: Uint8Array, frame: number, move: Uint8Array, backs: Uint8Array, back: number): Uint8Array {
  return move.map((_, point) => backs[back + move[frames[frame + point]]]);
}

/**
 * Returns the points whose images determine the effect of permutations that keep labels: those whose label, when solved, stands for several
 * colours, but for the last point of each label.
 */
function distinguishingPoints(solved: Uint8Array, labels: ArrayLike<number>): Uint8Array {
  const labelOf = solved.map((colour) => labels[colour]);
  return Uint8Array.from(solved.keys()).filter((point) => {
    const isShared = solved.some((colour, other) => labelOf[other] === labelOf[point] && colour !== solved[point]);
    return isShared && labelOf.lastIndexOf(labelOf[point]) !== point;
  });
}

/* Rows of words. */

/** Maximum number of place maps. It exceeds that of permutations of bits, since maps between different bit types may be alike. */
const MOST_MAPS = 1 << 14;

/** Maximum number of place maps of words of one bit type, which all differ. */
const MOST_MAPS_OF_ONE_TYPE = 1 << PERMUTATION_BITS;

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
 * @returns `targets` [row * words + word]: the word to which it is taken; `mapNumbers` [row * words + word]: the number of the map that
 * takes its places there; and these maps
 */
export function wordRows(
  numbering: BlockNumbering,
  words: ColouringWords,
  labels: readonly number[],
  { distinct, inverses }: FramedMoves,
) {
  const { points } = numbering.puzzle;
  const different = areAllDifferent(numbering.puzzle);
  const imagesOf = (different ? commutingImages : comparedImages)(words);
  const { count, statesOf, frames, projections, projectionOf, wordOf, bitTypeOf } = words;
  const { keys, values, noise } = projections;
  const mostMaps = statesOf.length > 1 ? MOST_MAPS : MOST_MAPS_OF_ONE_TYPE;
  const maps: PlaceMap[] = [];
  const numbersOfMaps = new Map<string, number>();
  const distinguishing = basePoints(numbering, words, labels);
  /** The images of these points by the framed move of a word, and the bit type from which it leads. */
  const wordMoves = new ColouringIndex(distinguishing.length + 1, Math.max(points, statesOf.length));
  /** [framed move]: its place map. */
  const mapOfMove: number[] = [];
  const framed = new Uint8Array(wordMoves.points);
  const moved = new Uint8Array(points);
  /** [point * values + label]: the noise of the label on the point to which a move takes it. */
  const movedNoise = new Int32Array(points * values);
  // [projection * points + point]: the inverse frames.
  const backs = new Uint8Array(frames.length);
  for (let at = 0; at < frames.length; at += points) writeInverse(frames, at, backs, at, points);
  const known = movesWithRows(distinct, points);
  /** [map * MOST_MAPS + map]: the number of the map that takes places by the one, then by the other. */
  const products = new Map<number, number>();
  const targets = new Uint32Array(distinct.length * count);
  const mapNumbers = new Uint16Array(distinct.length * count);
  for (const [index, move] of distinct.entries()) {
    const inverse = inverses[index];
    const isInverse = inverse !== undefined && inverse < index;
    // If there are many maps, their products take longer than the row itself.
    const product = isInverse || maps.length > count / 16 ? undefined : known.factors(move);
    if (product !== undefined) writeProductRow(product, index * count);
    else if (isInverse) writeInverseRow(inverse * count, index * count);
    else {
      const refusal = writeRow(move, index * count);
      if (refusal !== null) return refusal;
    }
    known.add(move);
  }
  return { targets, mapNumbers, maps };

  /** Writes the row of a move, or returns why there is none. */
  function writeRow({ from, to, images }: FramedMove, begin: number): string | null {
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
      writeFramed(distinguishing, frames, frame, images, backs, back, framed);
      framed[distinguishing.length] = bitType;
      const number = wordMoves.add(framed);
      if (number === mapOfMove.length) {
        const places = imagesOf(bitType, bitTypeAfter, framedMove(frames, frame, images, backs, back));
        if (places.includes(NO_PLACE)) return 'a move takes a state out of the bit type of its word';
        mapOfMove.push(mapNumber({ from: bitType, to: bitTypeAfter, images: places }));
        if (maps.length > mostMaps) return 'its moves permute the states of words in too many ways';
      }
      if (maps[mapOfMove[number]].to !== bitTypeAfter) return 'a move takes a word to two bit types';
      targets[begin + word] = target;
      mapNumbers[begin + word] = mapOfMove[number];
    }
    return null;
  }

  /** Writes the row of a product of two moves. A word takes the maps of both, one after the other. */
  function writeProductRow([first, second]: readonly [number, number], begin: number): void {
    for (let word = 0; word < count; word++) {
      const between = targets[first * count + word];
      const [one, other] = [mapNumbers[first * count + word], mapNumbers[second * count + between]];
      const pair = one * MOST_MAPS + other;
      let number = products.get(pair);
      if (number === undefined) {
        const [{ from, images }, after] = [maps[one], maps[other]];
        number = mapNumber({ from, to: after.to, images: images.map((place) => after.images[place]) });
        products.set(pair, number);
      }
      targets[begin + word] = targets[second * count + between];
      mapNumbers[begin + word] = number;
    }
  }

  /** Returns the number of a place map, a new one if necessary. */
  function mapNumber(map: PlaceMap): number {
    const text = `${map.from} ${map.to} ${different ? map.images[0] : permutationText(map.images)}`;
    const number = numbersOfMaps.get(text) ?? maps.length;
    if (number < maps.length) return number;
    numbersOfMaps.set(text, number);
    maps.push(map);
    return number;
  }

  /** Writes the row of an inverse. @param known begin of the row of its move */
  function writeInverseRow(known: number, begin: number): void {
    const undoneBy: number[] = [];
    for (let word = 0; word < count; word++) targets[begin + targets[known + word]] = word;
    for (let word = 0; word < count; word++) {
      const map = mapNumbers[known + targets[begin + word]];
      const { from, to, images } = maps[map];
      undoneBy[map] ??= mapNumber({ from: to, to: from, images: inversePermutation(images) });
      mapNumbers[begin + word] = undoneBy[map];
    }
  }
}

/** Maximum number of moves that are tried as the first factor of a product. */
const MOST_FACTORS = 64;

/**
 * Returns a list of the moves that have rows, which give the rows of their products in a fraction of the time: a half turn is that of two
 * quarter turns.
 */
function movesWithRows(distinct: readonly FramedMove[], points: number) {
  const index = new ColouringIndex(points + 1, Math.max(points, ...distinct.map(({ from }) => from + 1)));
  const key = new Uint8Array(points + 1);
  return {
    /** Adds the next of the distinct moves. */
    add({ from, images }: FramedMove): void {
      key.set(images);
      key[points] = from;
      index.add(key);
    },
    /** Returns the numbers of two of these moves whose product is a move; undefined if none of a few are. */
    factors({ from, images }: FramedMove): readonly [number, number] | undefined {
      const most = Math.min(index.count, MOST_FACTORS);
      for (let first = 0; first < most; first++) {
        const known = distinct[first];
        if (known.from !== from) continue;
        for (let point = 0; point < points; point++) key[known.images[point]] = images[point];
        key[points] = known.to;
        const second = index.find(key);
        if (second >= 0) return [first, second];
      }
      return undefined;
    },
  };
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

/** Stands for the image of a place if a move takes its state out of the bit type. */
const NO_PLACE = 255;

/** Returns the images of places by a word's framed move from one bit type to another. @param places number of places, by default all */
type ImagesOf = (from: number, to: number, move: Uint8Array, places?: number) => Uint8Array;

/** Returns a function that compares each state. States differ, so the images of all places are a bijection. */
function comparedImages({ states, statesOf, rankIn }: ColouringWords): ImagesOf {
  return (from, to, move, places = states) => {
    const moved = new Uint8Array(move.length);
    const images = new Uint8Array(places).fill(NO_PLACE);
    for (let place = 0; place < places; place++) {
      writeMovedFrom(statesOf[from], place * move.length, move, moved);
      const image = rankIn(to, moved);
      if (image < 0) return images;
      images[place] = image;
    }
    return images;
  };
}

/**
 * Returns a function that compares only the state at place 0, if no two points have the same colour.
 *
 * Exchanges of colours then make all states of a bit type from any one of them, and commute with moves. So the image of place 0 determines
 * those of all places. They are a product of three maps: to bit type 0, within it, and from it. The outer two keep place 0. There are few
 * of these maps, and they are made by comparing all states.
 */
function commutingImages(words: ColouringWords): ImagesOf {
  const { states, statesOf } = words;
  const points = statesOf[0].length / states;
  const compared = comparedImages(words);
  const stateOf = (bitType: number, place: number) => statesOf[bitType].subarray(place * points, (place + 1) * points);
  /** Returns the images of bit type 0 that begin with a place. */
  const imagesFrom = (to: number, place: number) =>
    compared(0, to, product(stateOf(0, 0), inversePermutation(stateOf(to, place))));
  const outward = statesOf.map((_, bitType) => imagesFrom(bitType, 0));
  const inward = outward.map(inversePermutation);
  /** [place]: the images within bit type 0 that begin with it. */
  const within: Uint8Array[] = [];
  return (from, to, move) => {
    const first = compared(from, to, move, 1);
    if (first[0] === NO_PLACE) return first;
    const place = inward[to][first[0]];
    within[place] ??= imagesFrom(0, place);
    return product(product(inward[from], within[place]), outward[to]);
  };
}

/**
 * Returns points whose images determine the effect of a word's framed move on the states of words.
 *
 * Few are enough if frames are exact and all colours are different. Then framed moves are elements of the group that keeps the first word, whose
 * states are the images of the solved one under these elements. So a base of the group is enough: points whose images differ
 * for all of them. It is chosen point by point.
 */
function basePoints(
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
