/**
 * Links to a step of a solution: `?space=3x3&state=1,2,3,x,5,6,4,7,8&moves=d,r,r&step=2`. The page makes the moves one by one, and
 * shows a problem if one of them is not possible.
 */

import type { DistanceAnswer, SpaceAnswer } from '../../serve/answers.js';
import { queryOf, readable } from '../browser/address.js';
import type { SolutionPath } from '../moves/solution-path.js';
import { type BlankDirection, slideTiles, textOfTiles, tilesOf } from '../tiles/board-shape.js';
import { type Api, apiPath } from './api.js';
import { solutionHere, type View } from './view.js';
import { wordsFor } from './words.js';

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

/**
 * Follows the moves of a link.
 * @returns the path, or one line that explains why there is none
 * @throws as Api.ask
 */
export async function followLink(
  api: Api,
  space: SpaceAnswer,
  from: string,
  text: string,
): Promise<SolutionPath | string> {
  const moves = text.split(space.board === null ? ' ' : /[ ,]+/).filter((move) => move !== '');
  if (moves.length > MOST_MOVES)
    return `A link can hold up to ${MOST_MOVES} moves, found ${moves.length}: showing its first ${wordsFor(space).state}.`;
  const states = [await asWritten(api, space, from)];
  for (const [index, move] of moves.entries()) {
    const next = await stateAfter(api, space, states[index], move);
    if (next === null)
      return `Move ${index + 1} of the link, '${move.slice(0, 20)}', is not possible: showing its first ${wordsFor(space).state}.`;
    states.push(next);
  }
  if (new Set(states).size < states.length)
    return `The moves of the link lead in a circle: showing its first ${wordsFor(space).state}.`;
  const distances = states.map((_, at) => (space.directed ? at : moves.length - at));
  return { states, moves, distances };
}

/** Returns a state in the server's notation. The address may hold another notation. */
async function asWritten(api: Api, { id, board }: SpaceAnswer, state: string): Promise<string> {
  const tiles = board && tilesOf(state, board);
  if (tiles) return textOfTiles(tiles);
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
  const direction = move[0] as BlankDirection;
  const next = tiles && slideTiles(board, tiles, { direction, count: Number(move.slice(1)) || 1 });
  return next && textOfTiles(next);
}
