/**
 * Candidates for the projections that number a puzzle. Those with ordered frames are merges of kinds whose pieces have all arrangements, apart
 * from ties. Those with exact frames are for any group: kinds are told apart until the states of a block, and of a word, are few enough.
 */

import { LONGEST_WORD, MOST_SCATTERED_STATES } from '../colourings/block-bases.js';
import { MOST_BLOCKS } from '../colourings/number-states.js';
import { project } from '../colourings/numbering.js';
import { evenStabiliserElements, type Orbit, orbitOf } from '../colourings/orbit.js';
import type { ColouredPuzzle, Projections } from '../colourings/puzzle.js';
import { rankedStates } from '../colourings/ranked-numbering.js';
import {
  classesOf,
  type FreeMerge,
  freedom,
  freeMerge,
  type Group,
  groupOf,
  joined,
  type KindClass,
  mergedGroup,
  mergeLabels,
  partitionsOf,
  statesOf,
  type Ties,
  tiesOf,
  turnlessGroup,
} from './merges.js';

/** Number of merges kept with the same number of states and the same free characters: they may permute bits in different ways. */
const ALIKE = 2;

/** Maximum number of merges of some classes. Beyond it, few with the same number of states are kept, whatever characters are free. */
const MOST_MERGES = 1000;

/** Maximum number of words that are tried: of merges, and of exact frames. */
const MOST_MERGED_WORDS = 16;
const MOST_EXACT_WORDS = 8;

/** Cost of merging a part of a class: as much as blocks that are four times too small or too large, since moves then need more rows. */
const PART_PENALTY = Math.log(4);

/** Maximum ratio of a block's states to the wanted number; larger blocks are not considered. */
const LARGEST_MISFIT = 4;

/** Reciprocal of the minimum share of arrangements that ties leave for a full search of words and blocks. */
const MOST_TIED = 64;

/** A puzzle whose kinds have all arrangements, apart from ties. */
export interface Structure {
  readonly classes: readonly KindClass[];
  readonly ties: Ties;
  readonly states: number;
}

/** Returns the structure of a puzzle if it explains the number of states; null if not. */
export function structureOf(puzzle: ColouredPuzzle, states: number): Structure | null {
  const structure = largestStructure(puzzle);
  return structure.states === states ? structure : null;
}

/** Returns the structure of a puzzle if it has as many states as ties allow. It may have fewer. */
export function largestStructure(puzzle: ColouredPuzzle): Structure {
  const classes = classesOf(puzzle);
  const ties = tiesOf(puzzle, classes);
  return { classes, ties, states: statesOf(freeMerge(classes.map((kinds) => [turnlessGroup(kinds)])), ties) };
}

/** Yields candidates with words, the best words first. */
export function* orderedProjections({ colours }: ColouredPuzzle, structure: Structure): Generator<WantedProjections> {
  const { classes, ties, states } = structure;
  const most = LONGEST_WORD * mostTied(ties);
  const words = combined(classes, (kinds) => partitionsOf(kinds, most), most)
    .map((merge) => ({ merge, wordStates: statesOf(merge, ties) }))
    .filter(({ wordStates }) => wordStates <= LONGEST_WORD && wordStates >= Math.min(states, SHORTEST_WORD))
    .map((word) => ({ ...word, value: wordValue(word.wordStates) }))
    .sort((a, b) => b.value - a.value);
  for (const { merge: word, wordStates } of words.slice(0, MOST_MERGED_WORDS)) {
    const block = bestBlock(word, structure, wantedBlock(states), wantedBlock(states) * LARGEST_MISFIT);
    if (!canNumber(states, statesOf(block, ties))) continue;
    const [blockLabels, wordLabels] = [block, word].map(({ merge }) => mergeLabels(merge, colours.length));
    yield {
      projections: { frames: 'ordered', block: blockLabels, word: wordLabels },
      wordStates,
    };
  }
}

/** Yields candidates without words. */
export function* orderedScatteredProjections(
  puzzle: ColouredPuzzle,
  structure: Structure,
): Generator<WantedProjections> {
  const { classes, ties, states } = structure;
  const { colours } = puzzle;
  if (rankedStates(puzzle) === states) {
    yield { projections: { frames: 'ordered', block: colours.map(() => 0), word: null }, wordStates: 1 };
    return;
  }
  // Kinds of many pieces are merged first: they leave few blocks of many states.
  const alone = classes.map((kinds) =>
    kinds.toSorted((a, b) => b.pieces - a.pieces).map((kind) => groupOf([kind], false)),
  );
  const wanted = wantedScatteredBlock(states);
  const near = bestBlock(freeMerge(alone), structure, wanted, wanted * LARGEST_MISFIT);
  // Blocks with fewer states leave words empty, and there are as many blocks as states.
  const block =
    statesOf(near, ties) >= LONGEST_WORD ? near : bestBlock(freeMerge(alone), structure, wanted, MOST_SCATTERED_STATES);
  if (!canScatter(states, statesOf(block, ties))) return;
  const labels = mergeLabels(block.merge, colours.length);
  yield { projections: { frames: 'ordered', block: labels, word: null }, wordStates: 0 };
}

/**
 * Returns the coarser merge whose number of states is nearest to the wanted one, preferably with whole classes merged.
 * @param most maximum number of states of a block
 */
function bestBlock(word: FreeMerge, { classes, ties }: Structure, wanted: number, most: number): FreeMerge {
  const costOf = (block: FreeMerge, limit: number) => {
    const own = misfit(statesOf(block, ties), wanted);
    if (own >= limit) return own;
    const parts = block.merge.filter((groups, index) => hasGroups(groups, classes[index])).length;
    return own + PART_PENALTY * parts;
  };
  let best = word;
  let leastCost = costOf(word, Number.POSITIVE_INFINITY);
  for (const block of combined(word.merge, coarserGroups, most * mostTied(ties))) {
    const cost = costOf(block, leastCost);
    if (cost >= leastCost) continue;
    best = block;
    leastCost = cost;
  }
  return best;
}

/** Returns the maximum ratio of arrangements to states that is considered. */
function mostTied(ties: Ties): number {
  return Math.min(MOST_TIED, ties.index);
}

/**
 * Returns whether only some kinds of a class are told apart. Then moves of different blocks differ in how they take pieces that are not
 * told apart. If all kinds of a class are merged, or none, they do not.
 */
function hasGroups(groups: readonly Group[], kinds: KindClass): boolean {
  return groups.length > 1 && (groups.length < kinds.length || groups.some(({ turnsForgotten }) => turnsForgotten));
}

/** Returns unions of the groups of a class: all or some of them, with the most arrangements first, with and without their turns. */
function coarserGroups(groups: readonly Group[]): Group[][] {
  const sorted = groups.toSorted((a, b) => b.arrangements - a.arrangements);
  const forgotten = ({ kinds }: Group) => turnlessGroup(kinds);
  return sorted.flatMap((_, index) => {
    const rest = sorted.slice(index + 1);
    const union = mergedGroup(sorted.slice(0, index + 1));
    return [
      [union, ...rest],
      [forgotten(union), ...rest],
      [union, ...rest.map(forgotten)],
      [forgotten(union), ...rest.map(forgotten)],
      [...sorted.slice(0, index + 1).map(forgotten), ...rest],
    ];
  });
}

/** Returns merges of all classes, from choices for each; only a few of those that are alike. */
function combined<Choice>(
  classes: readonly Choice[],
  choicesOf: (one: Choice) => readonly (readonly Group[])[],
  most: number,
): FreeMerge[] {
  let merges: FreeMerge[] = [{ merge: [], product: 1, free: '' }];
  for (const one of classes) {
    const choices = choicesOf(one).map((groups) => ({ merge: [groups], ...freedom(groups) }));
    const longer: FreeMerge[] = [];
    const counts = new Map<string, number>();
    for (const merge of merges) {
      for (let i = 0; i < choices.length; i++) {
        const choice = choices[i];
        const product = merge.product * choice.product;
        if (product > most) continue;
        const key = `${product} ${merge.free}${choice.free}`;
        const count = counts.get(key) ?? 0;
        if (count === ALIKE) continue;
        counts.set(key, count + 1);
        longer.push(joined(merge, choice));
      }
    }
    merges = longer.length <= MOST_MERGES ? longer : firstOfEachProduct(longer);
  }
  return merges;
}

/** Returns the first few merges of each product. */
function firstOfEachProduct(merges: readonly FreeMerge[]): FreeMerge[] {
  const counts = new Map<number, number>();
  return merges.filter(({ product }) => {
    const count = counts.get(product) ?? 0;
    counts.set(product, count + 1);
    return count < ALIKE;
  });
}

/* Choices of projections, and the sizes of blocks and words that suit the kernel and the caches. */

/** A choice of projections that has not been tried. */
export interface WantedProjections {
  readonly projections: Projections;
  /** Expected number of states of a word; 1 if states are ranked, 0 if those of a block are numbered directly. */
  readonly wordStates: number;
}

/** A choice that gives the number of states. */
export interface CandidateProjections extends WantedProjections {
  /** True if it is proved that there are as many states as the projections give. */
  readonly isProved: boolean;
}

/** Minimum number of states of a word: shorter words waste most of their bits. */
const SHORTEST_WORD = 24;

/** Maximum number of states of a block of words: they have to fit into a thread's cache, 16 bytes each. */
const MOST_STATES_OF_A_BLOCK = 400_000;

/** Maximum wanted number of states of a block that are numbered directly. */
const MOST_SCATTERED_STATES_OF_A_BLOCK = 60_000;

/** Number of states below which a search takes less time than compiling the rows of large blocks. */
const SMALL_PUZZLE = 1e7;

/**
 * Returns the wanted number of states of a block of words. It is small for small puzzles, whose rows then compile faster. Otherwise large
 * blocks are searched faster: pancake:11 takes 0.060 s in blocks of 362,880 states, and 0.078 s in blocks of 40,320.
 */
function wantedBlock(states: number): number {
  return states < SMALL_PUZZLE ? states ** 0.65 : MOST_STATES_OF_A_BLOCK;
}

/** Returns the wanted number of states of a block if they are scattered. Smaller blocks of small puzzles are numbered and compiled faster. */
function wantedScatteredBlock(states: number): number {
  return Math.min(states ** 0.6, MOST_SCATTERED_STATES_OF_A_BLOCK);
}

/** Returns whether there are few enough blocks of this many states. */
function canNumber(states: number, block: number): boolean {
  return states / block <= MOST_BLOCKS;
}

/** Returns whether blocks of this many states can be scattered: neither too large nor too many. */
function canScatter(states: number, block: number): boolean {
  return block <= MOST_SCATTERED_STATES && canNumber(states, block);
}

/** Returns the distance of a number of states from the wanted one: the absolute value of the logarithm of their ratio. */
function misfit(states: number, wanted: number): number {
  return Math.abs(Math.log(states / wanted));
}

/**
 * Returns the highest possible score of words with this many states. If up to 16 parts of 1, 2, 3, 4 or 8 states make a word, three exchanges can
 * permute its bits. All others need tables.
 */
export function wordValue(states: number): number {
  const fits = [1, 2, 3, 4, 8].some((size) => states % size === 0 && states / size <= 16);
  return fits ? states : states * 0.7;
}

/* Candidates with exact frames. */

/** Maximum number of sets of colours that are tried in each level of the chain. */
const MOST_SETS = 200;

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
  for (const { level, labels, wordStates } of words.slice(0, MOST_EXACT_WORDS)) {
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
    yield { projections: { frames: 'exact', block: compact(labels), word: null }, wordStates: 0 };
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
