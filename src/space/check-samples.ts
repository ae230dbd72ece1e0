/**
 * Checks the promises of a space on a sample of its states: neighbours are in range, and texts lead back to their states. Moves can be undone
 * if the space is reversible, and no move lowers a heuristic by more than 1.
 *
 * The sample has states next to the starts, where every run begins, and states spread evenly over all numbers. The latter also include
 * numbers that the author did not think of.
 */

import type { NumberedStates } from './definition.js';
import { NO_STATE } from './definition.js';
import { SpaceError } from './errors.js';
import { checkEstimatesAround, checkEstimatesOfStarts } from './estimates.js';
import { newNeighbours, writeNeighbours } from './neighbours.js';
import { describeState, messageOf } from './space-text.js';

const MOST_SPREAD = 200;
const MOST_NEAR = 100;
/** Maximum number of neighbours of neighbours that are checked: a few milliseconds if a space is fast. */
const MOST_CHECKED = 300_000;

/** Checks a space on a sample. @throws SpaceError that names the state and the move */
export function checkSamples(space: NumberedStates): void {
  const next = newNeighbours(space);
  const back = newNeighbours(space);
  const checked = space.reversible ? space.moves.length ** 2 : space.moves.length;
  const share = Math.min(1, MOST_CHECKED / checked / (MOST_SPREAD + MOST_NEAR));
  checkEstimatesOfStarts(space, MOST_NEAR);
  const near = statesNear(space, Math.ceil(MOST_NEAR * share), next);
  for (const state of new Set([...near, ...spreadStates(space, Math.ceil(MOST_SPREAD * share))])) {
    checkText(space, state);
    writeNeighbours(space, state, next);
    checkEstimatesAround(space, state, next);
    if (!space.reversible) continue;
    for (const [move, to] of next.entries()) {
      if (to === NO_STATE || to === state) continue;
      writeNeighbours(space, to, back);
      if (!back.includes(state)) throw notReversible(space, state, move, to);
    }
  }
}

/** Returns the starts and states next to them. */
function statesNear(space: NumberedStates, count: number, next: Float64Array): Set<number> {
  const found = new Set(space.starts.slice(0, count));
  for (const state of found) {
    if (found.size >= count) break;
    writeNeighbours(space, state, next);
    for (const to of next) if (to !== NO_STATE && found.size < count) found.add(to);
  }
  return found;
}

/** Returns the first state, the last state, and states spread evenly between them. */
function spreadStates({ size }: NumberedStates, count: number): number[] {
  const wanted = Math.min(count, size);
  return Array.from({ length: wanted }, (_, index) => Math.floor(((size - 1) * index) / Math.max(1, wanted - 1)));
}

function checkText(space: NumberedStates, state: number): void {
  const wrong = (what: string) =>
    new SpaceError(`the space ${space.name} contradicts its interface at state number ${state}: ${what}`);
  let text: unknown;
  try {
    text = space.format(state);
  } catch (error) {
    throw wrong(`format fails: ${messageOf(error)}`);
  }
  if (typeof text !== 'string' || !/^[^\r\n]+$/.test(text)) throw wrong('format must give a text of one line');
  let parsed: unknown;
  try {
    parsed = space.parse(text);
  } catch (error) {
    throw wrong(`its text is ${JSON.stringify(text)}, but parse rejects it: ${messageOf(error)}`);
  }
  if (parsed !== state) throw wrong(`its text is ${JSON.stringify(text)}, but parse turns it into ${String(parsed)}`);
}

function notReversible(space: NumberedStates, state: number, move: number, to: number): SpaceError {
  return new SpaceError(
    `the space ${space.name} says that its moves can be undone, but move ${space.moves[move]} of state ${describeState(space, state)} leads to ${describeState(space, to)}, and no move leads back; correct neighbours, or set reversible to false`,
  );
}
