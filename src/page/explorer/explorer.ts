/**
 * The actions of the page, and what its panels get from them. The components draw everything from `view`.
 *
 * A move is shown immediately, with its distance: the answer about the previous state contains it.
 */

import { useEffect, useState } from 'preact/hooks';
import type { RandomAnswer, SpaceAnswer, SpacesAnswer } from '../../serve/answers.js';
import { slideStates, type TileSlide } from '../states/tiles.js';
import { Api, errorText, LostServer } from './api.js';
import { Address, keepHints, keptHints } from './browser.js';
import { followAddress, openAtRandom, shufflePath } from './openings.js';
import { playFrom, withMove, withRedo, withRestart, withUndo } from './play.js';
import { Player } from './player.js';
import { Scene } from './scene.js';
import { bestMoves, settled, type View, ViewStore } from './view.js';
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

interface Asked<T> {
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
