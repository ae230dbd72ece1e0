/** Plays the solution of the state shown, step by step or automatically. */

import type { SolutionAnswer } from '../../serve/answers.js';
import { apiPath, LONG } from './api.js';
import { type SolutionPath, solutionPathOf, withStep } from './play.js';
import type { Scene } from './scene.js';
import { solutionHere, type View } from './view.js';

/** Chooses a step, given the current one and the last one. */
export type StepChoice = (at: number, last: number) => number;

interface Coming {
  readonly state: string;
  readonly path: Promise<SolutionPath | null>;
  readonly signal: AbortSignal;
}

export class Player {
  readonly #scene: Scene;
  #coming: Coming | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  get #view(): View {
    return this.#scene.store.view;
  }

  /**
   * Goes to a step, after requesting the solution if it is not open.
   * @returns false if the step was not reached, for example because another state was chosen before the solution arrived
   */
  async go(to: StepChoice, playing = false): Promise<boolean> {
    const { space } = this.#view;
    const path = await this.#pathFromHere();
    // A space of another metric can have the same states, and the reader may have paused meanwhile.
    if (this.#view.space?.id !== space?.id || (playing && !this.#view.playing)) return false;
    if (path === null) {
      this.#setPlaying(false);
      return false;
    }
    // Two presses may have waited for the same path: the second begins at the state that the first has reached.
    const now = path.states.indexOf(this.#view.state);
    if (now < 0) return false;
    const last = path.moves.length;
    const target = Math.min(last, Math.max(0, to(now, last)));
    const between = path.states.slice(Math.min(now, target), Math.max(now, target) + 1);
    const states = target < now ? between.reverse().slice(1) : between.slice(1);
    if (target !== now) this.#scene.go(states.reduce(withStep, this.#view.play), playing && target < last);
    else if (playing) this.#setPlaying(false);
    return true;
  }

  async toggle(): Promise<void> {
    const { playing, solving, distance, space } = this.#view;
    if (playing || solving) return this.stop();
    const path = solutionHere(this.#view);
    const atEnd = path ? path.states.at(-1) === this.#view.state : space?.directed;
    if (distance === null || (path === null && distance === 0 && !space?.directed)) return;
    if (atEnd && !(await this.go(() => 0))) return;
    this.#setPlaying(true);
    this.#next();
  }

  /** Pauses, and aborts the computation of a solution. */
  stop(): void {
    this.#scene.beginSolving();
    this.#scene.store.change({ playing: false, solving: false });
  }

  #setPlaying(playing: boolean): void {
    this.#scene.store.change({ playing });
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!this.#view.playing) return;
      await this.go((now) => now + 1, true);
      if (this.#view.playing) this.#next();
    }, 1000 / this.#view.speed);
  }

  /** Returns a path through the state shown: the open one, or one from the server. */
  async #pathFromHere(): Promise<SolutionPath | null> {
    const { state, space } = this.#view;
    const open = solutionHere(this.#view);
    if (open !== null || space === null) return open;
    if (this.#coming?.state !== state || this.#coming.signal.aborted) {
      const signal = this.#scene.beginSolving();
      const path = apiPath(space.id, 'solution', { state });
      const answer = this.#scene.api.ask<SolutionAnswer>(path, signal);
      this.#coming = { state, path: answer.then((solution) => solutionPathOf(solution, space)), signal };
    }
    const asked = this.#coming;
    const { signal } = asked;
    const timer = setTimeout(() => signal.aborted || this.#scene.store.change({ solving: true }), LONG);
    try {
      const found = await asked.path;
      if (found !== null && this.#view.space === space) this.#scene.store.change({ solution: found });
      return found;
    } catch (error) {
      if (!signal.aborted) this.#scene.complain(error);
      return null;
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.#scene.store.change({ solving: false });
      if (this.#coming === asked) this.#coming = null;
    }
  }
}
