/** Opens a space on the page: at the state in the address, along the solution of a link, or at a random state. */

import type { DistanceAnswer, DistributionAnswer, RandomAnswer, SpaceAnswer } from '../../serve/answers.js';
import type { Direction } from '../../spaces/board/board.js';
import { formatPosition } from '../../spaces/board/position.js';
import { slideTiles, tilesOf } from '../states/tiles.js';
import { type Api, apiPath } from './api.js';
import { type Place, queryOf, readable } from './browser.js';
import type { Entry, Scene } from './scene.js';
import { playFrom, type SolutionPath, solutionHere, type View, withStep } from './view.js';
import { wordsFor } from './words.js';

/** Opens the place that an address names. @param entry change of the browser's history if the address names a state */
export async function followAddress(scene: Scene, place: Place, entry: Entry): Promise<void> {
  const { spaces } = scene.view;
  if (spaces === null) return;
  const named = spaces.find((space) => space.id === place.space);
  const space = named ?? spaces[0];
  if (space === undefined) {
    scene.change({ problem: 'This server offers no spaces.' });
  } else if (named === undefined) {
    const problem =
      place.space === null ? null : `This server has no space '${place.space}': showing ${space.name} instead.`;
    await openAtRandom(scene, space, 'replace', problem);
  } else if (place.play !== null) {
    await scene.place(space, place.play, entry);
  } else if (place.state === null) {
    await openAtRandom(scene, space, 'replace');
  } else if (place.moves === null) {
    await scene.place(space, playFrom(place.state), entry);
  } else {
    await openLink(scene, space, place.state, place.moves, place.step);
  }
}

/** Shows a random state at the most common distance, and the goal until that state arrives. */
export async function openAtRandom(
  scene: Scene,
  space: SpaceAnswer,
  entry: Entry,
  problem: string | null = null,
): Promise<void> {
  const placed = scene.place(space, playFrom(space.goal), entry, { opening: true });
  const signal = scene.choosing.begin();
  try {
    await placed;
    const amount = usualShuffle(space, scene.view.distribution);
    const path = amount === null || signal.aborted ? null : shufflePath(space, amount);
    const states = path === null ? [] : (await scene.api.ask<RandomAnswer>(path)).states;
    if (!signal.aborted) scene.place(space, playFrom(states[0] ?? space.goal), 'replace');
  } catch (error) {
    if (signal.aborted) return;
    scene.place(space, playFrom(space.goal), 'replace');
    scene.complain(error);
  }
  if (problem !== null) scene.change({ problem });
}

async function openLink(
  scene: Scene,
  space: SpaceAnswer,
  state: string,
  moves: string,
  step: string | null,
): Promise<void> {
  scene.place(space, playFrom(state), 'replace');
  const signal = scene.choosing.begin();
  try {
    const path = await followLink(scene.api, space, state, moves);
    if (signal.aborted) return;
    if (typeof path === 'string') return scene.change({ problem: path });
    const at = /^\d{1,6}$/.test(step ?? '') ? Math.min(Number(step), path.moves.length) : 0;
    scene.change({ solution: path });
    await scene.place(space, path.states.slice(1, at + 1).reduce(withStep, playFrom(path.states[0])), 'replace');
  } catch (error) {
    if (!signal.aborted) scene.complain(error);
  }
}

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

/**
 * Follows the moves of a link.
 * @returns the path, or one line that explains why there is none
 * @throws as Api.ask
 */
async function followLink(api: Api, space: SpaceAnswer, from: string, text: string): Promise<SolutionPath | string> {
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
  const direction = move[0] as Direction;
  const next = tiles && slideTiles(board, tiles, { direction, count: Number(move.slice(1)) || 1 });
  return next && formatPosition(next);
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
