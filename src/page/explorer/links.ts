/** Links to a step of a solution, and the amounts of Shuffle. */

import type { DistanceAnswer, DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';
import type { Direction } from '../../spaces/board/board.js';
import { slid } from '../../spaces/board/moves.js';
import { formatPosition } from '../../spaces/board/position.js';
import { slideBy, tilesOf } from '../states/tiles.js';
import { type Api, apiPath } from './api.js';
import { queryOf, readable } from './browser.js';
import { pathOf, type SolutionPath, solutionHere, type View } from './view.js';
import { wordsFor } from './words.js';

/*
 * Links to a step of a solution: `?space=3x3&state=1,2,3,x,5,6,4,7,8&moves=d,r,r&step=2`. The page makes the moves one by one, and
 * shows a problem if one of them is not possible.
 */

/** Maximum number of moves; solutions of the spaces served are shorter. */
const MOST_MOVES = 1000;

/** Returns the link to the state shown, or to the open solution and its step. */
export function linkOf(view: View, space: SpaceAnswer): string {
  const path = solutionHere(view);
  const commas = space.board !== null;
  const base = location.origin + location.pathname;
  if (path === null) return base + queryOf(space.id, view.state, commas);
  const query = new URLSearchParams(queryOf(space.id, path.states[0], commas));
  query.set('moves', path.moves.join(commas ? ',' : ' '));
  query.set('step', String(path.states.indexOf(view.state)));
  return base + readable(query);
}

/** Follows the moves of a link. @throws as Api.ask, and an error that explains why there is no such path */
export async function followLink(api: Api, space: SpaceAnswer, from: string, text: string): Promise<SolutionPath> {
  const wrong = (why: string) => new Error(`${why}: showing its first ${wordsFor(space).state}.`);
  const moves = text.split(space.board === null ? ' ' : /[ ,]+/).filter((move) => move !== '');
  if (moves.length > MOST_MOVES) throw wrong(`A link can hold up to ${MOST_MOVES} moves, found ${moves.length}`);
  const states = [await asWritten(api, space, from)];
  for (const [index, move] of moves.entries()) {
    const next = await stateAfter(api, space, states[index], move);
    if (next === null) throw wrong(`Move ${index + 1} of the link, '${move.slice(0, 20)}', is not possible`);
    states.push(next);
  }
  if (new Set(states).size < states.length) throw wrong('The moves of the link lead in a circle');
  return pathOf(states, moves, space);
}

/** Returns a state in the server's notation. The address may hold another notation. */
async function asWritten(api: Api, { id, board }: SpaceAnswer, state: string): Promise<string> {
  const tiles = board && tilesOf(state, board);
  if (tiles) return formatPosition(tiles);
  return (await api.ask<DistanceAnswer>(apiPath(id, 'distance', { state }))).state;
}

async function stateAfter(
  api: Api,
  { id, board, moves }: SpaceAnswer,
  state: string,
  move: string,
): Promise<string | null> {
  if (!moves.includes(move)) return null;
  if (board === null) {
    const answer = await api.ask<DistanceAnswer>(apiPath(id, 'distance', { state }));
    return answer.moves.find((other) => other.move === move)?.state ?? null;
  }
  const tiles = tilesOf(state, board);
  const slide = tiles && slideBy(board, tiles, move[0] as Direction, Number(move.slice(1)) || 1);
  return tiles && slide ? formatPosition(slid(tiles, slide)) : null;
}

/* The amounts of Shuffle: a distance or, if the space has no table, the length of a random walk. */

/** Length of a walk in a space whose maximum depth is unknown. */
const USUAL_WALK = 100;
/** Length of a walk in maximum depths. A walk ends nearer than its length: twice the maximum depth leads to typical states. */
const WALK_FACTOR = 2;
const LONGEST_WALK = 1000;

/** Returns the most common distance, or the length of a walk; null while it is unknown. */
export function usualShuffle(space: SpaceAnswer, distribution: DistributionAnswer | null): number | null {
  if (space.hasTable) return distribution?.mode ?? null;
  return space.maxDepth === null ? USUAL_WALK : WALK_FACTOR * space.maxDepth;
}

export function longestShuffle({ hasTable, maxDepth }: SpaceAnswer): number {
  return hasTable && maxDepth !== null ? maxDepth : LONGEST_WALK;
}

export function shufflePath({ id, hasTable }: SpaceAnswer, amount: number): string {
  return apiPath(id, 'random', { [hasTable ? 'depth' : 'steps']: String(amount), count: '1' });
}
