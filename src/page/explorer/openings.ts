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
  const placed = scene.place(space, playFrom(space.goal), entry, { opening: true });
  const signal = scene.beginChoosing();
  try {
    await placed;
    const amount = usualShuffle(space, scene.store.view.distribution);
    const path = amount === null || signal.aborted ? null : shufflePath(space, amount);
    const states = path === null ? [] : (await scene.api.ask<RandomAnswer>(path)).states;
    if (!signal.aborted) scene.place(space, playFrom(states[0] ?? space.goal), 'replace');
  } catch (error) {
    if (signal.aborted) return;
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
  scene.place(space, playFrom(state), 'replace');
  const signal = scene.beginChoosing();
  try {
    const path = await followLink(scene.api, space, state, moves);
    if (signal.aborted) return;
    if (typeof path === 'string') return scene.store.change({ problem: path });
    const at = /^\d{1,6}$/.test(step ?? '') ? Math.min(Number(step), path.moves.length) : 0;
    scene.store.change({ solution: path });
    await scene.place(space, path.states.slice(1, at + 1).reduce(withStep, playFrom(path.states[0])), 'replace');
  } catch (error) {
    if (!signal.aborted) scene.complain(error);
  }
}
