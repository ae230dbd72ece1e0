/** Opens a space on the page: at the state in the address, along the solution of a link, or at a random state. */

import type { RandomAnswer, SpaceAnswer } from '../../serve/answers.js';
import type { Place } from '../browser/address.js';
import { playFrom, withStep } from '../moves/play.js';
import { followLink } from './link.js';
import type { Entry, Scene } from './scene.js';
import { shufflePath, usualShuffle } from './shuffling.js';

/** Opens the place that an address names. @param entry change of the browser's history if the address names a state */
export async function followAddress(scene: Scene, place: Place, entry: Entry): Promise<void> {
  const { spaces } = scene.store.view;
  if (spaces === null) return;
  const named = spaces.find((space) => space.id === place.space);
  const space = named ?? spaces[0];
  if (space === undefined) {
    scene.store.change({ problem: 'This server offers no spaces.' });
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
  const play = playFrom(space.goal);
  const isHere = () => scene.store.view.play === play && scene.store.view.space === space;
  try {
    await scene.place(space, play, entry, { opening: true });
    const amount = usualShuffle(space, scene.store.view.distribution);
    const path = amount === null || !isHere() ? null : shufflePath(space, amount);
    const states = path === null ? [] : (await scene.api.ask<RandomAnswer>(path)).states;
    if (isHere()) scene.place(space, playFrom(states[0] ?? space.goal), 'replace');
  } catch (error) {
    if (!isHere()) return;
    scene.place(space, playFrom(space.goal), 'replace');
    scene.complain(error);
  }
  if (problem !== null) scene.store.change({ problem });
}

async function openLink(
  scene: Scene,
  space: SpaceAnswer,
  state: string,
  moves: string,
  step: string | null,
): Promise<void> {
  const first = playFrom(state);
  scene.place(space, first, 'replace');
  const isHere = () => scene.store.view.play.made.length === 0 && scene.store.view.space === space;
  try {
    const path = await followLink(scene.api, space, state, moves);
    if (!isHere()) return;
    if (typeof path === 'string') return scene.store.change({ problem: path });
    const at = /^\d{1,6}$/.test(step ?? '') ? Math.min(Number(step), path.moves.length) : 0;
    scene.store.change({ solution: path });
    await scene.place(space, path.states.slice(1, at + 1).reduce(withStep, playFrom(path.states[0])), 'replace');
  } catch (error) {
    if (isHere()) scene.complain(error);
  }
}
