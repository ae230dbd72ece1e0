/**
 * The state shown, and its distance. Every change of state is made here: it updates the address, and requests the distances of the
 * state and its neighbours. An answer is used only if no later request was made.
 */

import type { DistanceAnswer, DistributionAnswer, EstimatesAnswer, SpaceAnswer } from '../../serve/answers.js';
import { AGAIN, Api, apiPath, errorText, LONG, LostServer, RefusedError } from './api.js';
import { Address, type Place, queryOf } from './browser.js';
import { FIRST_VIEW, type Play, playedState, playFrom, settled, solutionHere, type View } from './view.js';
import { wordsFor } from './words.js';

/** A change of the address and of the browser's history. */
export type Entry = 'push' | 'replace' | 'keep';

/** Facts about a state that are known without a request. */
interface Known {
  readonly distance?: number | null | undefined;
  readonly answer?: DistanceAnswer;
  readonly playing?: boolean;
  readonly opening?: boolean;
}

/** The latest of several requests. */
class Latest {
  #controller = new AbortController();

  /** Aborts the previous request. @returns the signal of the next one */
  begin(): AbortSignal {
    this.abort();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller.abort();
  }
}

export abstract class Scene {
  view = FIRST_VIEW;
  readonly api = new Api((lost) => this.onConnection(lost));
  /** Choices of a state that has not arrived. The next change of state aborts them. */
  readonly choosing = new Latest();
  protected readonly address = new Address((place) => this.onReturn(place));
  protected readonly loading = new Latest();
  protected readonly asking = new Latest();
  protected readonly solving = new Latest();
  readonly #listeners = new Set<() => void>();

  /** Called when Back or Forward has led to another place. */
  protected abstract onReturn(place: Place): void;

  /** Called when the server is lost, and when it is back. */
  protected abstract onConnection(lost: boolean): void;

  /** Calls the listener after each change. @returns a function that removes the listener */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** Has a screen reader read out a text. */
  say(text: string): void {
    this.change({ said: { text } });
  }

  /** Shows a problem, except for a lost server, which has its own notice. */
  complain(error: unknown): void {
    if (!(error instanceof LostServer)) this.change({ problem: errorText(error) });
  }

  /** Shows a state. @returns a promise that resolves when the distribution has arrived or is known to be missing */
  async place(space: SpaceAnswer, play: Play, entry: Entry, known: Known = {}): Promise<void> {
    this.solving.abort();
    this.choosing.abort();
    const before = this.view;
    const same = space.id === before.space?.id;
    const { distribution, undistributed, answer, solution, chosenDepth } = same ? before : FIRST_VIEW;
    const began = same && play.start === before.play.start;
    const state = playedState(play);
    this.change({
      ...{ space, play, state, distribution, undistributed, solution, chosenDepth },
      ...{ problem: null, computing: null, atLeast: null, hinted: false, solving: false },
      ...{ shortest: began ? before.shortest : null, answer: known.answer ?? answer, distance: known.distance },
      ...{ playing: known.playing ?? false, opening: known.opening ?? false, editing: same && before.editing },
    });
    if (entry !== 'keep') this.address[entry](queryOf(space.id, state, space.board !== null), play);
    if (known.answer !== undefined) this.#settle(space, known.answer);
    else if (known.opening) this.asking.abort();
    else this.#askAround(space, state);
    if (distribution === null && undistributed === null) await this.#askDistribution(space);
  }

  /** Continues the current play: makes or undoes moves. The last answer or the open solution may know the distance. */
  go(play: Play, playing = false): void {
    const { view } = this;
    if (view.space === null || play === view.play) return;
    const state = playedState(play);
    const move = settled(view)?.moves.find((other) => other.state === state);
    const path = view.solution;
    const distance = move === undefined ? path?.distances[path.states.indexOf(state)] : move.distance;
    this.place(view.space, play, 'replace', { distance, playing });
  }

  /** Requests the distance of the state shown. */
  compute(): void {
    const { space, state } = this.view;
    if (space === null) return;
    this.change({ computing: null });
    this.#askAround(space, state);
  }

  stopComputing(): void {
    this.asking.abort();
    this.change({ computing: 'stopped' });
  }

  /** Aborts the choice of a state that has not arrived: the state shown stays, even if it was shown only until then. */
  protected endChoosing(): void {
    this.choosing.abort();
    if (!this.view.opening) return;
    this.change({ opening: false });
    this.compute();
  }

  async #askAround(space: SpaceAnswer, state: string): Promise<void> {
    const signal = this.asking.begin();
    try {
      const answer = await this.askDistance(space, state, signal);
      if (!signal.aborted) this.#settle(space, answer);
    } catch (error) {
      if (signal.aborted) return;
      // The address may hold any text.
      const wrong = error instanceof RefusedError && error.status === 400;
      if (wrong && state !== space.goal) this.place(space, playFrom(space.goal), 'replace');
      else if (!(error instanceof LostServer)) this.change({ computing: 'stopped' });
      this.complain(error);
    }
  }

  /** Applies an answer about the state shown, which the address may have written differently. */
  #settle(space: SpaceAnswer, answer: DistanceAnswer): void {
    const { view } = this;
    const { state, distance } = answer;
    const play = view.play.made.length === 0 ? { ...view.play, start: state } : view.play;
    this.change({ state, play, distance, answer, computing: null, atLeast: null });
    if (state !== view.state) this.address.replace(queryOf(space.id, state, space.board !== null), play);
    if (state === play.start) this.change({ shortest: distance });
    else if (distance === 0 && !space.directed && view.shortest === null) this.#askShortest(space, play.start);
    const path = solutionHere(this.view);
    if (path !== null && path.distances[path.states.indexOf(state)] !== distance) {
      this.change({
        solution: null,
        playing: false,
        problem: `The moves of the link are not a shortest solution: showing only the ${wordsFor(space).state}.`,
      });
    }
  }

  /** Requests the distance of a play's start if the play ended before the server had answered. */
  async #askShortest(space: SpaceAnswer, start: string): Promise<void> {
    try {
      const { distance } = await this.api.ask<DistanceAnswer>(apiPath(space.id, 'distance', { state: start }));
      if (this.view.space === space && this.view.play.start === start) {
        this.change({ shortest: distance });
      }
    } catch (error) {
      this.complain(error);
    }
  }

  async #askDistribution(space: SpaceAnswer): Promise<void> {
    const signal = this.loading.begin();
    try {
      const distribution = await this.api.ask<DistributionAnswer>(apiPath(space.id, 'distribution'), signal);
      if (!signal.aborted) this.change({ distribution });
    } catch (error) {
      if (signal.aborted) return;
      const missing = error instanceof RefusedError && error.status === 404;
      if (missing) this.change({ undistributed: errorText(error) });
      else this.complain(error);
    }
  }

  /**
   * Requests the distances of a state and of its neighbours. A table answers immediately. A search can take long: the page then shows that
   * it is computing, with the best lower bound, until the answer arrives or the reader stops it.
   * @throws as Api.ask
   */
  protected async askDistance(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<DistanceAnswer> {
    const timer = setTimeout(() => {
      if (signal.aborted) return;
      this.change({ computing: 'now' });
      if (!space.hasTable) this.#estimate(space, state, signal);
    }, LONG);
    try {
      return await this.api.ask<DistanceAnswer>(apiPath(space.id, 'distance', { state }), signal);
    } catch (error) {
      if (!signal.aborted) this.change({ computing: null });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #estimate(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<void> {
    try {
      const path = apiPath(space.id, 'estimates', { state });
      const { estimates } = await this.api.ask<EstimatesAnswer>(path, signal);
      const values = estimates.flatMap(({ value }) => value ?? []);
      const { view } = this;
      if (signal.aborted || view.computing === null || values.length === 0) return;
      this.change({ atLeast: Math.max(...values) });
      // The best bound is that of pattern databases, which may still be under construction.
      if (values.length < estimates.length) setTimeout(() => this.#estimate(space, state, signal), AGAIN);
    } catch {
      // The lower bound is optional: the request for the distance reports every problem.
    }
  }
}
