/**
 * The state shown, and what is known of it. Every change of the state is made by `show`: it updates the address, and requests the distances
 * of the state and its neighbours. An answer is used only if no later request was made.
 */

import type { DistanceAnswer, DistributionAnswer, SolutionLine, SpaceAnswer } from '../../serve/answers.js';
import {
  AGAIN,
  type Api,
  apiPath,
  errorText,
  Latest,
  LONG,
  LostServer,
  newApi,
  RefusedError,
  type Send,
} from './api.js';
import { kept, type Place, placeText, watchAddress } from './browser.js';
import { sinceMove } from './game.js';
import {
  continued,
  isExact,
  isProved,
  type KnownSolution,
  KnownSolutions,
  knownInPlay,
  pathOfMoves,
} from './known-solutions.js';
import {
  FIRST_VIEW,
  type LessonPlace,
  type LessonStart,
  NO_LESSON,
  type Play,
  playedState,
  solutionHere,
  type View,
} from './view.js';
import { wordsFor } from './words.js';

/** A change of the address and of the browser's history. */
export type Entry = 'push' | 'replace' | 'keep';

/** Status of a server that has no thread for a search. */
const BUSY = 429;

export abstract class ShownState {
  view = FIRST_VIEW;
  /** Called after each change. */
  onChange: (view: View) => void = () => {};
  readonly api: Api;
  /** Shows a problem, except for a lost server, which has its own notice. */
  protected readonly complain = (error: unknown): void => {
    if (!(error instanceof LostServer)) this.change({ problem: errorText(error) });
  };
  protected readonly startOf: (lesson: LessonPlace | null) => LessonStart | undefined;
  protected readonly address = watchAddress((place) => void this.follow(place, 'keep'));
  protected readonly loading = new Latest(this.complain);
  protected readonly requesting = new Latest(this.complain);
  protected readonly solving = new Latest(this.complain);
  protected readonly improving = new Latest(this.complain);
  /** Choices of a state that has not arrived. The next change of state aborts them. */
  protected readonly choosing = new Latest(this.complain);
  protected readonly exploring = new Latest(this.complain);
  protected readonly known = new KnownSolutions();
  /** Called when something is known of the state shown. */
  protected onKnown = () => {};
  /** The requested solution of the state shown; true when it has arrived. */
  protected coming: Promise<boolean> | null = null;

  /** @param startOf returns the place at which a step of a lesson begins */
  constructor(send: Send, startOf: (lesson: LessonPlace | null) => LessonStart | undefined) {
    this.api = newApi((lost) => this.onConnection(lost), send);
    this.startOf = startOf;
    addEventListener('pagehide', () => this.#keepTime());
  }

  /** Opens the place that an address names. @param entry change of the browser's history if the address names a state */
  protected abstract follow(place: Place, entry: Entry): Promise<void>;
  /** Shows a random state at the usual distance of a shuffle. */
  protected abstract openAtRandom(space: SpaceAnswer, entry: Entry): Promise<void>;
  /** Called when the server is lost, and when it is back. */
  protected abstract onConnection(lost: boolean): void;

  change(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes };
    this.onChange(this.view);
  }

  /** Has a screen reader read out a text. */
  say(text: string): void {
    this.change({ said: { text } });
  }

  protected writeAddress(entry: Exclude<Entry, 'keep'> = 'replace'): void {
    const { space, play } = this.view;
    if (space !== null) this.address[entry](placeText(space, this.view), play);
  }

  /** Adds the time since the last move to the game shown, before it is left. */
  #keepTime(): void {
    const { play, movedAt } = this.view;
    if (movedAt === null) return;
    this.change({ play: { ...play, time: play.time + sinceMove(this.view, performance.now()) }, movedAt: null });
    this.writeAddress();
  }

  /** Shows a state. @param facts what is known without a request @returns a promise that resolves when the distribution has arrived or is known to be missing */
  protected async show(space: SpaceAnswer, play: Play, entry: Entry, facts: Partial<View> = {}): Promise<void> {
    if (entry === 'push') this.#keepTime();
    this.endSolving();
    for (const latest of [this.choosing, this.exploring, this.improving]) latest.abort();
    const before = this.view;
    const same = space.id === before.space?.id;
    const { distribution, answer, solution, chosenDepth } = same ? before : FIRST_VIEW;
    const began = same && play.start === before.play.start;
    const state = playedState(play);
    if (!same) this.known.clear();
    // A lesson stays in its space.
    const ends = before.lesson !== null && this.startOf(before.lesson)?.space !== space.id;
    const find = (at: string) => this.known.find(at, same ? before.known : null);
    const solved = facts.opening ? null : knownInPlay(space, play, find);
    const shortest = solved !== null && isProved(solved) ? solved.path.moves.length : undefined;
    this.change({
      ...{ space, play, state, distribution, answer, solution, chosenDepth, known: null },
      ...{ problem: null, computing: null, hinted: false, exploring: null },
      ...{ playing: false, opening: false, movedAt: null, editing: same && before.editing },
      shortest: began ? before.shortest : null,
      ...(before.peeked && !play.helped && before.lesson === null && { revealed: false, peeked: false }),
      ...facts,
      distance: facts.distance === undefined ? shortest : facts.distance,
      ...(ends && inLesson(null)),
    });
    if (entry !== 'keep') this.writeAddress(entry);
    if (solved !== null) this.#learn(solved);
    if (facts.opening) this.requesting.abort();
    else this.compute();
    // Its maximum depth is unknown only if the whole distribution is.
    if (distribution !== null || space.maxDepth === null) return;
    const ask = (signal: AbortSignal) => this.api.get<DistributionAnswer>(apiPath(space.id, 'distribution'), signal);
    await this.loading.run(ask, (distribution) => this.change({ distribution }));
  }

  /** Requests the distances of the state shown and of its neighbours. The page shows if that takes long, until the reader stops it. */
  compute(): void {
    const { space, state } = this.view;
    if (space === null) return;
    this.change({ computing: null });
    if (!isExact(space)) return void this.improve(space, state);
    const ask = async (signal: AbortSignal) => {
      // A table answers immediately, but a search can take long.
      const timer = setTimeout(() => {
        this.change({ computing: 'now' });
        if (!space.hasTable) void this.improve(space, state);
      }, LONG);
      const asked = this.api.get<DistanceAnswer>(apiPath(space.id, 'distance', { state }), signal);
      return asked.finally(() => clearTimeout(timer));
    };
    const settle = (answer: DistanceAnswer) => this.#settle(space, answer);
    void this.requesting.run(ask, settle, (error) => {
      this.change({ computing: null });
      return this.#explain(space, state, error);
    });
  }

  stopComputing(): void {
    this.requesting.abort();
    this.improving.abort();
    this.change({ computing: 'stopped' });
  }

  protected endSolving(): void {
    this.solving.abort();
    this.onKnown();
    this.coming = null;
    this.change({ solving: false });
  }

  /** Shows why there is no answer about the state shown. */
  async #explain(space: SpaceAnswer, state: string, error: unknown): Promise<void> {
    // The address may hold any text.
    const wrong = error instanceof RefusedError && error.status === 400;
    if (wrong && state !== space.goal) await this.openAtRandom(space, 'replace');
    else if (!(error instanceof LostServer)) this.change({ computing: 'stopped' });
    this.complain(error);
  }

  /** Applies changes that an answer tells of its state, which is the one shown, perhaps written differently by the address. */
  #apply(state: string, changes: Partial<View>): void {
    const { play, state: before } = this.view;
    this.change({ ...changes, state, play: play.made.length === 0 ? { ...play, start: state } : play });
    if (state !== before) this.writeAddress();
  }

  #settle(space: SpaceAnswer, answer: DistanceAnswer): void {
    const { state, distance } = answer;
    this.improving.abort();
    this.#apply(state, { distance, answer, computing: null });
    const { play, shortest } = this.view;
    if (state === play.start) this.change({ shortest: distance });
    else if (distance === 0 && !space.directed && shortest === null) this.#requestShortest(space, play.start);
    const path = solutionHere(this.view);
    if (path !== null && path.distances[path.states.indexOf(state)] !== distance) {
      const problem = `The moves of the link are not a shortest solution: showing only the ${wordsFor(space).state}.`;
      this.change({ solution: null, playing: false, problem });
    }
  }

  /** Requests the distance of a play's start if the play ended before the server had answered. */
  #requestShortest(space: SpaceAnswer, start: string): void {
    this.api.get<DistanceAnswer>(apiPath(space.id, 'distance', { state: start })).then(({ distance }) => {
      if (this.view.space === space && this.view.play.start === start) this.change({ shortest: distance });
    }, this.complain);
  }

  /* The best known solution of a state without a table. It gets better until it is proved, or the search ends. */

  /** Returns the best known solution of a state without a table. */
  knownOf(state: string): KnownSolution | undefined {
    return this.known.find(state);
  }

  /** Has the solution of the state shown improved, unless that cannot be, or the solution plays. */
  protected async improve(space: SpaceAnswer, state: string): Promise<void> {
    const { known, playing } = this.view;
    if (playing || (known !== null && isProved(known))) return;
    if (!isExact(space)) this.change({ computing: 'now' });
    const path = apiPath(space.id, 'solutions');
    const ask = async (signal: AbortSignal): Promise<void> => {
      const onLine = (line: SolutionLine) => signal.aborted || this.#receive(space, line);
      // A reader who plays on needs no better solution.
      if (known !== null) await elapse(LONG);
      while (!signal.aborted) {
        try {
          return await this.api.lines<SolutionLine>(path, { state }, signal, onLine);
        } catch (error) {
          if (!(error instanceof RefusedError && error.status === BUSY)) throw error;
          await elapse(AGAIN);
        }
      }
    };
    const end = () => {
      if (!isExact(space) && this.view.distance === undefined) this.change({ computing: 'stopped' });
    };
    await this.improving.run(ask, end, (error) => this.#explain(space, state, error));
  }

  #receive({ board }: SpaceAnswer, { state, moves, bound }: SolutionLine): void {
    if (this.view.answer?.state === state || board === null) return;
    this.#apply(state, {});
    if (moves !== null) this.#learn({ path: pathOfMoves(board, state, moves), bound });
    else {
      this.change({ distance: null, computing: null });
      this.onKnown();
    }
  }

  /** Shows and remembers a solution of the state shown, if it or its bound is better than what was known. */
  #learn(found: KnownSolution): void {
    const { view } = this;
    const { state, play } = view;
    const known = this.known.add(found, view.known);
    const open = solutionHere(view);
    this.change({ known, ...(open !== null && !view.playing && { solution: continued(open, known) }) });
    if (isProved(known)) {
      const { length } = known.path.moves;
      this.improving.abort();
      this.change({ distance: length, computing: null, ...(state === play.start && { shortest: length }) });
    }
    this.onKnown();
  }

  /** Applies a bound that another search has proved, of the state shown or of another one. */
  raiseBound(state: string, bound: number): void {
    const { known } = this.view;
    const isHigher = this.known.raise(state, bound);
    if (isHigher && known !== null && state === this.view.state && bound > known.bound) this.#learn(known);
  }
}

function elapse(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Returns what changes when a step of a lesson begins, which shows the distance; or, without a step, when a lesson ends. */
export function inLesson(lesson: LessonPlace | null, setup: LessonStart['setup'] = {}): Partial<View> {
  return { ...NO_LESSON, ...setup, lesson, revealed: lesson !== null || kept('revealed') === 'yes' };
}
