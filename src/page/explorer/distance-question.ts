/**
 * Requests the distances of the state shown and of its neighbours. A table answers immediately. A search can take long: the page then shows
 * that it is computing, with the best lower bound, until the answer arrives or the reader stops it.
 */

import type { DistanceAnswer, EstimatesAnswer, SpaceAnswer } from '../../serve/answers.js';
import { AGAIN, type Api, apiPath, LONG } from './api.js';
import type { ViewStore } from './view-store.js';

export class DistanceQuestion {
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
