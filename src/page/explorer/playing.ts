/** What a reader does with the state shown: sets one up, makes moves, plays the solution, or a game that is over. */

import type { EstimatesAnswer, RandomAnswer, SolutionAnswer } from '../../serve/answers.js';
import type { Direction } from '../../spaces/board/board.js';
import { slid } from '../../spaces/board/moves.js';
import { formatPosition } from '../../spaces/board/position.js';
import { readTiles, slideBy } from '../states/tiles.js';
import { apiPath, errorText, LONG, LostServer } from './api.js';
import { keep, shufflePath } from './browser.js';
import { countBegun, sinceMove, timed } from './game.js';
import { isExact, pathOf, type SolutionPath } from './known-solutions.js';
import { ShownState } from './shown-state.js';
import {
  bestMoves,
  gameOf,
  isRevealed,
  type Play,
  playedState,
  playFrom,
  settled,
  solutionHere,
  withMoment,
  withMove,
  withStep,
} from './view.js';
import { wordsFor } from './words.js';

/** Chooses a step of the solution, given the current one and the last one. */
export type StepChoice = (at: number, last: number) => number;

export abstract class Playing extends ShownState {
  #nextStep: ReturnType<typeof setTimeout> | undefined;

  /* Setting up a state. */

  /** Shows a state in the server's notation. */
  setUp(state: string): void {
    if (this.view.space !== null) this.show(this.view.space, playFrom(state), 'push');
  }

  /**
   * Shows a state that the reader has typed, if it is valid.
   * @returns the problem with the text; null if there is none, or if another state was chosen meanwhile
   */
  async setUpTyped(text: string): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    this.endChoosing();
    const signal = this.requesting.begin();
    try {
      const answer = isExact(space)
        ? await this.requestDistance(space, text, signal)
        : await this.api.get<EstimatesAnswer>(apiPath(space.id, 'estimates', { state: text }), signal);
      const facts = 'distance' in answer ? { distance: answer.distance, answer } : {};
      if (!signal.aborted) this.show(space, playFrom(answer.state), 'push', facts);
      return null;
    } catch (error) {
      if (signal.aborted || error instanceof LostServer) return null;
      this.say(errorText(error));
      // The request about the text aborted the requests about the state that stays.
      if (settled(this.view) === null) this.compute();
      return errorText(error);
    }
  }

  /** Shows a random state. @param amount a distance; or the length of a walk if the space has no table, null for any state */
  async shuffle(amount: number | null): Promise<void> {
    const { space } = this.view;
    if (space === null) return;
    this.endChoosing();
    const ask = (signal: AbortSignal) => this.api.get<RandomAnswer>(shufflePath(space, amount), signal);
    await this.choosing.run(ask, ({ states }) => {
      if (states.length > 0) this.setUp(states[0]);
      else this.change({ problem: `No ${wordsFor(space).states} are known at distance ${amount}.` });
    });
  }

  cancelShuffling(): void {
    this.endChoosing();
    this.say('Cancelled.');
  }

  /** Aborts the choice of a state that has not arrived: the state shown stays, even if it was shown only until then. */
  protected endChoosing(): void {
    this.choosing.abort();
    if (!this.view.opening) return;
    this.change({ opening: false });
    this.compute();
  }

  edit(editing: boolean): void {
    if (editing) this.endChoosing();
    this.change({ editing });
  }

  /* Making moves. */

  /** Slides tiles if the blank can move so far, with one move for each tile unless a move can slide several. */
  slide(direction: Direction, count = 1): void {
    const { space, state } = this.view;
    const tiles = space?.board && readTiles(state, space.board);
    const slide = space?.board && tiles && slideBy(space.board, tiles, direction, count);
    if (!slide) return;
    const ends = slide.cells.map((_, at) => at + 1).slice(space.metric === 'multi' ? -1 : 0);
    const states = ends.map((end) => formatPosition(slid(tiles, { ...slide, cells: slide.cells.slice(0, end) })));
    this.go((play) => states.reduce(withMove, play));
  }

  /** Continues the current play: makes or undoes moves. The last answer or the open solution may know the distance. */
  go(change: (play: Play) => Play, playing = false): void {
    const { view } = this;
    const changed = change(view.play);
    if (view.space === null || changed === view.play) return;
    const { play, movedAt } = timed(view, changed, performance.now());
    if (play.counted === 'begun' && view.play.counted === 'nothing') countBegun(view.space);
    const state = playedState(play);
    const move = settled(view)?.moves.find((other) => other.state === state);
    const path = view.solution;
    const onPath = isExact(view.space) ? path?.distances[path.states.indexOf(state)] : undefined;
    const distance = move === undefined ? onPath : move.distance;
    this.show(view.space, play, 'replace', { distance, playing, movedAt });
  }

  setHints(hints: boolean): void {
    keep('hints', hints ? 'on' : 'off');
    this.change({ hints, hinted: false });
  }

  /** Shows or hides the distance and everything that gives it away, now and at the next visit. */
  reveal(revealed: boolean): void {
    const { view } = this;
    keep('revealed', revealed ? 'yes' : 'no');
    if (revealed && gameOf(view) === null) {
      this.note({ helped: true, time: view.play.time + sinceMove(view, performance.now()) });
    }
    this.change({ revealed, hinted: false, movedAt: null });
  }

  /** Adds to what is known of the play shown. */
  note(facts: Partial<Play>): void {
    this.change({ play: { ...this.view.play, ...facts } });
    this.writeAddress();
  }

  /** Shows a best move of this state, if it has one, as soon as it is known. */
  hint(): void {
    const { space } = this.view;
    const isMarked = space === null || bestMoves(this.view, space)?.length === 0;
    if (isRevealed(this.view) && !isMarked) this.change({ hinted: true });
  }

  /* Playing the solution, or a game that is over. */

  /**
   * Goes to a step, after requesting the solution if it is not open.
   * @returns false if the step was not reached, for example because another state was chosen before the solution arrived
   */
  async goTo(to: StepChoice, playing = false): Promise<boolean> {
    const game = gameOf(this.view);
    if (game === null && solutionHere(this.view) === null) this.coming ??= this.#requestSolution();
    const isKnown = game !== null || (await this.coming) !== false;
    // Another press may have waited for the same path: this one begins at the state that the other has reached.
    const { view } = this;
    const states = game ?? (isKnown ? solutionHere(view)?.states : undefined);
    // The reader may have paused meanwhile.
    if (playing && !view.playing) return false;
    if (states === undefined) {
      this.change({ playing: false });
      return false;
    }
    const now = game === null ? states.indexOf(view.state) : view.play.made.length;
    const last = states.length - 1;
    const target = Math.min(last, Math.max(0, to(now, last)));
    const steps = target < now ? states.slice(target, now).reverse() : states.slice(now + 1, target + 1);
    const change = (play: Play) => (game === null ? steps.reduce(withStep, play) : withMoment(play, target));
    if (target !== now) this.go(change, playing && target < last);
    else if (playing) this.change({ playing: false });
    return true;
  }

  /** Plays the game shown, or the solution; or pauses, and aborts the computation of a solution. */
  async togglePlaying(): Promise<void> {
    const { playing, solving, distance, space } = this.view;
    if (playing || solving) {
      this.endSolving();
      this.change({ playing: false });
      if (playing && space !== null && !isExact(space)) this.improve(space, this.view.state);
      return;
    }
    const path = gameOf(this.view) ?? solutionHere(this.view)?.states;
    const atEnd = path ? path.at(-1) === this.view.state : space?.directed;
    if (distance === null || (path === undefined && distance === 0 && !space?.directed)) return;
    if (atEnd && !(await this.goTo(() => 0))) return;
    this.change({ playing: true });
    this.#playOn();
  }

  #playOn(): void {
    clearTimeout(this.#nextStep);
    this.#nextStep = setTimeout(async () => {
      if (!this.view.playing) return;
      await this.goTo((now) => now + 1, true);
      if (this.view.playing) this.#playOn();
    }, 1000 / this.view.speed);
  }

  /** Requests a solution of the state shown, or awaits the first known one. @returns true if it has arrived */
  async #requestSolution(): Promise<boolean> {
    const { state, space } = this.view;
    if (space === null) return false;
    const ask = async (signal: AbortSignal): Promise<SolutionPath | null> => {
      if (isExact(space)) {
        const { from, steps } = await this.api.get<SolutionAnswer>(apiPath(space.id, 'solution', { state }), signal);
        return steps && pathOf(from, steps, space);
      }
      if (this.view.known === null) {
        await new Promise<void>((resolve) => {
          this.onKnown = resolve;
        });
      }
      return this.view.known?.path ?? null;
    };
    let isFound = false;
    const use = (solution: SolutionPath | null) => {
      isFound = solution !== null;
      this.change({ solving: false, ...(solution && { solution }) });
    };
    const timer = setTimeout(() => this.change({ solving: true }), isExact(space) ? LONG : 0);
    await this.solving.run(ask, use, (error) => {
      this.endSolving();
      this.complain(error);
    });
    clearTimeout(timer);
    return isFound;
  }
}
