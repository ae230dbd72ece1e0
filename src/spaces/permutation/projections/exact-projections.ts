/** Candidates with exact frames, for any group: kinds are told apart until the states of a block, and of a word, are few enough. */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import { type Orbit, orbitOf } from '../colourings/orbit.js';
import { project } from '../colourings/projection.js';
import { evenStabiliserElements } from '../colourings/stabiliser.js';
import { LONGEST_WORD } from '../colourings/worded-base.js';
import type { WantedProjections } from './candidate.js';
import type { KindLevel } from './kind-chain.js';
import { canNumber, canScatter, misfit, SHORTEST_WORD, wantedBlock, wantedScatteredBlock, wordValue } from './sizes.js';

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

interface ExactWords {
  /** Level of the chain that the words refine. */
  readonly level: number;
  readonly labels: readonly number[];
  readonly wordStates: number;
}

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
function wordsOfLevel(puzzle: ColouredPuzzle, chain: readonly KindLevel[], level: number): ExactWords[] {
  const { labels, elements, states } = chain[level];
  if (states <= LONGEST_WORD) return [{ level, labels, wordStates: states }];
  if (states > LONGEST_WORD * MOST_IMAGES) return [];
  const words: ExactWords[] = [];
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
