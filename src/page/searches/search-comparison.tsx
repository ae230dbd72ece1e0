/** A comparison of the searches that need no table: they start from the state shown, and race. */

import { Pause, Play, RotateCcw } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf, grouped } from '../../base/text.js';
import type { ComparedSearch, ComparisonLine, SpaceAnswer } from '../../serve/answers.js';
import { apiPath, errorText, LostServer } from '../explorer/api.js';
import { comeIntoView, scrolling } from '../explorer/browser.js';
import type { Explorer, PanelProps } from '../explorer/explorer.js';
import type { LessonPlace } from '../explorer/view.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { Card, PushButton } from '../play/controls.js';
import { Player } from '../play/player.js';
import {
  ALGORITHM_TITLES,
  endAt,
  endedBy,
  endText,
  hasResult,
  heuristicTitle,
  isOver,
  lengthOf,
  momentsOf,
  newRace,
  nodesText,
  outcomeText,
  type Race,
  receive,
  searchTitle,
  spanOf,
  winnersOf,
  winnerText,
} from './playback.js';
import { WatchedCharts } from './watched-chart.js';

export function SearchComparison({ explorer, view, space }: PanelProps) {
  const { path, state, unreachable } = wordsFor(space);
  const { searches } = space;
  const usual =
    view.compared ?? searches.map(({ algorithm, heuristics: [heuristic = null] }) => ({ algorithm, heuristic }));
  const [chosen, setChosen] = useState(usual);
  const [choosing, setChoosing] = useState(true);
  useEffect(() => {
    setChosen(usual);
    setChoosing(view.compared === null);
  }, [view.compared]);
  const card = useRef<HTMLElement>(null);
  const player = useRace(explorer, space.id, view.lesson);
  const { race } = player;
  // In a lesson, the lanes are there before the race begins.
  const lanes = race ?? (view.compared && { ...newRace(view.state, view.compared), running: false });
  const running = race?.running;
  const isSolvable = view.distance !== null;
  if (searches.length === 0) return null;
  const start = () => {
    setChoosing(false);
    player.start(view.state, chosen);
    // What opens is below the button, which can be at the end of the screen. In a lesson, both are in view.
    const show = () => card.current?.scrollIntoView({ block: 'start', behavior: scrolling() });
    if (view.lesson === null) requestAnimationFrame(show);
  };
  const button = (
    <PushButton
      class={running ? 'steady' : 'main steady'}
      off={!running && (!isSolvable || chosen.length === 0 || view.opening)}
      onPush={running ? player.stop : start}
    >
      {running ? 'Stop' : race === null ? 'Start' : 'Start again'}
    </PushButton>
  );
  return (
    <Card of="comparison" title="Compare search algorithms" class="comparison" ref={card} beside={button}>
      {!isSolvable && <p class="note">{unreachable}: there is nothing to find.</p>}
      {isSolvable && (
        <details open={choosing} onToggle={(event) => setChoosing(event.currentTarget.open)}>
          <summary>{chosen.length === 1 ? '1 search' : `A race of ${chosen.length} searches`}</summary>
          <p class="note">
            Each search finds a shortest {path} without the table of all distances. They run one after another at full
            speed, and are then played back side by side, each with the same number of nodes expanded.
          </p>
          <SearchChoices space={space} chosen={chosen} onChoose={setChosen} />
        </details>
      )}
      {lanes !== null && <RaceView {...{ explorer, view, space, player, race: lanes }} />}
      {race !== null && (
        <>
          <p class="note start">
            From {race.state === view.state ? 'this' : 'another'} {state}: <code>{race.state}</code>.
          </p>
          {race.problem !== null && <p class="problem">{capitalised(race.problem)}</p>}
        </>
      )}
    </Card>
  );
}

interface SearchChoicesProps {
  readonly space: SpaceAnswer;
  readonly chosen: readonly ComparedSearch[];
  readonly onChoose: (chosen: readonly ComparedSearch[]) => void;
}

/** The choice of searches to compare, each with its heuristics. */
function SearchChoices({ space: { searches }, chosen, onChoose }: SearchChoicesProps) {
  const all = searches.flatMap(({ algorithm, heuristics }) =>
    (heuristics.length === 0 ? [null] : heuristics).map((heuristic) => ({ algorithm, heuristic })),
  );
  const names = new Set(chosen.map(searchTitle));
  const toggle = (name: string) =>
    onChoose(all.filter((search) => names.has(searchTitle(search)) !== (searchTitle(search) === name)));
  return (
    <fieldset class="search-choices">
      <legend class="unseen">Searches</legend>
      {searches.map(({ algorithm, heuristics }) => (
        <div key={algorithm} class={heuristics.length > 0 ? 'offered informed' : 'offered'}>
          {heuristics.length > 0 && <span aria-hidden="true">{ALGORITHM_TITLES[algorithm]} with</span>}
          {all
            .filter((search) => search.algorithm === algorithm)
            .map(({ heuristic }) => {
              const name = searchTitle({ algorithm, heuristic });
              return (
                <label key={name} class="chip">
                  <input type="checkbox" aria-label={name} checked={names.has(name)} onChange={() => toggle(name)} />
                  <span aria-hidden="true">{heuristic === null ? name : heuristicTitle(heuristic)}</span>
                </label>
              );
            })}
        </div>
      ))}
    </fieldset>
  );
}

/* The player of a race: its controls, the searches side by side on their way to the finish, and the layers of each. */

const FULL_SPEED = Number.POSITIVE_INFINITY;
/** Choices of speed, in moments/s. */
const SPEEDS = [2, 8, 32, FULL_SPEED].map(
  (speed) => [speed, speed === FULL_SPEED ? 'no delay' : `${speed} steps/s`] as const,
);

/** Returns the player of a space's races: it requests the searches, and plays back what the server reports. */
function useRace(explorer: Explorer, spaceId: string, lesson: LessonPlace | null) {
  const [race, setRace] = useState<Race | null>(null);
  const [playing, setPlaying] = useState(false);
  // Without delay for readers who prefer reduced motion.
  const [speed, setSpeed] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? FULL_SPEED : 32));
  const asking = useRef<AbortController | null>(null);
  const update = (change: (now: Race) => Race) => setRace((now) => now && change(now));
  const forget = () => {
    asking.current?.abort();
    setRace(null);
  };
  useEffect(() => forget, [lesson]);

  const moments = race === null ? [0] : momentsOf(race);
  const at = moments.findLastIndex((moment) => moment <= (race?.clock ?? 0));
  const last = moments.length - 1;
  const goTo = (index: number) => update((now) => ({ ...now, clock: moments[Math.max(0, Math.min(index, last))] }));
  const next = speed === FULL_SPEED ? last : at + 1;
  useEffect(() => {
    if (!playing || at >= last) return;
    const timer = setTimeout(() => goTo(next), 1000 / speed);
    return () => clearTimeout(timer);
    // The arrival of a report does not delay the display of the next one.
  }, [race?.clock, at < last && next, playing, speed]);

  const over = race !== null && isOver(race);
  const ended = race?.lanes.filter((lane) => endAt(lane, race.clock) !== null).length ?? 0;
  useEffect(() => {
    const text = race && endText(race);
    if (text) explorer.say(text);
    explorer.change({ ended: race && endedBy(race) });
    if (over) setPlaying(false);
  }, [ended, over]);

  const start = async (state: string, chosen: readonly ComparedSearch[]) => {
    asking.current?.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    setRace(newRace(state, chosen));
    setPlaying(true);
    // The best heuristics are last in the list. They run first, so that the race can begin while a slow search still runs.
    const searches = chosen
      .map(({ algorithm, heuristic }) => ({ algorithm, heuristic: heuristic ?? undefined }))
      .reverse();
    let problem: string | null = null;
    try {
      await explorer.api.lines<ComparisonLine>(apiPath(spaceId, 'searches'), { state, searches }, signal, (line) => {
        const bound = 'progress' in line ? line.progress.bound : 'distance' in line ? line.distance : null;
        explorer.raiseBound(state, bound ?? 0);
        if (!signal.aborted) update((now) => receive(now, line));
      });
    } catch (error) {
      const isLost = error instanceof LostServer;
      problem = isLost ? 'The connection was lost before all searches had ended.' : errorText(error);
    }
    if (!signal.aborted) update((now) => ({ ...now, running: false, problem }));
  };
  return {
    /** null until one is started. */
    race,
    moments,
    /** Index of the moment shown. */
    at,
    playing,
    over,
    /** Speed in moments/s; Infinity shows each report as it arrives. */
    speed,
    setSpeed,
    start,
    /** Ends the searches. What they have reported can still be played. */
    stop: () => {
      asking.current?.abort();
      setPlaying(false);
      const problem = 'The race was stopped.';
      update((now) => ({ ...now, running: false, problem }));
      explorer.say(problem);
    },
    /** Shows another moment, and pauses. */
    show: (index: number) => {
      setPlaying(false);
      goTo(index);
    },
    /** Plays or pauses; plays the race again from its start if it is over. */
    toggle: () => {
      if (over) goTo(0);
      setPlaying(over || !playing);
    },
  };
}

/** The button that plays and pauses a race. */
const PAUSE = '.race .player .main';

interface RaceViewProps extends PanelProps {
  readonly player: ReturnType<typeof useRace>;
  readonly race: Race;
}

function RaceView({ explorer, view, space, player, race }: RaceViewProps) {
  const winners = winnersOf(race);
  const { moments, at, playing, over, speed } = player;
  const isReady = player.race === null;
  const isWaiting = race.running && moments.length === 1;
  // Space then pauses the race, rather than to start it again.
  useEffect(() => {
    if (document.activeElement?.matches('.comparison .steady')) document.querySelector<HTMLElement>(PAUSE)?.focus();
  }, [isWaiting]);
  const span = spanOf(race);
  const left = (nodes: number) => `${(nodes / span) * 100}%`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the controls in it
    <div class="race" onKeyDown={(event) => onKey(event, player)}>
      {isReady || isWaiting ? (
        <p class="waiting">
          {isReady
            ? 'Each search begins at this position.'
            : 'First the searches run, one after another. The race begins when the last of them has begun.'}
        </p>
      ) : (
        <Player
          {...{ of: 'race', unit: 'Moment', at, speed }}
          last={moments.length - 1}
          text={`${countOf(moments[at], 'node')} each`}
          main={over ? ['Replay', RotateCcw] : playing ? ['Pause', Pause] : ['Play', Play]}
          speeds={SPEEDS}
          onMain={player.toggle}
          onStep={(to) => player.show(to(at, moments.length - 1))}
          onSpeed={player.setSpeed}
        />
      )}
      <ol class="lanes" aria-busy={race.running}>
        {race.lanes.map((lane) => {
          const isFirst = race.lanes.length > 1 && winners.includes(lane);
          const nodes = lengthOf(lane);
          return (
            <li key={searchTitle(lane)} class={isFirst ? 'best' : ''}>
              <b class="search-name">{searchTitle(lane)}</b>
              <div class="lane" aria-hidden="true">
                <i class="lane-bar" style={{ width: left(Math.min(race.clock, nodes)) }} />
                {lane.end && <i class={hasResult(lane.end) ? 'finish' : 'lane-limit'} style={{ left: left(nodes) }} />}
              </div>
              <span class="lane-nodes">{isWaiting ? '' : nodesText(race, lane)}</span>
              {isFirst && <strong class="badge">★ First</strong>}
              <span class="outcome">{isReady ? '' : capitalised(outcomeText(race, lane))}</span>
            </li>
          );
        })}
      </ol>
      <p class="note span">
        <span>0</span>
        <span>Nodes expanded: they count in the race, not seconds.</span>
        <span>{isReady ? '' : grouped(span)}</span>
      </p>
      <p class="standing">{winnerText(race)}</p>
      <WatchedCharts
        space={space}
        histogram={view.distribution?.histogram ?? null}
        race={race}
        onSetUp={(state) => {
          player.show(at);
          explorer.setUp(state);
          comeIntoView(true);
        }}
      />
    </div>
  );
}

/** Plays with Space, and steps with the arrow keys, unless the control that has the focus uses them itself. */
function onKey(event: KeyboardEvent, player: RaceViewProps['player']): void {
  const control = event.target as Element;
  if (event.altKey || event.ctrlKey || event.metaKey || control.matches('select')) return;
  if (event.key === ' ' && !control.matches('button')) player.toggle();
  else if (event.key === 'ArrowLeft') player.show(player.at - 1);
  else if (event.key === 'ArrowRight') player.show(player.at + 1);
  else return;
  event.preventDefault();
}
