/** Candidates with ordered frames: merges of kinds whose pieces moves arrange in all ways, but for ties. */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { CandidateProjections } from './candidate.js';
import {
  arrangementsOf,
  freeCharacters,
  type Group,
  type Merge,
  mergedGroup,
  mergeLabels,
  partitionsOf,
  statesOf,
  wholeGroup,
} from './merges.js';
import { classesOf, type KindClass } from './pieces.js';
import {
  canNumber,
  canScatter,
  LONGEST_WORD,
  misfit,
  SHORTEST_WORD,
  wantedBlock,
  wantedScatteredBlock,
  wordValue,
} from './sizes.js';
import { type Ties, tiesOf } from './ties.js';

/** Merges with the same number of states and the same free characters that are kept: others have other permutations of bits. */
const ALIKE = 2;

/** Merges of some classes: of more than these, few are kept with the same number of states, whichever characters are free. */
const MOST_MERGES = 1000;

/** Words that are tried. */
const MOST_WORDS = 16;

/** A part of a class that is merged costs as much as blocks of half or twice the wanted number of states: its moves have more rows. */
const PART_PENALTY = Math.log(2);

/** Ties that leave out more than this share of arrangements are not looked for. */
const MOST_TIED = 64;

/** A puzzle whose kinds are arranged in all ways, but for ties. */
export interface Structure {
  readonly classes: readonly KindClass[];
  readonly ties: Ties;
  readonly states: number;
}

/** Returns the structure of a puzzle if it explains the number of states; null if not. */
export function structureOf(puzzle: ColouredPuzzle, states: number): Structure | null {
  const classes = classesOf(puzzle);
  const ties = tiesOf(puzzle, classes);
  return ties && statesOf(classes.map(wholeGroup), ties) === states ? { classes, ties, states } : null;
}

/** Yields candidates with words, the best words first. */
export function* orderedProjections(
  { colours }: ColouredPuzzle,
  structure: Structure,
): Generator<CandidateProjections> {
  const { classes, ties, states } = structure;
  const most = LONGEST_WORD * MOST_TIED;
  const words = combined(classes, (kinds) => partitionsOf(kinds, most), most)
    .map((merge) => ({ merge, wordStates: statesOf(merge, ties) }))
    .filter(({ wordStates }) => wordStates <= LONGEST_WORD && wordStates >= Math.min(states, SHORTEST_WORD))
    .sort((a, b) => wordValue(b.wordStates) - wordValue(a.wordStates));
  for (const { merge, wordStates } of words.slice(0, MOST_WORDS)) {
    const block = bestBlock(merge, structure, wantedBlock(states));
    if (!canNumber(states, statesOf(block, ties))) continue;
    const word = mergeLabels(merge, colours.length);
    yield { projections: { frames: 'ordered', block: mergeLabels(block, colours.length), word }, wordStates };
  }
}

/** Yields candidates without words. */
export function* orderedScatteredProjections(
  { colours }: ColouredPuzzle,
  structure: Structure,
): Generator<CandidateProjections> {
  const { classes, ties, states } = structure;
  const alone = classes.map((kinds) => kinds.map((kind) => ({ kinds: [kind], turnsForgotten: false })));
  const block = bestBlock(alone, structure, wantedScatteredBlock(states));
  if (!canScatter(states, statesOf(block, ties))) return;
  const labels = mergeLabels(block, colours.length);
  yield { projections: { frames: 'ordered', block: labels, word: null }, wordStates: 1 };
}

/** Returns the coarser merge whose number of states is nearest to the wanted one, preferably with whole classes merged. */
function bestBlock(word: Merge, { classes, ties }: Structure, wanted: number): Merge {
  const costOf = (merge: Merge) => {
    const parts = merge.filter((groups, index) => isPartOf(groups, classes[index])).length;
    return misfit(statesOf(merge, ties), wanted) + PART_PENALTY * parts;
  };
  const blocks = combined(word, coarserGroups, wanted * 2 * MOST_TIED);
  return [word, ...blocks].reduce((best, merge) => (costOf(merge) < costOf(best) ? merge : best));
}

/**
 * Returns whether some kinds of a class are told apart and others are not. Then moves differ from block to block in how they take pieces that
 * are not told apart; if all of a class are merged, or none, they do not.
 */
function isPartOf(groups: readonly Group[], kinds: KindClass): boolean {
  return groups.length > 1 && (groups.length < kinds.length || groups.some(({ turnsForgotten }) => turnsForgotten));
}

/** Returns unions of the groups of a class: all or some of them, those with the most arrangements first, with and without their turns. */
function coarserGroups(groups: readonly Group[]): Group[][] {
  const sorted = groups.toSorted((a, b) => arrangementsOf(b) - arrangementsOf(a));
  const forgotten = (group: Group) => ({ ...group, turnsForgotten: group.kinds.some(({ turns }) => turns > 1) });
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

/** Returns merges of all classes, from choices for each; of those that are alike only a few. */
function combined<Choice>(
  classes: readonly Choice[],
  choicesOf: (one: Choice) => readonly (readonly Group[])[],
  most: number,
): Merge[] {
  let merges: CountedMerge[] = [{ merge: [], product: 1, free: '' }];
  for (const one of classes) {
    const choices = choicesOf(one).map((groups) => ({
      groups,
      product: groups.reduce((product, group) => product * arrangementsOf(group), 1),
      free: freeCharacters(groups).map(Number).join(''),
    }));
    const longer = merges.flatMap(({ merge, product, free }) =>
      choices
        .filter((choice) => product * choice.product <= most)
        .map((choice) => ({
          merge: [...merge, choice.groups],
          product: product * choice.product,
          free: free + choice.free,
        })),
    );
    const kept = few(longer, ({ product, free }) => `${product} ${free}`);
    merges = kept.length <= MOST_MERGES ? kept : few(kept, ({ product }) => `${product}`);
  }
  return merges.map(({ merge }) => merge);
}

/** A merge of some classes, the product of its arrangements, and its free characters. */
interface CountedMerge {
  readonly merge: Merge;
  readonly product: number;
  readonly free: string;
}

/** Returns merges of which few have the same key. */
function few(merges: readonly CountedMerge[], keyOf: (merge: CountedMerge) => string): CountedMerge[] {
  const counts = new Map<string, number>();
  return merges.filter((merge) => {
    const count = counts.get(keyOf(merge)) ?? 0;
    counts.set(keyOf(merge), count + 1);
    return count < ALIKE;
  });
}
