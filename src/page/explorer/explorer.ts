/** The actions of the page, and what its panels get from them. The components draw everything from `view`. */

import { useEffect, useState } from 'preact/hooks';
import type { RandomAnswer, SolutionAnswer, SpaceAnswer, SpacesAnswer } from '../../serve/answers.js';
import { slideStates, type TileSlide } from '../states/tiles.js';
import { apiPath, errorText, LONG, LostServer } from './api.js';
import { keepHints, keptHints, type Place } from './browser.js';
import { followAddress, openAtRandom, shufflePath } from './openings.js';
import { Scene } from './scene.js';
import {
  bestMoves,
  playFrom,
  type SolutionPath,
  settled,
  solutionHere,
  solutionPathOf,
  type View,
  withMove,
  withRedo,
  withRestart,
  withStep,
  withUndo,
} from './view.js';
import { wordsFor } from './words.js';

/** Chooses a step of the solution, given the current one and the last one. */
export type StepChoice = (at: number, last: number) => number;

export class Explorer extends Scene {
  /** The requested solution. */
  #coming: { state: string; path: Promise<SolutionPath | null>; signal: AbortSignal } | null = null;
  #nextStep: ReturnType<typeof setTimeout> | undefined;

  async start(): Promise<void> {
    this.change({ hints: keptHints() });
    const signal = this.loading.begin();
    try {
      const { spaces } = await this.api.ask<SpacesAnswer>('api/spaces', signal);
      this.change({ spaces });
      const { space, state, play } = this.view;
      const here = { space: space?.id ?? null, state, play, moves: null, step: null };
      await followAddress(this, space === null ? this.address.place : here, 'replace');
    } catch (error) {
      if (!signal.aborted) this.complain(error);
    }
  }

  chooseSpace(id: string): void {
    const space = this.view.spaces?.find((other) => other.id === id);
    if (space !== undefined) openAtRandom(this, space, 'push');
  }

  /** Shows a state in the server's notation. */
  setUp(state: string): void {
    if (this.view.space !== null) this.place(this.view.space, playFrom(state), 'push');
  }

  /**
   * Shows a state that the reader has typed, if it is valid.
   * @returns the problem with the text; null if there is none, or if another state was chosen meanwhile
   */
  async setUpTyped(text: string): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    this.endChoosing();
    const signal = this.asking.begin();
    try {
      const answer = await this.askDistance(space, text, signal);
      if (!signal.aborted) this.place(space, playFrom(answer.state), 'push', { distance: answer.distance, answer });
      return null;
    } catch (error) {
      if (signal.aborted || error instanceof LostServer) return null;
      this.say(errorText(error));
      // The request about the text aborted the requests about the state that stays.
      if (settled(this.view) === null) this.compute();
      return errorText(error);
    }
  }

  /**
   * Shows a random state.
   * @param amount a distance, or the length of a walk if the space has no table
   * @returns the problem if no state was found; null if there is none, or if another state was chosen meanwhile
   */
  async shuffle(amount: number): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    this.endChoosing();
    const signal = this.choosing.begin();
    try {
      const { states } = await this.api.ask<RandomAnswer>(shufflePath(space, amount));
      if (signal.aborted) return null;
      if (states.length === 0) return `No ${wordsFor(space).states} are known at distance ${amount}.`;
      this.setUp(states[0]);
      return null;
    } catch (error) {
      return signal.aborted || error instanceof LostServer ? null : errorText(error);
    }
  }

  /** Slides tiles, with one move for each tile unless a move can slide several. @returns false if the slide leaves the board */
  slide(slide: TileSlide): boolean {
    const { space, state } = this.view;
    const states = space?.board ? slideStates(space.board, state, slide) : null;
    if (states === null) return false;
    this.go((space?.metric === 'multi' ? states.slice(-1) : states).reduce(withMove, this.view.play));
    return true;
  }

  /** Makes a move. */
  step(state: string): void {
    this.go(withMove(this.view.play, state));
  }

  undo(): void {
    this.go(withUndo(this.view.play));
  }

  redo(): void {
    this.go(withRedo(this.view.play));
  }

  restart(): void {
    this.go(withRestart(this.view.play));
  }

  setHints(hints: boolean): void {
    keepHints(hints);
    this.change({ hints, hinted: false });
  }

  /** Shows a best move of this state, if it has one, as soon as it is known. */
  hint(): void {
    const { space } = this.view;
    if (space !== null && bestMoves(this.view, space)?.length !== 0) this.change({ hinted: true });
  }

  edit(editing: boolean): void {
    if (editing) this.endChoosing();
    this.change({ editing });
  }

  /**
   * Goes to a step, after requesting the solution if it is not open.
   * @returns false if the step was not reached, for example because another state was chosen before the solution arrived
   */
  async goTo(to: StepChoice, playing = false): Promise<boolean> {
    const { space } = this.view;
    const path = await this.#pathFromHere();
    // A space of another metric can have the same states, and the reader may have paused meanwhile.
    if (this.view.space?.id !== space?.id || (playing && !this.view.playing)) return false;
    if (path === null) {
      this.change({ playing: false });
      return false;
    }
    // Two presses may have waited for the same path: the second begins at the state that the first has reached.
    const now = path.states.indexOf(this.view.state);
    if (now < 0) return false;
    const last = path.moves.length;
    const target = Math.min(last, Math.max(0, to(now, last)));
    const between = path.states.slice(Math.min(now, target), Math.max(now, target) + 1);
    const states = target < now ? between.reverse().slice(1) : between.slice(1);
    if (target !== now) this.go(states.reduce(withStep, this.view.play), playing && target < last);
    else if (playing) this.change({ playing: false });
    return true;
  }

  /** Plays the solution, or pauses. */
  async togglePlaying(): Promise<void> {
    const { playing, solving, distance, space } = this.view;
    if (playing || solving) return this.stopPlaying();
    const path = solutionHere(this.view);
    const atEnd = path ? path.states.at(-1) === this.view.state : space?.directed;
    if (distance === null || (path === null && distance === 0 && !space?.directed)) return;
    if (atEnd && !(await this.goTo(() => 0))) return;
    this.change({ playing: true });
    this.#playOn();
  }

  /** Pauses, and aborts the computation of a solution. */
  stopPlaying(): void {
    this.solving.abort();
    this.change({ playing: false, solving: false });
  }

  protected override onReturn(place: Place): void {
    followAddress(this, place, 'keep');
  }

  protected override onConnection(lost: boolean): void {
    if (lost) {
      this.change({ lost, playing: false });
    } else {
      this.change({ lost, recoveries: this.view.recoveries + 1 });
      // It may be another server, with other spaces.
      this.start();
    }
  }

  #playOn(): void {
    clearTimeout(this.#nextStep);
    this.#nextStep = setTimeout(async () => {
      if (!this.view.playing) return;
      await this.goTo((now) => now + 1, true);
      if (this.view.playing) this.#playOn();
    }, 1000 / this.view.speed);
  }

  /** Returns a path through the state shown: the open one, or one from the server. */
  async #pathFromHere(): Promise<SolutionPath | null> {
    const { state, space } = this.view;
    const open = solutionHere(this.view);
    if (open !== null || space === null) return open;
    if (this.#coming?.state !== state || this.#coming.signal.aborted) {
      const signal = this.solving.begin();
      const path = apiPath(space.id, 'solution', { state });
      const answer = this.api.ask<SolutionAnswer>(path, signal);
      this.#coming = { state, path: answer.then((solution) => solutionPathOf(solution, space)), signal };
    }
    const asked = this.#coming;
    const { signal } = asked;
    const timer = setTimeout(() => signal.aborted || this.change({ solving: true }), LONG);
    try {
      const found = await asked.path;
      if (found !== null && this.view.space === space) this.change({ solution: found });
      return found;
    } catch (error) {
      if (!signal.aborted) this.complain(error);
      return null;
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.change({ solving: false });
      if (this.#coming === asked) this.#coming = null;
    }
  }
}

export interface PanelProps {
  readonly explorer: Explorer;
  readonly view: View;
  readonly space: SpaceAnswer;
}

/** Redraws a component whenever the explorer's view changes. */
export function useView(explorer: Explorer): View {
  const [view, setView] = useState(explorer.view);
  useEffect(() => {
    setView(explorer.view);
    return explorer.watch(() => setView(explorer.view));
  }, [explorer]);
  return view;
}

/** The server's answer to a request that can change. The answer to an earlier request is never shown for a later one. */
export interface Asked<T> {
  /** Last answer to the same request; null until one has arrived. */
  readonly answer: T | null;
  /** Reason why there is no answer. */
  readonly problem: string | null;
  readonly waiting: boolean;
}

/**
 * Requests an answer, and again after the server was lost and found.
 * @param path path of the request; null for none
 * @param turn a new number repeats the request
 */
export function useAnswer<T>(explorer: Explorer, path: string | null, turn = 0): Asked<T> {
  const { recoveries } = explorer.view;
  const [came, setCame] = useState<{ path: string; turn: number; answer: T | null; problem: string | null }>();
  useEffect(() => {
    if (path === null) return;
    const asking = new AbortController();
    const take = (answer: T | null, problem: string | null) => {
      if (!asking.signal.aborted) setCame({ path, turn, answer, problem });
    };
    explorer.api.ask<T>(path, asking.signal).then(
      (answer) => take(answer, null),
      (error) => error instanceof LostServer || take(null, errorText(error)),
    );
    return () => asking.abort();
  }, [explorer, path, turn, recoveries]);
  const same = came?.path === path ? came : undefined;
  return {
    answer: same?.answer ?? null,
    problem: same?.problem ?? null,
    waiting: path !== null && same?.turn !== turn,
  };
}
