/** Describes a space without enumerating it; a permutation puzzle is described by its group. */

import { bytesText, countText, grouped } from '../../base/text/numbers.js';
import type { Space } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { formatPosition } from '../../spaces/board/position.js';
import { reachOf } from '../../spaces/board/reach.js';
import { puzzleOfSource } from '../../spaces/definition-of-source.js';
import { openSpace } from '../../spaces/open-space.js';
import { describePuzzle, type PuzzleDescription } from '../../spaces/permutation/groups/describe-puzzle.js';
import { tableBytes } from '../../table/contents/contents.js';
import { factsText } from '../terminal/facts-text.js';
import { puzzleDescriptionText } from '../terminal/group-text.js';
import type { Description } from './description.js';

/** @throws InputError, SpaceError if the space cannot be opened */
export async function spaceDescription(source: SpaceSource): Promise<Description> {
  const definition = await puzzleOfSource(source);
  if (definition === null) return descriptionOf(await openSpace(source));
  const description = describePuzzle(definition);
  return { result: puzzleResult(description), text: (width) => puzzleDescriptionText(description, width) };
}

/** Returns the object that --json prints. Points count from 1, and numbers that can exceed 2^53 are texts. */
function puzzleResult({ name, metric, moves, sets, group, states, solved }: PuzzleDescription) {
  return {
    space: name,
    metric,
    points: group.points,
    movedPoints: group.moved,
    sets,
    moves,
    closedUnderInverses: group.closedUnderInverses,
    even: group.even,
    order: String(group.order),
    orbits: group.orbits.map(({ points }) => points.map((point) => point + 1)),
    primitive: group.orbits.map(({ minimalBlockSystems }) => minimalBlockSystems.length === 0),
    transitivity: group.transitivity,
    base: group.base.map((point) => point + 1),
    states: String(states.states),
    statesAreExact: states.exact,
    solved,
  };
}

function descriptionOf(space: Awaited<ReturnType<typeof openSpace>>): Description {
  const { fullName, metric, moves, reversible } = space;
  const starts = startsOf(space);
  const heuristics = 'heuristics' in space ? Object.keys(space.heuristics ?? {}) : [];
  const states = space.board === null ? space.states : reachOf(space.board.board).states;
  const bytes = space.states === null ? null : tableBytes(space.states, encodingOf(space));
  const result = { space: fullName, metric, moves, reversible, starts, heuristics, states, tableBytes: bytes };
  const facts: [string, string][] = [
    ['metric', metric ?? 'the only one of the space'],
    ['moves', `${grouped(moves.length)}: ${moves.join(' ')}`],
    [
      '',
      reversible
        ? 'every move can be undone by a move'
        : 'some moves cannot be undone: distances are those from the start',
    ],
    [space.board === null ? 'start' : 'goal', starts.join(', ')],
    ...(heuristics.length === 0 ? [] : [['heuristics', heuristics.join(', ')] as [string, string]]),
    ['states', statesText(states, space)],
    [
      'enumeration',
      bytes === null
        ? 'not possible: there are too many states to number; antipode solve finds single solutions by search'
        : `a table takes ${reversible ? '' : 'at least '}${bytesText(bytes)}`,
    ],
  ];
  return { result, text: (width) => factsText(fullName, facts, width) };
}

function startsOf(space: Awaited<ReturnType<typeof openSpace>>): string[] {
  if (space.board !== null) return [formatPosition(space.board.goal)];
  return (space as Space & { starts: readonly unknown[] }).starts.map((state) => (space as Space).format(state));
}

function statesText(states: number | null, { board }: Pick<Space, 'board'>): string {
  if (states === null) return 'too many to number';
  const text = Number.isSafeInteger(states) ? grouped(states) : countText(states);
  return board === null ? `${text}, reachable or not` : text;
}

/** Returns the encoding of the table. An encoding of whole depths is the one for depths below 255. */
function encodingOf({ board, pattern, metric, reversible }: Space) {
  if (pattern !== null || (board !== null && metric === 'single')) return 'mod4';
  return reversible ? 'mod3' : 'depth8';
}
