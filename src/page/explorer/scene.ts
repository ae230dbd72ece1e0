/**
 * The state shown, and its distance. Every change of state is made here: it updates the address, and requests the distances of the
 * state and its neighbours. An answer is used only if no later request was made.
 */

import type { DistanceAnswer, DistributionAnswer, EstimatesAnswer, SpaceAnswer } from '../../serve/answers.js';
import { AGAIN, type Api, apiPath, errorText, LONG, LostServer, RefusedError } from './api.js';
import { type Address, queryOf } from './browser.js';
import { type Play, playedState, playFrom } from './play.js';
import { FIRST_VIEW, settled, solutionHere, type ViewStore } from './view.js';
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

export class Scene {
  readonly store: ViewStore;
  readonly api: Api;
  readonly question: DistanceQuestion;
  readonly #address: Address;
  #loading = new AbortController();
  #solving = new AbortController();
  #choosing = new AbortController();

  constructor(store: ViewStore, api: Api, address: Address) {
    this.store = store;
    this.api = api;
    this.question = new DistanceQuestion(store, api);
    this.#address = address;
  }

  /** Shows a state. @returns a promise that resolves when the distribution has arrived or is known to be missing */
  async place(space: SpaceAnswer, play: Play, entry: Entry, known: Known = {}): Promise<void> {
    this.#solving.abort();
    this.#choosing.abort();
    const before = this.store.view;
    const same = space.id === before.space?.id;
    const { distribution, undistributed, answer, solution, chosenDepth } = same ? before : FIRST_VIEW;
    const began = same && play.start === before.play.start;
    const state = playedState(play);
    this.store.change({
      ...{ space, play, state, distribution, undistributed, solution, chosenDepth },
      ...{ problem: null, computing: null, atLeast: null, hinted: false },
      ...{ shortest: began ? before.shortest : null, answer: known.answer ?? answer, distance: known.distance },
      ...{
        solving: false,
        playing: known.playing ?? false,
        opening: known.opening ?? false,
        editing: same && before.editing,
      },
    });
    const query = queryOf(space.id, state, space.board !== null);
    if (entry === 'push') this.#address.push(query, play);
    if (entry === 'replace') this.#address.replace(query, play);
    if (known.answer !== undefined) this.#settle(space, known.answer);
    else if (known.opening) this.question.begin();
    else this.#askAround(space, state);
    if (distribution === null && undistributed === null) await this.#askDistribution(space);
  }

  /** Continues the current play: makes or undoes moves. The last answer or the open solution may know the distance. */
  go(play: Play, playing = false): void {
    const { view } = this.store;
    if (view.space === null || play === view.play) return;
    const state = playedState(play);
    const move = settled(view)?.moves.find((other) => other.state === state);
    const path = view.solution;
    const distance = move === undefined ? path?.distances[path.states.indexOf(state)] : move.distance;
    this.place(view.space, play, 'replace', { distance, playing });
  }

  /** Requests the distance of the state shown. */
  compute(): void {
    const { space, state } = this.store.view;
    if (space === null) return;
    this.store.change({ computing: null });
    this.#askAround(space, state);
  }

  stopComputing(): void {
    this.question.begin();
    this.store.change({ computing: 'stopped' });
  }

  /** Shows a problem, except for a lost server, which has its own notice. */
  complain(error: unknown): void {
    if (!(error instanceof LostServer)) this.store.change({ problem: errorText(error) });
  }

  /** Aborts the previous loading. */
  beginLoading(): AbortSignal {
    this.#loading.abort();
    this.#loading = new AbortController();
    return this.#loading.signal;
  }

  /** Aborts the computation of a solution. */
  beginSolving(): AbortSignal {
    this.#solving.abort();
    this.#solving = new AbortController();
    return this.#solving.signal;
  }

  /** Aborts the previous choice of a state that has not arrived. The next change of state aborts this choice. */
  beginChoosing(): AbortSignal {
    this.#choosing.abort();
    this.#choosing = new AbortController();
    return this.#choosing.signal;
  }

  /** Aborts the choice of a state that has not arrived: the state shown stays, even if it was shown only until then. */
  endChoosing(): void {
    this.#choosing.abort();
    if (!this.store.view.opening) return;
    this.store.change({ opening: false });
    this.compute();
  }

  async #askAround(space: SpaceAnswer, state: string): Promise<void> {
    const signal = this.question.begin();
    try {
      const answer = await this.question.ask(space, state, signal);
      if (!signal.aborted) this.#settle(space, answer);
    } catch (error) {
      if (signal.aborted) return;
      // The address may hold any text.
      const wrong = error instanceof RefusedError && error.status === 400;
      if (wrong && state !== space.goal) this.place(space, playFrom(space.goal), 'replace');
      else if (!(error instanceof LostServer)) this.store.change({ computing: 'stopped' });
      this.complain(error);
    }
  }

  /** Applies an answer about the state shown, which the address may have written differently. */
  #settle(space: SpaceAnswer, answer: DistanceAnswer): void {
    const { view } = this.store;
    const { state, distance } = answer;
    const play = view.play.made.length === 0 ? { ...view.play, start: state } : view.play;
    this.store.change({ state, play, distance, answer, computing: null, atLeast: null });
    if (state !== view.state) this.#address.replace(queryOf(space.id, state, space.board !== null), play);
    if (state === play.start) this.store.change({ shortest: distance });
    else if (distance === 0 && !space.directed && view.shortest === null) this.#askShortest(space, play.start);
    const path = solutionHere(this.store.view);
    if (path !== null && path.distances[path.states.indexOf(state)] !== distance) {
      this.store.change({
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
      if (this.store.view.space === space && this.store.view.play.start === start) {
        this.store.change({ shortest: distance });
      }
    } catch (error) {
      this.complain(error);
    }
  }

  async #askDistribution(space: SpaceAnswer): Promise<void> {
    const signal = this.beginLoading();
    try {
      const distribution = await this.api.ask<DistributionAnswer>(apiPath(space.id, 'distribution'), signal);
      if (!signal.aborted) this.store.change({ distribution });
    } catch (error) {
      if (signal.aborted) return;
      const missing = error instanceof RefusedError && error.status === 404;
      if (missing) this.store.change({ undistributed: errorText(error) });
      else this.complain(error);
    }
  }
}

/**
 * Requests the distances of the state shown and of its neighbours. A table answers immediately. A search can take long: the page then shows
 * that it is computing, with the best lower bound, until the answer arrives or the reader stops it.
 */

class DistanceQuestion {
  readonly #store: ViewStore;
  readonly #api: Api;
  #asking = new AbortController();

  constructor(store: ViewStore, api: Api) {
    this.#store = store;
    this.#api = api;
  }

  /** Aborts the previous request. */
  begin(): AbortSignal {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking.signal;
  }

  /** Requests the distances. If there are none, the page no longer shows that it is computing. @throws as Api.ask */
  async ask(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<DistanceAnswer> {
    const timer = setTimeout(() => {
      if (signal.aborted) return;
      this.#store.change({ computing: 'now' });
      if (!space.hasTable) this.#estimate(space, state, signal);
    }, LONG);
    try {
      return await this.#api.ask<DistanceAnswer>(apiPath(space.id, 'distance', { state }), signal);
    } catch (error) {
      if (!signal.aborted) this.#store.change({ computing: null });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #estimate(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<void> {
    try {
      const path = apiPath(space.id, 'estimates', { state });
      const { estimates } = await this.#api.ask<EstimatesAnswer>(path, signal);
      const values = estimates.flatMap(({ value }) => value ?? []);
      const { view } = this.#store;
      if (signal.aborted || view.computing === null || values.length === 0) return;
      this.#store.change({ atLeast: Math.max(...values) });
      // The best bound is that of pattern databases, which may still be under construction.
      if (values.length < estimates.length) setTimeout(() => this.#estimate(space, state, signal), AGAIN);
    } catch {
      // The lower bound is optional: the request for the distance reports every problem.
    }
  }
}
