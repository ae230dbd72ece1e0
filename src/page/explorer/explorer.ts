/**
 * Where the page is, a space and a state of it, and what is known there. Everything that is drawn is drawn from `view`.
 *
 * A slide is shown at once, with its distance, which the state before knew already; the server is asked what lies around the new
 * state. An answer counts only as long as nothing else was asked since.
 */

import type { DistanceAnswer, DistributionAnswer, SpaceAnswer, SpacesAnswer } from '../../serve/answers.js';
import { slideTiles, type TileSlide, textOfTiles, tilesOf } from '../tiles/board-shape.js';
import { Address, type AddressedState, queryOf } from './address.js';
import { Api, apiPath, LostServer, RefusedError } from './api.js';
import { FIRST_VIEW, settled, type View } from './view.js';

/** What becomes of the address. */
type Entry = 'push' | 'replace' | 'keep';

/** What is known of a state before the server is asked. */
interface Known {
  readonly distance?: number | null | undefined;
  readonly answer?: DistanceAnswer;
  readonly playing?: boolean;
}

export class Explorer {
  view = FIRST_VIEW;
  readonly api = new Api((lost) => this.#onConnection(lost));
  readonly #address = new Address((place) => this.#follow(place));
  readonly #listeners = new Set<() => void>();
  #asking = new AbortController();
  #loading = new AbortController();

  /** Calls back after each change. @returns what ends that */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    const { signal } = this.#newLoading();
    try {
      const { spaces } = await this.api.ask<SpacesAnswer>('api/spaces', signal);
      this.#change({ spaces });
      const { space, state } = this.view;
      this.#follow(space === null ? this.#address.place : { space: space.id, state });
    } catch (error) {
      if (!signal.aborted) this.#tell(error);
    }
  }

  chooseSpace(id: string): void {
    const space = this.view.spaces?.find((other) => other.id === id);
    if (space !== undefined) this.#place(space, space.goal, 'push');
  }

  /** Shows a state that the server has named. */
  setUp(state: string): void {
    if (this.view.space !== null) this.#place(this.view.space, state, 'push');
  }

  /**
   * Shows a state that somebody has typed, if it is one.
   * @returns what is wrong with it; null if nothing is, or another was chosen meanwhile
   */
  async setUpTyped(text: string): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    const { signal } = this.#newQuestion();
    try {
      const answer = await this.api.ask<DistanceAnswer>(apiPath(space.id, 'distance', { state: text }), signal);
      if (!signal.aborted) this.#place(space, answer.state, 'push', { distance: answer.distance, answer });
      return null;
    } catch (error) {
      if (signal.aborted || error instanceof LostServer) return null;
      this.say(errorText(error));
      // What was asked about the state that stays was given up for the text.
      if (settled(this.view) === null) this.#askAround(space, this.view.state, this.#newQuestion());
      return errorText(error);
    }
  }

  /** Slides tiles of a board. @returns false if the board ends before */
  slide(move: TileSlide): boolean {
    const { space, state } = this.view;
    const tiles = space?.board ? tilesOf(state, space.board) : null;
    const next = space?.board && tiles ? slideTiles(space.board, tiles, move) : null;
    if (next === null) return false;
    this.step(textOfTiles(next));
    return true;
  }

  /** Goes on to another state by a move. @param distance its own, if that is known */
  step(state: string, distance?: number, playing = false): void {
    const { space } = this.view;
    if (space === null) return;
    const move = settled(this.view)?.moves.find((other) => other.state === state);
    this.#place(space, state, 'replace', { distance: move === undefined ? distance : move.distance, playing });
  }

  play(playing: boolean): void {
    this.#change({ playing });
  }

  /** @param depth null releases the one that is chosen */
  chooseDepth(depth: number | null): void {
    this.#change({ chosenDepth: depth });
  }

  /** Has something read out. */
  say(text: string): void {
    this.#change({ said: { text } });
  }

  dismiss(): void {
    this.#change({ problem: null });
  }

  #follow({ space: id, state }: AddressedState): void {
    const { spaces } = this.view;
    if (spaces === null) return;
    const named = spaces.find((space) => space.id === id);
    const space = named ?? spaces[0];
    if (space === undefined) {
      this.#change({ problem: 'no spaces are served here' });
      return;
    }
    const known = id === null || named !== undefined;
    this.#place(space, (known ? state : null) ?? space.goal, 'keep');
    if (!known) this.#change({ problem: `there is no space '${id}' here: this is ${space.name}` });
  }

  #place(space: SpaceAnswer, state: string, entry: Entry, known: Known = {}): void {
    const same = space.id === this.view.space?.id;
    const { distribution, answer, chosenDepth } = same ? this.view : FIRST_VIEW;
    this.#change({
      ...{ space, state, distribution, chosenDepth, problem: null },
      ...{ distance: known.distance, answer: known.answer ?? answer, playing: known.playing ?? false },
    });
    const query = queryOf(space.id, state, space.board !== null);
    if (entry === 'push') this.#address.push(query);
    if (entry === 'replace') this.#address.replace(query);
    const question = this.#newQuestion();
    if (known.answer === undefined) this.#askAround(space, state, question);
    if (distribution === null) this.#askDistribution(space);
  }

  #newQuestion(): AbortController {
    this.#asking.abort();
    this.#asking = new AbortController();
    return this.#asking;
  }

  #newLoading(): AbortController {
    this.#loading.abort();
    this.#loading = new AbortController();
    return this.#loading;
  }

  async #askAround(space: SpaceAnswer, state: string, { signal }: AbortController): Promise<void> {
    try {
      const answer = await this.api.ask<DistanceAnswer>(apiPath(space.id, 'distance', { state }), signal);
      if (!signal.aborted) this.#change({ state: answer.state, distance: answer.distance, answer });
    } catch (error) {
      if (signal.aborted) return;
      // An address may name anything.
      const wrong = error instanceof RefusedError && error.status === 400;
      if (wrong && state !== space.goal) this.#place(space, space.goal, 'replace');
      this.#tell(error);
    }
  }

  async #askDistribution(space: SpaceAnswer): Promise<void> {
    const { signal } = this.#newLoading();
    try {
      const distribution = await this.api.ask<DistributionAnswer>(apiPath(space.id, 'distribution'), signal);
      if (!signal.aborted) this.#change({ distribution });
    } catch (error) {
      if (!signal.aborted) this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    // A lost server is told of in a place of its own.
    if (!(error instanceof LostServer)) this.#change({ problem: errorText(error) });
  }

  #onConnection(lost: boolean): void {
    if (lost) {
      this.#change({ lost, playing: false });
    } else {
      this.#change({ lost, recoveries: this.view.recoveries + 1 });
      // Another server may have come, with other spaces.
      this.start();
    }
  }

  #change(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
