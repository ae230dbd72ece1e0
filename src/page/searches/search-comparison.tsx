/**
 * A comparison of the searches that need no table: they start from the state shown, and race. Other parts of the page start a race by
 * `explorer.change({ race: searches })`.
 */

import { Pause, Play, RotateCcw } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf } from '../../base/text.js';
import type { ComparedSearch, ComparisonLine, SpaceAnswer } from '../../serve/answers.js';
import { formatPosition } from '../../spaces/board/position.js';
import { apiPath, errorText, LostServer } from '../explorer/api.js';
import { comeIntoView, scrolling } from '../explorer/browser.js';
import type { Explorer, PanelProps } from '../explorer/explorer.js';
import type { View } from '../explorer/view.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { Card, PushButton } from '../play/controls.js';
import { Player } from '../play/player.js';
import { parityOf, readTiles, whyUnsolvable } from '../states/tiles.js';
import {
  ALGORITHM_TITLES,
  endAt,
  endedBy,
  endStream,
  endText,
  heuristicTitle,
  isOver,
  LIMIT,
  momentsOf,
  newRace,
  nodesText,
  outcomeText,
  type Race,
  receive,
  searchTitle,
  shareAt,
  winnersOf,
  winnerText,
} from './playback.js';
import { WatchedCharts } from './watched-chart.js';

export function SearchComparison({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState(() => view.compared ?? usualSearches(space));
  useEffect(() => setChosen(view.compared ?? usualSearches(space)), [view.compared]);
  const [choosing, setChoosing] = useState(true);
  const card = useRef<HTMLElement>(null);
  const [starts, setStarts] = useState(0);
  const player = useRace(explorer, space.id);
  const { race } = player;
  const running = race?.stream === 'open';
  const { here, reason } = startOf(view, space);
  // What opens is below the button, which can be at the end of the screen. In a lesson, both are in view.
  useEffect(() => {
    if (starts > 0 && view.lesson === null) card.current?.scrollIntoView({ block: 'start', behavior: scrolling() });
  }, [starts]);
  useEffect(() => {
    if (view.race === null) return;
    explorer.change({ race: null });
    setChosen(view.race);
    setChoosing(false);
    if (reason !== null) return;
    player.start(here, view.race);
    setStarts(starts + 1);
  }, [view.race]);

  if (space.searches.length === 0) return null;
  const start = (
    <PushButton
      class={running ? 'steady' : 'main steady'}
      off={!running && (reason !== null || chosen.length === 0 || view.opening)}
      onPush={running ? player.stop : () => explorer.change({ race: chosen })}
    >
      {running ? 'Stop' : race === null ? 'Start' : 'Start again'}
    </PushButton>
  );
  return (
    <Card of="comparison" title="Compare search algorithms" class="comparison" ref={card} beside={start}>
      {reason !== null && <p class="reason">{reason}</p>}
      {reason === null && (
        <details open={choosing} onToggle={(event) => setChoosing(event.currentTarget.open)}>
          <summary>{chosen.length === 1 ? '1 search' : `A race of ${chosen.length} searches`}</summary>
          <p class="note">
            Each search finds a shortest {wordsFor(space).path} without a table. They run one after another at full
            speed, and are then played back side by side, each with the same number of nodes expanded.
          </p>
          <SearchChoices space={space} chosen={chosen} onChoose={setChosen} />
        </details>
      )}
      {race !== null && (
        <>
          <RaceView explorer={explorer} view={view} space={space} player={player} race={race} />
          <p class="note">
            From {race.state === here ? 'this' : 'another'} {wordsFor(space).state}: <code>{race.state}</code>.
            {race.stream === 'stopped' && ' Stopped.'}
          </p>
          {race.problem !== null && <p class="problem">{capitalised(race.problem)}</p>}
          {race.stream === 'lost' && <p class="problem">The connection was lost before all searches had ended.</p>}
        </>
      )}
    </Card>
  );
}

/**
 * Returns the state shown as the server writes it, which may differ from the address; and the reason why it is unsolvable, null if it may be
 * solvable. A board's parity is known before the server's answer.
 */
function startOf(
  { state, distance }: View,
  space: SpaceAnswer,
): { readonly here: string; readonly reason: string | null } {
  const { board, goal } = space;
  const tiles = board && readTiles(state, board);
  const goalTiles = board && readTiles(goal, board);
  const here = tiles ? formatPosition(tiles) : state;
  if (!board || !tiles || !goalTiles)
    return { here, reason: distance === null ? `${wordsFor(space).unreachable}: there is nothing to find.` : null };
  const parity = parityOf(board, tiles, goalTiles);
  return { here, reason: parity.agrees && distance !== null ? null : whyUnsolvable(parity) };
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
  // Searches without a heuristic share a line; each informed algorithm has its own.
  const informed = searches.flatMap(({ algorithm, heuristics }) => (heuristics.length > 0 ? algorithm : []));
  return (
    <fieldset class="search-choices">
      <legend class="unseen">Searches</legend>
      {[null, ...informed].map((line) => (
        <div key={line} class="offered">
          {line !== null && <span aria-hidden="true">{ALGORITHM_TITLES[line]} with</span>}
          {all
            .filter(({ algorithm, heuristic }) => line === (heuristic && algorithm))
            .map((search) => {
              const name = searchTitle(search);
              return (
                <label key={name} class="chip">
                  <input type="checkbox" aria-label={name} checked={names.has(name)} onChange={() => toggle(name)} />
                  <span aria-hidden="true">{search.heuristic === null ? name : heuristicTitle(search.heuristic)}</span>
                </label>
              );
            })}
        </div>
      ))}
    </fieldset>
  );
}

/** Returns the initial choice of searches: each algorithm with its default heuristic. */
function usualSearches({ searches }: SpaceAnswer): ComparedSearch[] {
  return searches.map(({ algorithm, heuristics }) => ({ algorithm, heuristic: heuristics[0] ?? null }));
}

/* The player of a race: its controls, the searches side by side on their way to the finish, and the layers of each. */

const FULL_SPEED = Number.POSITIVE_INFINITY;
/** Choices of speed, in moments/s. */
const SPEEDS = [2, 8, 32, FULL_SPEED].map(
  (speed) => [speed, speed === FULL_SPEED ? 'no delay' : `${speed} steps/s`] as const,
);

/** Returns the player of a space's races: it requests the searches, and plays back what the server reports. */
function useRace(explorer: Explorer, spaceId: string) {
  const [race, setRace] = useState<Race | null>(null);
  const [playing, setPlaying] = useState(false);
  // Without delay for readers who prefer reduced motion.
  const [speed, setSpeed] = useState(() => (matchMedia('(prefers-reduced-motion: reduce)').matches ? FULL_SPEED : 32));
  const asking = useRef<AbortController | null>(null);
  const update = (change: (now: Race) => Race) => setRace((now) => now && change(now));
  useEffect(() => () => asking.current?.abort(), []);

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
    try {
      await explorer.api.lines<ComparisonLine>(apiPath(spaceId, 'searches'), { state, searches }, signal, (line) => {
        const bound = 'progress' in line ? line.progress.bound : 'distance' in line ? line.distance : null;
        explorer.raiseBound(state, bound ?? 0);
        if (!signal.aborted) update((now) => receive(now, line));
      });
      if (!signal.aborted) update((now) => endStream(now, 'ended'));
    } catch (error) {
      if (signal.aborted) return;
      const isLost = error instanceof LostServer;
      update((now) => (isLost ? endStream(now, 'lost') : endStream(now, 'ended', errorText(error))));
    }
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
      update((now) => endStream(now, 'stopped'));
      setPlaying(false);
      explorer.say('The race was stopped.');
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

interface RaceViewProps extends PanelProps {
  readonly player: ReturnType<typeof useRace>;
  readonly race: Race;
}

function RaceView({ explorer, view, space, player, race }: RaceViewProps) {
  const winners = winnersOf(race);
  const { moments, at, playing, over, speed } = player;
  const isWaiting = race.stream === 'open' && moments.length === 1 && race.lanes.length > 1;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the controls in it
    <div class="race" onKeyDown={(event) => onKey(event, player)}>
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
      <ol class="lanes" aria-busy={race.stream === 'open'}>
        {race.lanes.map((lane) => {
          const isFirst = winners.includes(lane);
          const share = shareAt(lane, race);
          const hasLimit = share > 0 && (lane.end === null || 'failed' in lane.end);
          return (
            <li key={searchTitle(lane)} class={isFirst ? 'best' : ''}>
              <b class="search-name">{searchTitle(lane)}</b>
              <div class="lane" aria-hidden="true">
                <i class="lane-bar" style={{ width: `${share * 100}%` }} />
                {hasLimit && <i class="lane-limit" style={{ left: `${LIMIT * 100}%` }} />}
              </div>
              <span class="lane-nodes">{nodesText(race, lane)}</span>
              <span class="outcome">
                {capitalised(outcomeText(race, lane))}
                {isFirst && <strong class="badge">★ First</strong>}
              </span>
            </li>
          );
        })}
      </ol>
      <p class="standing">
        {winnerText(race) || (isWaiting && 'The searches run one after another before they race.')}
      </p>
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
