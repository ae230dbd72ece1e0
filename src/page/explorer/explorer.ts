/**
 * What a reader does: opens places, explores spaces, sets up states, makes moves, and plays the solution, or a game that is over. The
 * components draw everything from `view`.
 */

import { excerpt } from '../../base/text.js';
import type { RandomAnswer, SolutionAnswer, SpaceAnswer, SpacesAnswer } from '../../serve/answers.js';
import type { Direction } from '../../spaces/board/board.js';
import { slid } from '../../spaces/board/moves.js';
import { formatPosition } from '../../spaces/board/position.js';
import { readTiles, slideBy } from '../states/tiles.js';
import { apiPath, errorText, LONG, LostServer } from './api.js';
import {
  asWritten,
  CHALLENGE_SPACE,
  followLink,
  keep,
  kept,
  type Place,
  PROJECTOR,
  shufflePath,
  spaceOfState,
  usualShuffle,
} from './browser.js';
import { beginningOf, exploreHere, openHere, titleOfWanted, type Wanted, warningAbout } from './exploring.js';
import { challengeState, countBegun, sinceMove, timed } from './game.js';
import { isExact, isProved, pathOf, type SolutionPath } from './known-solutions.js';
import { type Entry, inLesson, ShownState } from './shown-state.js';
import {
  bestMoves,
  canHint,
  gameOf,
  type LessonPlace,
  type Play,
  playedState,
  playFrom,
  settled,
  solutionHere,
  type View,
  veiled,
  withMoment,
  withMove,
  withStep,
} from './view.js';
import { wordsFor } from './words.js';

/** Chooses a step of the solution, given the current one and the last one. */
export type StepChoice = (at: number, last: number) => number;

export class Explorer extends ShownState {
  #nextStep: ReturnType<typeof setTimeout> | undefined;

  /* Opening a space: at the state in the address, along the solution of a link, or at a random state. */

  async start(): Promise<void> {
    const revealed = this.view.lesson !== null || kept('revealed') === 'yes';
    const projected = this.address.place().view === PROJECTOR;
    this.change({ hints: kept('hints') !== 'off', revealed, projected });
    const use = (answer: SpacesAnswer) => {
      this.#list(answer);
      const { space, state, play, lesson } = this.view;
      return this.follow(space === null ? this.address.place() : { space: space.id, state, play, lesson }, 'replace');
    };
    await this.loading.run((signal) => this.api.get<SpacesAnswer>('api/spaces', signal), use);
  }

  /** Lists spaces, and after them the boards that are listed only here, after they were named. */
  #list({ spaces, explores }: SpacesAnswer, board?: SpaceAnswer): void {
    const named = [...(this.view.spaces ?? []).filter(({ hasTable }) => !hasTable), ...(board ? [board] : [])];
    const all = [...spaces, ...named];
    const listed = all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
    this.change({ spaces: listed, explores });
  }

  chooseSpace(id: string): void {
    const space = this.view.spaces?.find((other) => other.id === id);
    if (space !== undefined) this.openAtRandom(space, 'push');
  }

  /** Opens the place that an address names. @param entry change of the browser's history if the address names a state */
  protected async follow(given: Place, entry: Entry): Promise<void> {
    const { spaces, explores } = this.view;
    if (spaces === null) return;
    const { lesson = null } = given;
    const start = this.startOf(lesson);
    if (lesson !== this.view.lesson) this.change(inLesson(start === undefined ? null : lesson, start?.setup));
    const place = given.state === undefined ? { ...given, ...start } : given;
    const { state, space = state === undefined ? undefined : spaceOfState(this.view, state) } = place;
    const named = spaces.find(({ id }) => id === space);
    if (named !== undefined) return this.#openPlace(named, place, entry);
    if (space !== undefined) return this.explore({ id: space }, (found) => this.#openPlace(found, place, entry));
    if (explores === null && spaces.length === 0) return this.change({ problem: 'This server offers no spaces.' });
    await this.#openFirst();
    if (state === undefined) return;
    this.change({ problem: `The address names no space, and none here has the state '${excerpt(state, 60)}'.` });
  }

  async #openPlace(space: SpaceAnswer, place: Place, entry: Entry): Promise<void> {
    const { play, challenge } = place;
    // An address may separate tiles by commas.
    const tiles = space.board && readTiles(place.state ?? '', space.board);
    const state = tiles ? formatPosition(tiles) : place.state;
    // The clock of a game goes on.
    const movedAt = play?.counted === 'begun' && !play.helped ? performance.now() : null;
    if (play) await this.show(space, play, entry, { movedAt });
    else if (challenge !== undefined) {
      const choose = (signal: AbortSignal) => challengeState(this.api, space, challenge, signal);
      await this.#openChosen(space, entry, async (signal) => playFrom(await choose(signal), { challenge }));
    } else if (state === undefined) await this.openAtRandom(space, 'replace');
    else if (place.replay !== undefined || place.moves !== undefined) await this.#openLink(space, state, place);
    else await this.show(space, playFrom(state), entry);
  }

  /** Opens the first space that is offered, or else the first. @param wanted what was explored in vain, which is not explored again */
  async #openFirst(wanted?: Wanted): Promise<void> {
    const { spaces, explores } = this.view;
    const offered = explores?.offered.find(({ space }) => wanted === undefined || titleOfWanted(wanted) !== space);
    const open = (space: SpaceAnswer) => this.openAtRandom(space, 'replace');
    const space = spaces?.find(({ id }) => offered === undefined || id === offered.id);
    if (space !== undefined) await open(space);
    else if (offered !== undefined) await this.explore({ space: offered.space }, open);
  }

  /** Shows a random state at the usual distance of a shuffle. */
  protected openAtRandom(space: SpaceAnswer, entry: Entry): Promise<void> {
    return this.#openChosen(space, entry, async (signal, placed) => {
      await placed;
      const amount = usualShuffle(space, this.view.distribution);
      if (signal.aborted || (space.hasTable && amount === null)) return null;
      const { states } = await this.api.get<RandomAnswer>(shufflePath(space, amount), signal);
      return states.length === 0 ? null : playFrom(states[0]);
    });
  }

  /** Opens the challenge of a date, such as 2026-11-27, as a game. */
  openChallenge(challenge: string): Promise<void> {
    return this.follow({ space: CHALLENGE_SPACE, challenge }, 'push');
  }

  /** Shows a state that takes a while to choose, and the goal until it arrives, or if there is none. */
  async #openChosen(
    space: SpaceAnswer,
    entry: Entry,
    choose: (signal: AbortSignal, placed: Promise<void>) => Promise<Play | null>,
  ): Promise<void> {
    const placed = this.show(space, playFrom(space.goal), entry, { opening: true });
    const use = (play: Play | null) => this.show(space, play ?? playFrom(space.goal), 'replace');
    const fail = (error: unknown) => {
      use(null);
      this.complain(error);
    };
    await this.choosing.run((signal) => choose(signal, placed), use, fail);
  }

  /** Opens the solution of a link at its step; or its game at the start, and plays it. */
  async #openLink(space: SpaceAnswer, state: string, { moves, step, replay }: Place): Promise<void> {
    this.show(space, playFrom(state), 'replace');
    const isGame = replay !== undefined;
    const ask = (signal: AbortSignal) => followLink(this.api, space, state, replay ?? moves ?? '', isGame, signal);
    await this.choosing.run(ask, (path) => {
      const [start, ...states] = path.states;
      if (isGame) {
        this.show(space, playFrom(start, { undone: states.reverse(), counted: 'over' }), 'replace');
        if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.togglePlaying();
        return;
      }
      const at = /^\d{1,6}$/.test(step ?? '') ? Number(step) : 0;
      this.change({ solution: path });
      if (path.states.at(-1) === space.goal && !isExact(space)) this.known.add({ path, bound: 0 });
      return this.show(space, states.slice(0, at).reduce(withStep, playFrom(start)), 'replace');
    });
  }

  /** Begins a step of a lesson; or, if null, ends the lesson. */
  openLesson(lesson: LessonPlace | null): void {
    if (lesson !== null) void this.follow({ lesson }, 'push');
    else {
      this.change(inLesson(null));
      this.writeAddress();
    }
  }

  /** Shows the page as for a projector, or as usual. */
  project(projected: boolean): void {
    this.change({ projected });
    this.writeAddress();
  }

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
    let problem: string | null = null;
    const ask = (signal: AbortSignal) => asWritten(this.api, space, text, signal);
    const use = (state: string) => this.setUp(state);
    await this.choosing.run(ask, use, (error) => {
      if (error instanceof LostServer) return;
      problem = errorText(error);
      this.say(problem);
    });
    return problem;
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

  /** Shows or hides the distance and everything that gives it away, now and at the next visit; shows it during a game until the next one. */
  reveal(revealed: boolean): void {
    const { view } = this;
    const peeked = revealed && view.play.made.length > 0;
    if (!peeked) keep('revealed', revealed ? 'yes' : 'no');
    if (revealed && gameOf(view) === null) {
      this.note({ helped: true, time: view.play.time + sinceMove(view, performance.now()) });
    }
    this.change({ revealed, peeked, hinted: false, movedAt: null });
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
    if (canHint(veiled(this.view)) && !isMarked) this.change({ hinted: true });
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
      const { known } = this.view;
      if (isExact(space) && (known === null || !isProved(known))) {
        const { from, steps } = await this.api.get<SolutionAnswer>(apiPath(space.id, 'solution', { state }), signal);
        return steps && pathOf(from, steps, space);
      }
      if (known === null) {
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

  /* Explorations, on pages that offer them: the layers of a space appear as they are found, and then the space opens. Boards without a
  table open on every page. */

  /**
   * Explores a space and opens it. Asks first if the space is large, or a module.
   * @param open shows the space, by default at a random state
   * @param agreed true if the reader has seen what it takes
   */
  async explore(
    wanted: Wanted,
    open = (space: SpaceAnswer) => this.openAtRandom(space, 'push'),
    agreed = false,
  ): Promise<void> {
    this.endSolving();
    this.endChoosing();
    this.requesting.abort();
    this.improving.abort();
    const exploring = beginningOf(wanted, this.view.explores);
    this.change({ playing: false, problem: null, exploring });
    const request = async (signal: AbortSignal) => {
      const { explores } = this.view;
      const warning = agreed || explores === null ? null : await warningAbout(this.api, wanted, signal);
      this.say(warning ?? `${explores === null ? 'Opening' : 'Exploring'} ${exploring.title}.`);
      if (warning !== null) {
        const question = { text: warning, go: () => void this.explore(wanted, open, true) };
        this.change({ exploring: { ...exploring, question } });
        return null;
      }
      const space = await (explores === null
        ? openHere(this.api, wanted, signal)
        : exploreHere(this.api, wanted, exploring, signal, (now) => this.change({ exploring: now })));
      // Others may have been dropped to make room.
      this.#list(await this.api.get<SpacesAnswer>('api/spaces', signal), space.hasTable ? undefined : space);
      return space;
    };
    const use = (space: SpaceAnswer | null) => {
      if (space === null) return;
      this.say(`${space.title} is open.`);
      return open(space);
    };
    await this.exploring.run(request, use, (error) => this.#leave(wanted, error));
  }

  /** Ends an exploration, or the question before it. */
  cancelExploring(): void {
    this.exploring.abort();
    this.say('Cancelled.');
    this.#leave();
  }

  /** Returns to the space shown before; if there is none, or it cannot be explored again, to the first. */
  async #leave(wanted?: Wanted, error?: unknown): Promise<void> {
    const { space } = this.view;
    this.change({ exploring: null });
    const isGone = space === null || (wanted !== undefined && titleOfWanted(wanted) === space.id);
    await (isGone ? this.#openFirst(wanted) : this.start());
    if (error !== undefined) this.complain(error);
  }

  protected onConnection(lost: boolean): void {
    const { recoveries } = this.view;
    this.change(lost ? { lost, playing: false } : { lost, recoveries: recoveries + 1 });
    // It may be another server, with other spaces.
    if (!lost) this.start();
  }
}

export interface PanelProps {
  readonly explorer: Explorer;
  readonly view: View;
  readonly space: SpaceAnswer;
}
