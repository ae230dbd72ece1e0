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
import { readTiles, slideBy } from '../states/tiles.js';
import { AGAIN, apiPath, errorText, Latest, LONG, LostServer, newApi, RefusedError } from './api.js';
import {
  followLink,
  keepHints,
  keptHints,
  type Place,
  queryText,
  shufflePath,
  usualShuffle,
  watchAddress,
} from './browser.js';
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
  /** Called after each change. */
  onChange: (view: View) => void = () => {};
  readonly api = newApi((lost) => this.#onConnection(lost));
  readonly #address = watchAddress((place) => void this.#follow(place, 'keep'));
  readonly #loading = new Latest();
  readonly #requesting = new Latest();
  readonly #solving = new Latest();
  /** Choices of a state that has not arrived. The next change of state aborts them. */
  readonly #choosing = new Latest();
  /** The requested solution of the state shown; true when it has arrived. */
  #coming: Promise<boolean> | null = null;
  #nextStep: ReturnType<typeof setTimeout> | undefined;

  change(changes: Partial<View>): void {
    this.view = { ...this.view, ...changes };
    this.onChange(this.view);
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
    const use = ({ spaces }: SpacesAnswer) => {
      this.change({ spaces });
      const { space, state, play } = this.view;
      const here = { space: space?.id ?? null, state, play, moves: null, step: null };
      return this.#follow(space === null ? this.#address.place() : here, 'replace');
    };
    await this.#loading.run((signal) => this.api.get<SpacesAnswer>('api/spaces', signal), use, this.#complain);
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
      await this.#show(space, place.play, entry);
    } else if (place.state === null) {
      await this.#openAtRandom(space, 'replace');
    } else if (place.moves === null) {
      await this.#show(space, playFrom(place.state), entry);
    } else {
      await this.#openLink(space, place.state, place.moves, place.step);
    }
  }

  /** Shows a random state at the most common distance, and the goal until that state arrives. */
  async #openAtRandom(space: SpaceAnswer, entry: Entry): Promise<void> {
    const placed = this.#show(space, playFrom(space.goal), entry, { opening: true });
    const choose = async (signal: AbortSignal) => {
      await placed;
      const amount = usualShuffle(space, this.view.distribution);
      return amount === null || signal.aborted ? null : this.api.get<RandomAnswer>(shufflePath(space, amount));
    };
    const use = (answer: RandomAnswer | null) =>
      this.#show(space, playFrom(answer?.states[0] ?? space.goal), 'replace');
    await this.#choosing.run(choose, use, (error) => {
      use(null);
      this.#complain(error);
    });
  }

  async #openLink(space: SpaceAnswer, state: string, moves: string, step: string | null): Promise<void> {
    this.#show(space, playFrom(state), 'replace');
    const use = (path: SolutionPath) => {
      const at = /^\d{1,6}$/.test(step ?? '') ? Math.min(Number(step), path.moves.length) : 0;
      this.change({ solution: path });
      return this.#show(space, path.states.slice(1, at + 1).reduce(withStep, playFrom(path.states[0])), 'replace');
    };
    await this.#choosing.run(() => followLink(this.api, space, state, moves), use, this.#complain);
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
    if (this.view.space !== null) this.#show(this.view.space, playFrom(state), 'push');
  }

  /**
   * Shows a state that the reader has typed, if it is valid.
   * @returns the problem with the text; null if there is none, or if another state was chosen meanwhile
   */
  async setUpTyped(text: string): Promise<string | null> {
    const { space } = this.view;
    if (space === null) return null;
    this.#endChoosing();
    const signal = this.#requesting.begin();
    try {
      const answer = await this.#requestDistance(space, text, signal);
      if (!signal.aborted) this.#show(space, playFrom(answer.state), 'push', { distance: answer.distance, answer });
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
    const use = ({ states }: RandomAnswer) => {
      if (states.length > 0) this.setUp(states[0]);
      else this.change({ problem: `No ${wordsFor(space).states} are known at distance ${amount}.` });
    };
    await this.#choosing.run(() => this.api.get<RandomAnswer>(shufflePath(space, amount)), use, this.#complain);
  }

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
    const play = change(view.play);
    if (view.space === null || play === view.play) return;
    const state = playedState(play);
    const move = settled(view)?.moves.find((other) => other.state === state);
    const path = view.solution;
    const distance = move === undefined ? path?.distances[path.states.indexOf(state)] : move.distance;
    this.#show(view.space, play, 'replace', { distance, playing });
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
  async #show(space: SpaceAnswer, play: Play, entry: Entry, known: Known = {}): Promise<void> {
    this.#endSolving();
    this.#choosing.abort();
    const before = this.view;
    const same = space.id === before.space?.id;
    const { distribution, answer, solution, chosenDepth } = same ? before : FIRST_VIEW;
    const began = same && play.start === before.play.start;
    const state = playedState(play);
    this.change({
      ...{ space, play, state, distribution, solution, chosenDepth },
      ...{ problem: null, computing: null, hinted: false },
      ...{ shortest: began ? before.shortest : null, answer: known.answer ?? answer, distance: known.distance },
      ...{ playing: known.playing ?? false, opening: known.opening ?? false, editing: same && before.editing },
    });
    if (entry !== 'keep') this.#address[entry](queryText(space.id, state, space.board !== null), play);
    if (known.answer !== undefined) this.#settle(space, known.answer);
    else if (known.opening) this.#requesting.abort();
    else this.#requestAround(space, state);
    // Its maximum depth is unknown only if the whole distribution is.
    if (distribution === null && space.maxDepth !== null) await this.#requestDistribution(space);
  }

  /** Requests the distance of the state shown. */
  compute(): void {
    const { space, state } = this.view;
    if (space === null) return;
    this.change({ computing: null });
    this.#requestAround(space, state);
  }

  stopComputing(): void {
    this.#requesting.abort();
    this.change({ computing: 'stopped' });
  }

  /** Aborts the choice of a state that has not arrived: the state shown stays, even if it was shown only until then. */
  #endChoosing(): void {
    this.#choosing.abort();
    if (!this.view.opening) return;
    this.change({ opening: false });
    this.compute();
  }

  async #requestAround(space: SpaceAnswer, state: string): Promise<void> {
    const ask = (signal: AbortSignal) => this.#requestDistance(space, state, signal);
    const settle = (answer: DistanceAnswer) => this.#settle(space, answer);
    await this.#requesting.run(ask, settle, (error) => {
      // The address may hold any text.
      const wrong = error instanceof RefusedError && error.status === 400;
      if (wrong && state !== space.goal) this.#show(space, playFrom(space.goal), 'replace');
      else if (!(error instanceof LostServer)) this.change({ computing: 'stopped' });
      this.#complain(error);
    });
  }

  /** Applies an answer about the state shown, which the address may have written differently. */
  #settle(space: SpaceAnswer, answer: DistanceAnswer): void {
    const { view } = this;
    const { state, distance } = answer;
    const play = view.play.made.length === 0 ? { ...view.play, start: state } : view.play;
    this.change({ state, play, distance, answer, computing: null });
    if (state !== view.state) this.#address.replace(queryText(space.id, state, space.board !== null), play);
    if (state === play.start) this.change({ shortest: distance });
    else if (distance === 0 && !space.directed && view.shortest === null) this.#requestShortest(space, play.start);
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
  async #requestShortest(space: SpaceAnswer, start: string): Promise<void> {
    try {
      const { distance } = await this.api.get<DistanceAnswer>(apiPath(space.id, 'distance', { state: start }));
      if (this.view.space === space && this.view.play.start === start) this.change({ shortest: distance });
    } catch (error) {
      this.#complain(error);
    }
  }

  async #requestDistribution(space: SpaceAnswer): Promise<void> {
    const ask = (signal: AbortSignal) => this.api.get<DistributionAnswer>(apiPath(space.id, 'distribution'), signal);
    await this.#loading.run(ask, (distribution) => this.change({ distribution }), this.#complain);
  }

  /**
   * Requests the distances of a state and of its neighbours. A table answers immediately. A search can take long: the page then shows that
   * it is computing, until the answer arrives or the reader stops it.
   * @throws as Api.get
   */
  async #requestDistance(space: SpaceAnswer, state: string, signal: AbortSignal): Promise<DistanceAnswer> {
    const timer = setTimeout(() => signal.aborted || this.change({ computing: 'now' }), LONG);
    try {
      return await this.api.get<DistanceAnswer>(apiPath(space.id, 'distance', { state }), signal);
    } catch (error) {
      if (!signal.aborted) this.change({ computing: null });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /* Playing the solution. */

  /**
   * Goes to a step, after requesting the solution if it is not open.
   * @returns false if the step was not reached, for example because another state was chosen before the solution arrived
   */
  async goTo(to: StepChoice, playing = false): Promise<boolean> {
    if (solutionHere(this.view) === null) this.#coming ??= this.#requestSolution();
    const isKnown = (await this.#coming) !== false;
    // Another press may have waited for the same path: this one begins at the state that the other has reached.
    const path = isKnown ? solutionHere(this.view) : null;
    // The reader may have paused meanwhile.
    if (playing && !this.view.playing) return false;
    if (path === null) {
      this.change({ playing: false });
      return false;
    }
    const now = path.states.indexOf(this.view.state);
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
      this.#endSolving();
      return this.change({ playing: false });
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

  /** Requests a solution of the state shown. @returns true if it has arrived */
  async #requestSolution(): Promise<boolean> {
    const { state, space } = this.view;
    if (space === null) return false;
    let isFound = false;
    const ask = (signal: AbortSignal) => this.api.get<SolutionAnswer>(apiPath(space.id, 'solution', { state }), signal);
    const use = ({ from, steps }: SolutionAnswer) => {
      isFound = steps !== null;
      this.change({ solving: false, ...(steps && { solution: pathOf(from, steps, space) }) });
    };
    const timer = setTimeout(() => this.change({ solving: true }), LONG);
    await this.#solving.run(ask, use, (error) => {
      this.#endSolving();
      this.#complain(error);
    });
    clearTimeout(timer);
    return isFound;
  }

  #endSolving(): void {
    this.#solving.abort();
    this.#coming = null;
    this.change({ solving: false });
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
    explorer.onChange = setView;
  }, [explorer]);
  return view;
}

/** The server's answer to a request that can change. The answer to an earlier request is never shown for a later one. */
export interface RequestState<T> {
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
export function useAnswer<T>(explorer: Explorer, path: string | null, turn = 0): RequestState<T> {
  const { recoveries } = explorer.view;
  const [came, setCame] = useState<{ path: string; turn: number; answer: T | null; problem: string | null }>();
  useEffect(() => {
    if (path === null) return;
    const requesting = new AbortController();
    const take = (answer: T | null, problem: string | null) => {
      if (!requesting.signal.aborted) setCame({ path, turn, answer, problem });
    };
    explorer.api.get<T>(path, requesting.signal).then(
      (answer) => take(answer, null),
      (error) => error instanceof LostServer || take(null, errorText(error)),
    );
    return () => requesting.abort();
  }, [explorer, path, turn, recoveries]);
  const same = came?.path === path ? came : undefined;
  return {
    answer: same?.answer ?? null,
    problem: same?.problem ?? null,
    waiting: path !== null && same?.turn !== turn,
  };
}

/** Requests the estimates of a state, again and again while pattern databases are being built. @param state empty or null for none */
export function useEstimates(
  explorer: Explorer,
  { id }: SpaceAnswer,
  state: string | null,
): RequestState<EstimatesAnswer> {
  const [turn, setTurn] = useState(0);
  const request = useAnswer<EstimatesAnswer>(explorer, state ? apiPath(id, 'estimates', { state }) : null, turn);
  const { answer, waiting } = request;
  useEffect(() => {
    if (answer === null || waiting || answer.estimates.every(({ value }) => value !== null)) return;
    const timer = setTimeout(() => setTurn(turn + 1), AGAIN);
    return () => clearTimeout(timer);
  }, [answer, waiting, turn]);
  return request;
}
