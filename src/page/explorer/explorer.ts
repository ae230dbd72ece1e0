/**
 * The page's state and actions. The components draw everything from `view`. Every change of the state shown is made by `place`: it updates
 * the address, and requests the distances of the state and its neighbours. An answer is used only if no later request was made.
 */

import { useEffect, useState } from 'preact/hooks';
import type {
  DistanceAnswer,
  DistributionAnswer,
  EstimatesAnswer,
  RandomAnswer,
  SolutionAnswer,
  SpaceAnswer,
  SpacesAnswer,
} from '../../serve/answers.js';
import type { Direction } from '../../spaces/board/board.js';
import { slid } from '../../spaces/board/moves.js';
import { formatPosition } from '../../spaces/board/position.js';
import { slideBy, tilesOf } from '../states/tiles.js';
import { AGAIN, Api, apiPath, errorText, Latest, LONG, LostServer, RefusedError } from './api.js';
import { Address, keepHints, keptHints, type Place, queryOf } from './browser.js';
import { followLink, shufflePath, usualShuffle } from './links.js';
import {
  bestMoves,
  FIRST_VIEW,
  type Play,
  pathOf,
  playedState,
  playFrom,
  type SolutionPath,
  settled,
  solutionHere,
  type View,
  withMove,
  withStep,
} from './view.js';
import { wordsFor } from './words.js';

/** Chooses a step of the solution, given the current one and the last one. */
export type StepChoice = (at: number, last: number) => number;

/** A change of the address and of the browser's history. */
type Entry = 'push' | 'replace' | 'keep';

/** Facts about a state that are known without a request. */
interface Known {
  readonly distance?: number | null | undefined;
  readonly answer?: DistanceAnswer;
  readonly playing?: boolean;
  readonly opening?: boolean;
}

export class Explorer {
  view = FIRST_VIEW;
  readonly api = new Api((lost) => this.#onConnection(lost));
  readonly #address = new Address((place) => void this.#follow(place, 'keep'));
  readonly #loading = new Latest();
  readonly #asking = new Latest();
  readonly #solving = new Latest();
  /** Choices of a state that has not arrived. The next change of state aborts them. */
  readonly #choosing = new Latest();
  readonly #listeners = new Set<() => void>();
  /** The requested solution. */
  #coming: { state: string; path: Promise<SolutionPath | null>; signal: AbortSignal } | null = null;
  #nextStep: ReturnType<typeof setTimeout> | undefined;

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
  readonly #complain = (error: unknown): void => {
    if (!(error instanceof LostServer)) this.change({ problem: errorText(error) });
  };

  /* Opening a space: at the state in the address, along the solution of a link, or at a random state. */

  async start(): Promise<void> {
    this.change({ hints: keptHints() });
    await this.#loading.run(async (signal) => {
      const { spaces } = await this.api.ask<SpacesAnswer>('api/spaces', signal);
      this.change({ spaces });
      const { space, state, play } = this.view;
      const here = { space: space?.id ?? null, state, play, moves: null, step: null };
      await this.#follow(space === null ? this.#address.place : here, 'replace');
    }, this.#complain);
  }

  chooseSpace(id: string): void {
    const space = this.view.spaces?.find((other) => other.id === id);
    if (space !== undefined) this.#openAtRandom(space, 'push');
  }

  /** Opens the place that an address names. @param entry change of the browser's history if the address names a state */
  async #follow(place: Place, entry: Entry): Promise<void> {
    const { spaces } = this.view;
    if (spaces === null) return;
    const named = spaces.find((space) => space.id === place.space);
    const space = named ?? spaces[0];
    if (space === undefined) {
      this.change({ problem: 'This server offers no spaces.' });
    } else if (named === undefined) {
      await this.#openAtRandom(space, 'replace');
      if (place.space !== null) {
        this.change({ problem: `This server has no space '${place.space}': showing ${space.name} instead.` });
      }
    } else if (place.play !== null) {
      await this.#place(space, place.play, entry);
    } else if (place.state === null) {
      await this.#openAtRandom(space, 'replace');
    } else if (place.moves === null) {
      await this.#place(space, playFrom(place.state), entry);
    } else {
      await this.#openLink(space, place.state, place.moves, place.step);
    }
  }

  /** Shows a random state at the most common distance, and the goal until that state arrives. */
  async #openAtRandom(space: SpaceAnswer, entry: Entry): Promise<void> {
    const placed = this.#place(space, playFrom(space.goal), entry, { opening: true });
    const request = async (signal: AbortSignal) => {
      await placed;
      const amount = usualShuffle(space, this.view.distribution);
      const path = amount === null || signal.aborted ? null : shufflePath(space, amount);
      const states = path === null ? [] : (await this.api.ask<RandomAnswer>(path)).states;
      if (!signal.aborted) this.#place(space, playFrom(states[0] ?? space.goal), 'replace');
    };
    await this.#choosing.run(request, (error) => {
      this.#place(space, playFrom(space.goal), 'replace');
      this.#complain(error);
    });
  }

  async #openLink(space: SpaceAnswer, state: string, moves: string, step: string | null): Promise<void> {
    this.#place(space, playFrom(state), 'replace');
    await this.#choosing.run(async (signal) => {
      const path = await followLink(this.api, space, state, moves);
      if (signal.aborted) return;
      const at = /^\d{1,6}$/.test(step ?? '') ? Math.min(Number(step), path.moves.length) : 0;
      this.change({ solution: path });
      await this.#place(space, path.states.slice(1, at + 1).reduce(withStep, playFrom(path.states[0])), 'replace');
    }, this.#complain);
  }

  #onConnection(lost: boolean): void {
    const { recoveries } = this.view;
    this.change(lost ? { lost, playing: false } : { lost, recoveries: recoveries + 1 });
    // It may be another server, with other spaces.
    if (!lost) this.start();
  }

  /* Setting up a state. */

  /** Shows a state in the server's notation. */
  setUp(state: string): void {
    if (this.view.space !== null) this.#place(this.view.space, playFrom(state), 'push');
  }

  /**
   * Shows a state that the reader has typed, if it is valid.
   * @returns the problem with the text; null if there is none, or if another state was chosen meanwhile
   */
  async setUpTyped(text: string): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    this.#endChoosing();
    const signal = this.#asking.begin();
    try {
      const answer = await this.#askDistance(space, text, signal);
      if (!signal.aborted) this.#place(space, playFrom(answer.state), 'push', { distance: answer.distance, answer });
      return null;
    } catch (error) {
      if (signal.aborted || error instanceof LostServer) return null;
      this.say(errorText(error));
      // The request about the text aborted the requests about the state that stays.
      if (settled(this.view) === null) this.compute();
      return errorText(error);
    }
  }

  /** Shows a random state. @param amount a distance, or the length of a walk if the space has no table */
  async shuffle(amount: number): Promise<void> {
    const { space } = this.view;
    if (space === null) return;
    this.#endChoosing();
    await this.#choosing.run(async (signal) => {
      const { states } = await this.api.ask<RandomAnswer>(shufflePath(space, amount));
      if (signal.aborted) return;
      if (states.length > 0) this.setUp(states[0]);
      else this.change({ problem: `No ${wordsFor(space).states} are known at distance ${amount}.` });
    }, this.#complain);
  }

  /** Slides tiles if the blank can move so far, with one move for each tile unless a move can slide several. */
  slide(direction: Direction, count = 1): void {
    const { space, state } = this.view;
    const tiles = space?.board && tilesOf(state, space.board);
    const slide = space?.board && tiles && slideBy(space.board, tiles, direction, count);
    if (!slide) return;
    const ends = slide.cells.map((_, at) => at + 1).slice(space.metric === 'multi' ? -1 : 0);
    const states = ends.map((end) => formatPosition(slid(tiles, { ...slide, cells: slide.cells.slice(0, end) })));
    this.go((play) => states.reduce(withMove, play));
  }

  /** Continues the current play: makes or undoes moves. The last answer or the open solution may know the distance. */
  go(change: (play: Play) => Play, playing = false): void {
    const { view } = this;
    const play = change(view.play);
    if (view.space === null || play === view.play) return;
    const state = playedState(play);
    const move = settled(view)?.moves.find((other) => other.state === state);
    const path = view.solution;
    const distance = move === undefined ? path?.distances[path.states.indexOf(state)] : move.distance;
    this.#place(view.space, play, 'replace', { distance, playing });
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
    if (editing) this.#endChoosing();
    this.change({ editing });
  }

  /* The state shown, and its distance. */

  /** Shows a state. @returns a promise that resolves when the distribution has arrived or is known to be missing */
  async #place(space: SpaceAnswer, play: Play, entry: Entry, known: Known = {}): Promise<void> {
    this.#solving.abort();
    this.#choosing.abort();
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
    if (entry !== 'keep') this.#address[entry](queryOf(space.id, state, space.board !== null), play);
    if (known.answer !== undefined) this.#settle(space, known.answer);
    else if (known.opening) this.#asking.abort();
    else this.#askAround(space, state);
    if (distribution === null && undistributed === null) await this.#askDistribution(space);
  }

  /** Requests the distance of the state shown. */
  compute(): void {
    const { space, state } = this.view;
    if (space === null) return;
    this.change({ computing: null });
    this.#askAround(space, state);
  }

  stopComputing(): void {
    this.#asking.abort();
    this.change({ computing: 'stopped' });
  }

  /** Aborts the choice of a state that has not arrived: the state shown stays, even if it was shown only until then. */
  #endChoosing(): void {
    this.#choosing.abort();
    if (!this.view.opening) return;
    this.change({ opening: false });
    this.compute();
  }

  async #askAround(space: SpaceAnswer, state: string): Promise<void> {
    const request = async (signal: AbortSignal) => {
      const answer = await this.#askDistance(space, state, signal);
      if (!signal.aborted) this.#settle(space, answer);
    };
    await this.#asking.run(request, (error) => {
      // The address may hold any text.
      const wrong = error instanceof RefusedError && error.status === 400;
      if (wrong && state !== space.goal) this.#place(space, playFrom(space.goal), 'replace');
      else if (!(error instanceof LostServer)) this.change({ computing: 'stopped' });
      this.#complain(error);
    });
  }

  /** Applies an answer about the state shown, which the address may have written differently. */
  #settle(space: SpaceAnswer, answer: DistanceAnswer): void {
    const { view } = this;
    const { state, distance } = answer;
    const play = view.play.made.length === 0 ? { ...view.play, start: state } : view.play;
    this.change({ state, play, distance, answer, computing: null, atLeast: null });
    if (state !== view.state) this.#address.replace(queryOf(space.id, state, space.board !== null), play);
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
      if (this.view.space === space && this.view.play.start === start) this.change({ shortest: distance });
    } catch (error) {
      this.#complain(error);
    }
  }

  async #askDistribution(space: SpaceAnswer): Promise<void> {
    const request = async (signal: AbortSignal) => {
      const distribution = await this.api.ask<DistributionAnswer>(apiPath(space.id, 'distribution'), signal);
      if (!signal.aborted) this.change({ distribution });
    };
    await this.#loading.run(request, (error) => {
      if (error instanceof RefusedError && error.status === 404) this.change({ undistributed: errorText(error) });
      else this.#complain(error);
    });
  }

  /**
   * Requests the distances of a state and of its neighbours. A table answers immediately. A search can take long: the page then shows that
   * it is computing, with the best lower bound, until the answer arrives or the reader stops it.
   * @throws as Api.ask
   */
  async #askDistance(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<DistanceAnswer> {
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

  /* Playing the solution. */

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
    if (target !== now) this.go((play) => states.reduce(withStep, play), playing && target < last);
    else if (playing) this.change({ playing: false });
    return true;
  }

  /** Plays the solution; or pauses, and aborts the computation of a solution. */
  async togglePlaying(): Promise<void> {
    const { playing, solving, distance, space } = this.view;
    if (playing || solving) {
      this.#solving.abort();
      return this.change({ playing: false, solving: false });
    }
    const path = solutionHere(this.view);
    const atEnd = path ? path.states.at(-1) === this.view.state : space?.directed;
    if (distance === null || (path === null && distance === 0 && !space?.directed)) return;
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

  /** Returns a path through the state shown: the open one, or one from the server. */
  async #pathFromHere(): Promise<SolutionPath | null> {
    const { state, space } = this.view;
    const open = solutionHere(this.view);
    if (open !== null || space === null) return open;
    if (this.#coming?.state !== state || this.#coming.signal.aborted) {
      const signal = this.#solving.begin();
      this.#coming = { state, path: this.#askPath(space, state, signal), signal };
    }
    const asked = this.#coming;
    const { signal } = asked;
    const timer = setTimeout(() => signal.aborted || this.change({ solving: true }), LONG);
    try {
      const found = await asked.path;
      if (found !== null && this.view.space === space) this.change({ solution: found });
      return found;
    } catch (error) {
      if (!signal.aborted) this.#complain(error);
      return null;
    } finally {
      clearTimeout(timer);
      if (!signal.aborted) this.change({ solving: false });
      if (this.#coming === asked) this.#coming = null;
    }
  }

  async #askPath(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<SolutionPath | null> {
    const { from, steps } = await this.api.ask<SolutionAnswer>(apiPath(space.id, 'solution', { state }), signal);
    if (steps === null) return null;
    const states = [from, ...steps.map((step) => step.state)];
    return pathOf(
      states,
      steps.map(({ move }) => move),
      space,
    );
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
