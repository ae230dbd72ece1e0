/** The page's state and actions, of which this file opens places and explores spaces. The components draw everything from `view`. */

import { useEffect, useState } from 'preact/hooks';
import type { EstimatesAnswer, RandomAnswer, SpaceAnswer, SpacesAnswer } from '../../serve/answers.js';
import { AGAIN, apiPath, errorText, LostServer } from './api.js';
import {
  CHALLENGE_SPACE,
  followLink,
  isProjected,
  kept,
  type Place,
  shufflePath,
  spaceOfState,
  usualShuffle,
} from './browser.js';
import {
  beginningOf,
  exploreHere,
  offeredHere,
  openHere,
  titleOfWanted,
  type Wanted,
  warningAbout,
} from './exploring.js';
import { challengeState } from './game.js';
import { isExact } from './known-solutions.js';
import { Playing } from './playing.js';
import { type Entry, inLesson } from './shown-state.js';
import { type LessonPlace, type Play, playFrom, type View, withStep } from './view.js';

/** The place of an address that names nothing. */
const NOWHERE: Place = {
  ...{ space: null, state: null, moves: null, step: null },
  ...{ replay: null, challenge: null, lesson: null, play: null },
};

export class Explorer extends Playing {
  /* Opening a space: at the state in the address, along the solution of a link, or at a random state. */

  async start(): Promise<void> {
    const revealed = this.view.lesson !== null || kept('revealed') === 'yes';
    this.change({ hints: kept('hints') !== 'off', revealed, projected: isProjected() });
    const use = (answer: SpacesAnswer) => {
      this.#list(answer);
      const { space, state, play, lesson } = this.view;
      const here = { ...NOWHERE, space: space?.id ?? null, state, play, lesson };
      return this.follow(space === null ? this.address.place() : here, 'replace');
    };
    await this.loading.run((signal) => this.api.get<SpacesAnswer>('api/spaces', signal), use);
  }

  /** Lists spaces, and after them the boards that are listed only here, after they were named. */
  #list({ spaces, explores }: SpacesAnswer, board?: SpaceAnswer): void {
    const named = [...(this.view.spaces ?? []).filter(({ hasTable }) => !hasTable), ...(board ? [board] : [])];
    const others = named.filter(({ id }, at) => [...spaces, ...named.slice(0, at)].every((other) => other.id !== id));
    this.change({ spaces: [...spaces, ...others], explores: offeredHere(explores) });
  }

  chooseSpace(id: string): void {
    const space = this.view.spaces?.find((other) => other.id === id);
    if (space !== undefined) this.openAtRandom(space, 'push');
  }

  /** Opens the place that an address names. @param entry change of the browser's history if the address names a state */
  protected async follow(given: Place, entry: Entry): Promise<void> {
    const { spaces, explores } = this.view;
    if (spaces === null) return;
    const start = this.startOf(given.lesson);
    if (given.lesson !== this.view.lesson) {
      this.change(inLesson(start === undefined ? null : given.lesson, start?.setup));
    }
    const place = start === undefined || given.state !== null ? given : { ...given, ...start };
    const named = spaces.find((space) => space.id === place.space);
    if (named !== undefined) return this.#openPlace(named, place, entry);
    if (place.space !== null) {
      return this.explore({ id: place.space }, (space) => this.#openPlace(space, place, entry));
    }
    if (explores === null && spaces.length === 0) return this.change({ problem: 'This server offers no spaces.' });
    if (place.state === null) return this.#openFirst();
    const fitting = await spaceOfState(this.api, this.view, place.state);
    if (fitting !== null) return this.follow({ ...place, space: fitting }, entry);
    await this.#openFirst();
    this.change({ problem: `The address names no space, and none here has the state '${place.state.slice(0, 60)}'.` });
  }

  async #openPlace(space: SpaceAnswer, place: Place, entry: Entry): Promise<void> {
    const { challenge } = place;
    if (place.play !== null) await this.show(space, place.play, entry);
    else if (challenge !== null) {
      const choose = (signal: AbortSignal) => challengeState(this.api, space, challenge, signal);
      await this.#openChosen(space, entry, async (signal) => playFrom(await choose(signal), { challenge }));
    } else if (place.state === null) await this.openAtRandom(space, 'replace');
    else if (place.replay !== null || place.moves !== null) await this.#openLink(space, place.state, place);
    else await this.show(space, playFrom(place.state), entry);
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

  /** Shows a random state at the most common distance. */
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
    return this.follow({ ...NOWHERE, space: CHALLENGE_SPACE, challenge }, 'push');
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
    const ask = () => followLink(this.api, space, state, replay ?? moves ?? '', replay !== null);
    await this.choosing.run(ask, (path) => {
      const [start, ...states] = path.states;
      if (replay !== null) {
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
    if (lesson !== null) void this.follow({ ...NOWHERE, lesson }, 'push');
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
      const { spaces, explores } = this.view;
      const warning = agreed || explores === null ? null : await warningAbout(this.api, wanted, signal);
      this.say(warning ?? `${explores === null ? 'Opening' : 'Exploring'} ${exploring.title}.`);
      if (warning !== null) {
        const question = { text: warning, go: () => void this.explore(wanted, open, true) };
        this.change({ exploring: { ...exploring, question } });
        return null;
      }
      const space = await (explores === null
        ? openHere(this.api, wanted, signal, spaces?.[0]?.title)
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
export type RequestState<T> = ReturnType<typeof useAnswer<T>>;

/**
 * Requests an answer, and again after the server was lost and found.
 * @param path path of the request; null for none
 * @param turn a new number repeats the request
 */
export function useAnswer<T>(explorer: Explorer, path: string | null, turn = 0) {
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
    /** Last answer to the same request; null until one has arrived. */
    answer: same?.answer ?? null,
    /** Reason why there is no answer. */
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
