/** Permutation groups as text. */

import { bytesText, countOf, grouped } from '../../base/text.js';
import { areTooMany, type GroupFacts, MOST_NUMBERED_STATES, SEARCH_ADVICE } from '../../permutations/group-facts.js';
import type { PuzzleDescription } from '../../spaces/permutation/group-space.js';
import type { PuzzleSymmetries } from '../../spaces/permutation/puzzle-symmetries.js';
import { BITS, tableBytes } from '../../table/contents.js';
import { type FactLine, NAME_WIDTH, WIDTH } from './layout.js';

/** Returns two facts about a group, for the result of an exploration. */
export function groupSummary(facts: GroupFacts): readonly FactLine[] {
  const { order, generators, base } = facts;
  const size = `order ${grouped(order)}, ${countOf(generators, 'generator')}, base of ${countOf(base.length, 'point')}`;
  return [
    ['group', size],
    ['', actionText(facts)],
  ];
}

/** Returns the description of a puzzle. */
export function puzzleFacts(description: PuzzleDescription, symmetries: PuzzleSymmetries): FactLine[] {
  const { metric, moves, sets, group, states, solved } = description;
  const { closedUnderInverses: isClosed } = group;
  return [
    ['points', grouped(group.points)],
    ...(sets ?? []).map((set, index): FactLine => [index === 0 ? 'sets of pieces' : '', setText(set)]),
    ['moves', `${grouped(moves.length)}${metric === null ? '' : ` in the metric ${metric}`}: ${moves.join(' ')}`],
    ['', isClosed ? 'the inverse of every move is a move' : 'the inverses of some moves are not moves'],
    ['order', grouped(group.order)],
    ['action', actionText(group)],
    ['', group.even ? 'all moves are even permutations' : 'some moves are odd permutations'],
    ...symmetryFacts(symmetries),
    ['base', baseText(group)],
    ['states', `${states.exact ? '' : 'at most '}${grouped(states.states)}`],
    ['solved', solved],
    ['enumeration', enumerationText(description)],
  ];
}

function setText(set: NonNullable<PuzzleDescription['sets']>[number]): string {
  const { name, pieces, turns, solved, orientations } = set;
  const kinds = solved === undefined ? pieces : new Set(solved).size;
  const notes = [
    ...(turns === 1 ? [] : [`${turns} orientations`]),
    ...(kinds === pieces ? [] : [countOf(kinds, 'kind')]),
    ...(orientations?.includes(null) ? ['some orientations are not visible'] : []),
  ];
  return `${name}: ${countOf(pieces, 'piece')}${notes.length === 0 ? '' : `, ${notes.join(', ')}`}`;
}

/** Returns the action of a group on its points: `5-transitive on 12 points`, `3 orbits, of 12, 12 and 6 points`. */
function actionText({ points, moved, orbits, transitivity }: GroupFacts): string {
  const fixed = moved < points && moved > 0 ? `, ${points - moved} fixed` : '';
  if (orbits.length === 0) return 'moves no point';
  if (orbits.length > 1) return `${orbits.length} orbits, of ${sizesText(orbits)} points${fixed}`;
  const [{ minimalBlockSystems }] = orbits;
  const blocks = minimalBlockSystems.length === 0 ? '' : `, in blocks of ${minimalBlockSystems[0][0].length}`;
  return `${transitivityText(moved, transitivity)} ${countOf(moved, 'point')}${blocks}${fixed}`;
}

/** Returns the transitivity in words. A group on n points has all permutations if it is n-transitive, all even ones if (n-2)-transitive. */
function transitivityText(points: number, transitivity: number): string {
  if (transitivity === points) return 'all permutations of';
  if (transitivity === points - 2) return 'all even permutations of';
  return transitivity > 1 ? `${transitivity}-transitive on` : 'transitive on';
}

/** Maximum number of orbits that are listed one by one. */
const MOST_ORBITS = 6;

function sizesText(orbits: GroupFacts['orbits']): string {
  const sizes = orbits.map((orbit) => orbit.points.length);
  if (sizes.length > MOST_ORBITS) return `up to ${Math.max(...sizes)}`;
  return `${sizes.slice(0, -1).join(', ')} and ${sizes[sizes.length - 1]}`;
}

function symmetryFacts({ order, exchanged, reflections }: PuzzleSymmetries): FactLine[] {
  if (order === 1n) return [['symmetries', 'none but the identity']];
  return [
    ['symmetries', `${grouped(order)}${reflections ? ', half of them reflections' : ''}`],
    ['', `they exchange ${exchangedText(exchanged)}`],
  ];
}

/** Returns the moves that symmetries exchange: as many of each set as fit into a line; the number of sets if not even two fit. */
function exchangedText(exchanged: PuzzleSymmetries['exchanged']): string {
  const width = WIDTH - NAME_WIDTH - 'they exchange '.length;
  const most = Math.max(...exchanged.map(({ length }) => length));
  for (let shown = most; shown > 1; shown--) {
    const sets = exchanged.map((moves) =>
      [...moves.slice(0, shown), ...(moves.length > shown ? ['...'] : [])].join(' '),
    );
    const text = sets.length === 1 ? sets[0] : `${sets.slice(0, -1).join(', ')}, and ${sets[sets.length - 1]}`;
    if (text.length <= width) return text;
  }
  return `moves within ${countOf(exchanged.length, 'set')} of up to ${grouped(most)}`;
}

function baseText({ base }: GroupFacts): string {
  if (base.length === 0) return 'no point, because the group holds only the identity';
  return `${countOf(base.length, 'point')}, ${base.map((point) => point + 1).join(' ')}: only the identity fixes all`;
}

function enumerationText({ group, states }: PuzzleDescription): string {
  const limit = `at most ${grouped(MOST_NUMBERED_STATES)} states`;
  if (areTooMany(states)) return `not possible: ${limit} can be enumerated; ${SEARCH_ADVICE}`;
  if (states.states > MOST_NUMBERED_STATES) return `possible if there are ${limit}`;
  const encoding = group.closedUnderInverses ? 'mod3' : 'depth8';
  const bytes = bytesText(tableBytes(Number(states.states), encoding));
  return `a table of ${BITS[encoding]} bits for each state takes ${states.exact ? '' : 'up to '}${bytes}`;
}
