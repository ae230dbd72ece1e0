/**
 * The actions of the page. The components draw everything from `view`.
 *
 * A move is shown immediately, with its distance: the answer about the previous state contains it.
 */

import type { RandomAnswer, SpacesAnswer } from '../../serve/answers.js';
import { Address } from '../browser/address.js';
import { keepHints, keptHints } from '../browser/preferences.js';
import { playFrom, withMove, withRedo, withRestart, withUndo } from '../moves/play.js';
import { slideStates, type TileSlide } from '../tiles/board-shape.js';
import { Api, errorText, LostServer } from './api.js';
import { bestMoves } from './best-moves.js';
import { followAddress, openAtRandom } from './openings.js';
import { Player } from './player.js';
import { Scene } from './scene.js';
import { shufflePath } from './shuffling.js';
import { settled, type View } from './view.js';
import { ViewStore } from './view-store.js';
import { wordsFor } from './words.js';

export class Explorer {
  readonly #store = new ViewStore();
  readonly api = new Api((lost) => this.#onConnection(lost));
  readonly #address = new Address((place) => followAddress(this.#scene, place, 'keep'));
  readonly #scene = new Scene(this.#store, this.api, this.#address);
  readonly player = new Player(this.#scene);

  get view(): View {
    return this.#store.view;
  }

  /** Calls the listener after each change. @returns a function that removes the listener */
  watch(listener: () => void): () => void {
    return this.#store.watch(listener);
  }

  async start(): Promise<void> {
    this.#change({ hints: keptHints() });
    const signal = this.#scene.beginLoading();
    try {
      const { spaces } = await this.api.ask<SpacesAnswer>('api/spaces', signal);
      this.#change({ spaces });
      const { space, state, play } = this.view;
      const here = { space: space?.id ?? null, state, play, moves: null, step: null };
      await followAddress(this.#scene, space === null ? this.#address.place : here, 'replace');
    } catch (error) {
      if (!signal.aborted) this.#scene.complain(error);
    }
  }

  chooseSpace(id: string): void {
    const space = this.view.spaces?.find((other) => other.id === id);
    if (space !== undefined) openAtRandom(this.#scene, space, 'push');
  }

  /** Shows a state in the server's notation. */
  setUp(state: string): void {
    if (this.view.space !== null) this.#scene.place(this.view.space, playFrom(state), 'push');
  }

  /**
   * Shows a state that the reader has typed, if it is valid.
   * @returns the problem with the text; null if there is none, or if another state was chosen meanwhile
   */
  async setUpTyped(text: string): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    this.#scene.endChoosing();
    const signal = this.#scene.question.begin();
    try {
      const answer = await this.#scene.question.ask(space, text, signal);
      if (!signal.aborted)
        this.#scene.place(space, playFrom(answer.state), 'push', { distance: answer.distance, answer });
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
    this.#scene.endChoosing();
    const signal = this.#scene.beginChoosing();
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
    this.#scene.go((space?.metric === 'multi' ? states.slice(-1) : states).reduce(withMove, this.view.play));
    return true;
  }

  /** Makes a move. */
  step(state: string): void {
    this.#scene.go(withMove(this.view.play, state));
  }

  undo(): void {
    this.#scene.go(withUndo(this.view.play));
  }

  redo(): void {
    this.#scene.go(withRedo(this.view.play));
  }

  restart(): void {
    this.#scene.go(withRestart(this.view.play));
  }

  setSpeed(speed: number): void {
    this.#change({ speed });
  }

  setHints(hints: boolean): void {
    keepHints(hints);
    this.#change({ hints, hinted: false });
  }

  /** Shows a best move of this state, if it has one, as soon as it is known. */
  hint(): void {
    const { space } = this.view;
    if (space !== null && bestMoves(this.view, space)?.length !== 0) this.#change({ hinted: true });
  }

  edit(editing: boolean): void {
    if (editing) this.#scene.endChoosing();
    this.#change({ editing });
  }

  compute(): void {
    this.#scene.compute();
  }

  stopComputing(): void {
    this.#scene.stopComputing();
  }

  /** Chooses a distance in the chart. @param depth null to clear the choice */
  chooseDepth(depth: number | null): void {
    this.#change({ chosenDepth: depth });
  }

  /** Has a screen reader read out a text. */
  say(text: string): void {
    this.#change({ said: { text } });
  }

  /** Shows a problem of one line. */
  tell(problem: string): void {
    this.#change({ problem });
  }

  dismiss(): void {
    this.#change({ problem: null });
  }

  #onConnection(lost: boolean): void {
    if (lost) {
      this.#change({ lost, playing: false });
    } else {
      this.#change({ lost, recoveries: this.view.recoveries + 1 });
      // It may be another server, with other spaces.
      this.start();
    }
  }

  #change(changes: Partial<View>): void {
    this.#store.change(changes);
  }
}
