/** Candidates with exact frames, for any group: kinds are told apart until the states of a block, and of a word, are few enough. */

import { LONGEST_WORD, MOST_SCATTERED_STATES } from '../colourings/block-bases.js';
import { project } from '../colourings/numbering.js';
import { evenStabiliserElements, type Orbit, orbitOf } from '../colourings/orbit.js';
import type { ColouredPuzzle } from '../colourings/puzzle.js';
import {
  canNumber,
  canScatter,
  misfit,
  SHORTEST_WORD,
  type WantedProjections,
  wantedBlock,
  wantedScatteredBlock,
  wordValue,
} from './ordered-projections.js';

/** Maximum number of sets of colours that are tried in each level of the chain. */
const MOST_SETS = 200;

/** Maximum number of words that are tried. */
const MOST_WORDS = 8;

/** Maximum number of images of a set of colours: they are words of a level. */
const MOST_IMAGES = 1 << 10;

/** Number of sets with too many images after which a level is given up. */
const MOST_FAILURES = 8;

/** Number of random elements of a stabiliser: with this many, a colour that all of them keep is hardly ever moved by another element. */
const ELEMENTS = 20;

/** Yields candidates with words, the best words first. */
export function* exactProjections(puzzle: ColouredPuzzle, chain: readonly KindLevel[]): Generator<WantedProjections> {
  const { states } = chain[0];
  const words = chain
    .flatMap((_, level) => wordsOfLevel(puzzle, chain, level))
    .filter(({ wordStates }) => wordStates >= Math.min(states, SHORTEST_WORD))
    .sort((a, b) => wordValue(b.wordStates) - wordValue(a.wordStates) || a.level - b.level);
  for (const { level, labels, wordStates } of words.slice(0, MOST_WORDS)) {
    const block = nearest(chain.slice(0, level + 1), wantedBlock(states));
    if (!canNumber(states, block.states)) continue;
    yield { projections: { frames: 'exact', block: compact(block.labels), word: compact(labels) }, wordStates };
  }
}

/** Yields candidates without words, beginning with blocks of the best size. */
export function* exactScatteredProjections(chain: readonly KindLevel[]): Generator<WantedProjections> {
  const [{ states }] = chain;
  const wanted = wantedScatteredBlock(states);
  const possible = chain.filter((level) => canScatter(states, level.states));
  const full = possible.filter((level) => level.states >= LONGEST_WORD);
  // Blocks with fewer states leave words empty, and there are as many blocks as states.
  const levels = full.length > 0 ? full : possible;
  for (const { labels } of levels.sort((a, b) => misfit(a.states, wanted) - misfit(b.states, wanted))) {
    yield { projections: { frames: 'exact', block: compact(labels), word: null }, wordStates: 1 };
  }
}

function nearest(chain: readonly KindLevel[], wanted: number): KindLevel {
  return chain.reduce((best, level) => (misfit(level.states, wanted) < misfit(best.states, wanted) ? level : best));
}

/** Returns the words of states with the labels of a level. One set of other colours can be told apart from the rest, as a set. */
function wordsOfLevel(puzzle: ColouredPuzzle, chain: readonly KindLevel[], level: number) {
  const { labels, elements, states } = chain[level];
  if (states <= LONGEST_WORD) return [{ level, labels, wordStates: states }];
  if (states > LONGEST_WORD * MOST_IMAGES) return [];
  const words: { level: number; labels: readonly number[]; wordStates: number }[] = [];
  const seen: Orbit[] = [];
  let tooMany = 0;
  let sets = 0;
  for (const set of setsOf(puzzle, chain[level])) {
    if (++sets > MOST_SETS) break;
    const own = labels.map((label, colour) => (set.includes(colour) ? set[0] + 1 : label));
    const projected = projectedBy(puzzle, own);
    if (seen.some(({ entries }) => entries.find(projected) >= 0)) continue;
    const orbit = orbitOf(projected, Math.max(...own) + 1, elements, MOST_IMAGES);
    if (orbit === null) {
      if (++tooMany === MOST_FAILURES) break;
      continue;
    }
    seen.push(orbit);
    const wordStates = states / orbit.entries.count;
    if (wordStates <= LONGEST_WORD) words.push({ level, labels: own, wordStates });
  }
  return words;
}

/**
 * Yields sets of colours that are all merged in a level. The stabiliser of one of them fixes the others of its set, such as the facets of a
 * piece. Unions of the first set with one or two others follow.
 */
function* setsOf(puzzle: ColouredPuzzle, level: KindLevel): Generator<number[]> {
  const sets = fixedSets(puzzle, level);
  const { value: first } = sets.next();
  if (first === undefined) return;
  yield first;
  const others: number[][] = [];
  for (const second of sets) {
    others.push(second);
    yield [...first, ...second];
  }
  for (const [index, second] of others.entries()) {
    for (const third of others.slice(index + 1)) yield [...first, ...second, ...third];
  }
}

/** Yields the sets of merged colours that the stabiliser of one of them fixes. */
function* fixedSets(puzzle: ColouredPuzzle, { labels, elements }: KindLevel): Generator<number[], undefined> {
  const merged = labels.flatMap((label, colour) => (label === 0 ? [colour] : []));
  const known = new Set<number>();
  for (const colour of merged) {
    if (known.has(colour)) continue;
    const own = labels.map((label, other) => (other === colour ? colour + 1 : label));
    const orbit = orbitOf(projectedBy(puzzle, own), puzzle.colours.length + 1, elements, MOST_IMAGES);
    if (orbit === null || orbit.entries.count === 1) continue;
    const stabiliser = evenStabiliserElements(orbit, ELEMENTS);
    const fixed = merged.filter((other) => stabiliser.every((element) => keepsColour(puzzle, element, other)));
    for (const other of fixed) known.add(other);
    yield fixed;
  }
}

function projectedBy({ solved }: ColouredPuzzle, labels: readonly number[]): Uint8Array {
  const projected = new Uint8Array(solved.length);
  project(Uint8Array.from(labels), solved, projected);
  return projected;
}

function keepsColour({ solved }: ColouredPuzzle, element: Uint8Array, colour: number): boolean {
  return solved.every((own, point) => own !== colour || solved[element[point]] === colour);
}

/** Returns labels with the same partition, numbered 0, 1, 2 ... */
function compact(labels: readonly number[]): number[] {
  const distinct = [...new Set(labels)];
  return labels.map((label) => distinct.indexOf(label));
}

/*
 * The chain of kinds: a stabiliser chain in which the kinds are told apart one after the other, and all others are merged. The number of
 * states is the product of the orbits. Random products of a fixed seed generate the stabilisers, so orbits may be too small if there are
 * few products. src/permutations/permutation-group.ts has proved chains.
 */

export interface KindLevel {
  /** Label of each colour: some kinds have labels of their own, all others 0. */
  readonly labels: readonly number[];
  /** Permutations that keep the labels of the solved state. */
  readonly elements: readonly Uint8Array[];
  /** Number of states with the same labels as the solved one. */
  readonly states: number;
}

/** Maximum size of an orbit. If all states fit into one block, one orbit may hold them all. */
const LARGEST_ORBIT = MOST_SCATTERED_STATES;

/**
 * Returns the levels from all states to the solved state alone; null if there are too many states. Levels that distinguish no more states
 * are left out.
 * @param products number of products for each level, which should generate its stabiliser
 */
export function kindChain(puzzle: ColouredPuzzle, products: number): KindLevel[] | null {
  const { colours, points, moves, solved } = puzzle;
  const found = [{ labels: colours.map(() => 0), elements: moves as readonly Uint8Array[], orbit: 1 }];
  const projected = new Uint8Array(points);
  const labels = colours.map(() => 0);
  let elements: readonly Uint8Array[] = moves;
  let product = 1;
  for (const kind of kindsOf(puzzle)) {
    if (elements.length === 0) break;
    for (const colour of kind) labels[colour] = colour + 1;
    project(Uint8Array.from(labels), solved, projected);
    const orbit = orbitOf(projected, colours.length + 1, elements, LARGEST_ORBIT);
    if (orbit === null) return null;
    if (orbit.entries.count === 1) continue;
    product *= orbit.entries.count;
    if (!canNumber(product, LARGEST_ORBIT)) return null;
    elements = evenStabiliserElements(orbit, products);
    found.push({ labels: [...labels], elements, orbit: orbit.entries.count });
  }
  let states = 1;
  const levels = found.toReversed().map(({ orbit, ...level }) => {
    const result = { ...level, states };
    states *= orbit;
    return result;
  });
  return levels.toReversed();
}

/** Returns the colours of each kind, beginning with kinds of few pieces, which have fewer arrangements. */
function kindsOf({ colours }: ColouredPuzzle): number[][] {
  const kinds: number[][] = [];
  for (const [colour, { kind }] of colours.entries()) {
    kinds[kind] ??= [];
    kinds[kind].push(colour);
  }
  const piecesOf = ([colour]: readonly number[]) => colours[colour].pieces;
  return kinds.sort((a, b) => piecesOf(a) - piecesOf(b));
}
