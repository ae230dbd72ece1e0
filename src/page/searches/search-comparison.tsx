/** A comparison of the searches that need no table. They start from the state shown, run one after another, and can be watched. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { grouped, secondsText } from '../../base/text.js';
import type { ComparedSearch, ComparisonLine, SpaceAnswer } from '../../serve/answers.js';
import { formatPosition } from '../../spaces/board/position.js';
import { LogScale, type ScaleName, scaleOf } from '../charts/chart.js';
import { apiPath, errorText, LostServer } from '../explorer/api.js';
import type { Explorer, PanelProps } from '../explorer/explorer.js';
import type { View } from '../explorer/view.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { PushButton } from '../play/controls.js';
import { parityOf, readTiles, whyUnsolvable } from '../states/tiles.js';
import {
  ALGORITHM_TITLES,
  currentOf,
  effortOf,
  endStream,
  endText,
  fewestExpanded,
  heuristicTitle,
  isOver,
  newPlayback,
  type Playback,
  playOn,
  receive,
  resultText,
  type ShownSearch,
  searchTitle,
  waitingLines,
} from './playback.js';
import { WatchedChart } from './watched-chart.js';

export function SearchComparison({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState<readonly ComparedSearch[]>(() => usualSearches(space));
  const [choosing, setChoosing] = useState(true);
  const [scale, setScale] = useState<ScaleName>('powers');
  /** The search chosen for the chart; null for the one that is running. */
  const [looked, setLooked] = useState<number | null>(null);
  const player = useComparison(explorer, space.id, usualSpeed());
  const { comparison } = player;
  const over = comparison !== null && isOver(comparison);
  const running = comparison !== null && !over;
  const ended = comparison?.searches.filter(({ end }) => end !== null).length ?? 0;
  useEffect(() => {
    const text = comparison && endText(comparison);
    if (text) explorer.say(text);
  }, [ended, over]);

  if (space.searches.length === 0) return null;
  const reason = unsolvableReason(view, space);
  const here = writtenState(view.state, space);
  const start = () => {
    setChoosing(false);
    setLooked(null);
    player.start(here, chosen);
  };
  const at = comparison && (looked ?? currentOf(comparison));
  return (
    <section aria-labelledby="comparison-title" class="card comparison">
      <div class="row apart">
        <h2 id="comparison-title">Compare search algorithms</h2>
        <PushButton
          class={running ? 'steady' : 'main steady'}
          off={!running && (reason !== null || chosen.length === 0)}
          onPush={running ? player.stop : start}
        >
          {running ? 'Stop' : comparison === null ? 'Start' : 'Start again'}
        </PushButton>
      </div>
      {reason !== null && <p class="reason">{reason}</p>}
      {reason === null && (
        <details open={choosing} onToggle={(event) => setChoosing(event.currentTarget.open)}>
          <summary>{chosen.length === 1 ? '1 search' : `${chosen.length} searches, run one after another`}</summary>
          <p class="note">
            Each search finds a shortest solution without a table. It runs at full speed, and its progress is played
            back at the speed that you choose.
          </p>
          <SearchChoices space={space} chosen={chosen} onChoose={setChosen} />
        </details>
      )}
      {comparison !== null && at !== null && (
        <>
          <PlaybackControls player={player} over={over} scale={scale} onScale={setScale} />
          <WatchedChart
            space={space}
            histogram={view.distribution?.histogram ?? null}
            search={comparison.searches[at]}
            scale={scale}
          />
          <h3>
            Results for {comparison.state === here ? 'this' : 'another'} {wordsFor(space).state}
          </h3>
          <p class="note">
            <code>{comparison.state}</code>. Bars show nodes expanded. Choose a search to see its layers above.
          </p>
          <SearchResults comparison={comparison} at={at} scale={scale} onLook={setLooked} />
          {comparison.problem !== null && <p class="problem">{capitalised(comparison.problem)}</p>}
          {comparison.stream === 'stopped' && <p class="note">Stopped.</p>}
          {comparison.stream === 'lost' && over && (
            <p class="problem">The connection to the server was lost before all searches had ended.</p>
          )}
        </>
      )}
    </section>
  );
}

/** Returns a position as the server writes it. Until the server has answered, a position from the address may be written differently. */
function writtenState(state: string, { board }: SpaceAnswer): string {
  const tiles = board && readTiles(state, board);
  return tiles ? formatPosition(tiles) : state;
}

/** Returns the reason why a state is unsolvable; null if it may be solvable. A board's parity is known before the server's answer. */
function unsolvableReason({ state, distance }: View, space: SpaceAnswer): string | null {
  const { board, goal } = space;
  const tiles = board && readTiles(state, board);
  const goalTiles = board && readTiles(goal, board);
  if (!board || !tiles || !goalTiles)
    return distance === null ? `${wordsFor(space).unreachable}: there is nothing to find.` : null;
  const parity = parityOf(board, tiles, goalTiles);
  return parity.agrees && distance !== null ? null : whyUnsolvable(parity);
}

interface SearchChoicesProps {
  readonly space: SpaceAnswer;
  readonly chosen: readonly ComparedSearch[];
  readonly onChoose: (chosen: readonly ComparedSearch[]) => void;
}

/** The choice of searches to compare, each with its heuristics. */
function SearchChoices({ space, chosen, onChoose }: SearchChoicesProps) {
  const all = offeredSearches(space);
  const names = new Set(chosen.map(searchTitle));
  const toggle = (name: string) =>
    onChoose(all.filter((search) => names.has(searchTitle(search)) !== (searchTitle(search) === name)));
  // Searches without a heuristic share a line; each informed algorithm has its own.
  const lines = [
    null,
    ...space.searches.flatMap(({ algorithm, heuristics }) => (heuristics.length > 0 ? algorithm : [])),
  ];
  const isIn = (line: (typeof lines)[number], { algorithm, heuristic }: ComparedSearch) =>
    line === null ? heuristic === null : algorithm === line;
  return (
    <fieldset class="search-choices">
      <legend class="unseen">Searches</legend>
      {lines.map((line) => (
        <div key={line} class="offered">
          {line !== null && <span aria-hidden="true">{ALGORITHM_TITLES[line]} with</span>}
          {all.flatMap((search) => {
            const name = searchTitle(search);
            if (!isIn(line, search)) return [];
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

function offeredSearches({ searches }: SpaceAnswer): ComparedSearch[] {
  return searches.flatMap(({ algorithm, heuristics }) =>
    (heuristics.length === 0 ? [null] : heuristics).map((heuristic) => ({ algorithm, heuristic })),
  );
}

interface SearchResultsProps {
  readonly comparison: Playback;
  /** Index of the search drawn in the chart. */
  readonly at: number;
  readonly scale: ScaleName;
  readonly onLook: (at: number) => void;
}

/**
 * The list of a comparison's searches, each with its name, a bar for the nodes expanded, and its counts. Pressing a name shows that search in
 * the chart. When all have ended, the search with the fewest nodes expanded is marked.
 */
function SearchResults({ comparison, at, scale: name, onLook }: SearchResultsProps) {
  const { searches } = comparison;
  const over = isOver(comparison);
  const most = searches.reduce((most, search) => Math.max(most, effortOf(search)?.expanded ?? 0), 10);
  const scale = scaleOf(name, most);
  const fewest = over ? fewestExpanded(comparison) : null;
  const now = currentOf(comparison);
  return (
    <>
      <ol class="results" aria-busy={!over}>
        {searches.map((search, index) => {
          const effort = effortOf(search);
          const { end } = search;
          const finished = end === null || 'failed' in end ? null : end;
          const isBest = finished !== null && finished.expanded === fewest;
          const numbers = [
            ['expanded', effort && grouped(effort.expanded)],
            ['generated', effort && grouped(effort.generated)],
            ['stored', effort && grouped(effort.stored)],
            ['time', finished && secondsText(finished.seconds)],
          ] as const;
          return (
            <li key={searchTitle(search)} class={isBest ? 'best' : ''}>
              <PushButton
                class="search-name"
                aria-pressed={index === at}
                off={effort === null}
                onPush={() => onLook(index)}
              >
                {searchTitle(search)}
              </PushButton>
              <p class="outcome">
                {outcomeText(search, over ? 'never' : index === now ? 'now' : 'later')}
                {isBest && <strong class="badge">★ fewest nodes expanded</strong>}
              </p>
              <div class="lane" aria-hidden="true">
                {effort !== null && (
                  <span
                    class={finished === null ? 'lane-bar open' : 'lane-bar'}
                    style={{ width: `${scale.height(effort.expanded) * 100}%` }}
                  />
                )}
                {scale.ticks.map(({ height, label }) => (
                  <i key={label} class="lane-line" style={{ left: `${height * 100}%` }} />
                ))}
              </div>
              <dl class="numbers">
                {numbers.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value ?? '–'}</dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ol>
      <p class="result-scale" aria-hidden="true">
        {scale.ticks.map(({ height, label }) => (
          <span key={label} style={{ left: `${height * 100}%` }}>
            {label}
          </span>
        ))}
      </p>
    </>
  );
}

function outcomeText(search: ShownSearch, waiting: 'now' | 'later' | 'never'): string {
  if (search.end !== null) return capitalised(resultText(search));
  if (waiting === 'never') return search.progress === null ? 'Not run' : 'Not finished';
  return waiting === 'now' ? 'Searching …' : 'Waiting';
}

/* The player of a comparison: it requests the searches, plays back the reports of the server, and has controls. */

type ComparisonPlayer = ReturnType<typeof useComparison>;

/** Returns the player of a space's comparisons. @param usualSpeed initial speed */
function useComparison(explorer: Explorer, spaceId: string, usualSpeed: number) {
  const [comparison, setComparison] = useState<Playback | null>(null);
  const [paused, setPaused] = useState(false);
  const [speed, setSpeed] = useState(usualSpeed);
  const asking = useRef<AbortController | null>(null);
  const update = (change: (now: Playback) => Playback) => setComparison((now) => now && change(now));
  useEffect(() => () => asking.current?.abort(), []);

  const waiting = comparison === null ? 0 : waitingLines(comparison);
  const atOnce = speed === Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (paused || waiting === 0) return;
    if (atOnce) return update((now) => playOn(now, speed));
    const timer = setTimeout(() => update((now) => playOn(now, 1)), 1000 / speed);
    return () => clearTimeout(timer);
    // The arrival of a line does not delay the display of the next one.
  }, [comparison?.shown, atOnce ? waiting : waiting > 0, paused, speed]);

  const start = async (state: string, chosen: readonly ComparedSearch[]) => {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    const updateMine: typeof update = (change) => asking.current === mine && update(change);
    setComparison(newPlayback(state, chosen));
    setPaused(false);
    const searches = chosen.map(({ algorithm, heuristic }) => ({ algorithm, heuristic: heuristic ?? undefined }));
    try {
      await explorer.api.lines<ComparisonLine>(apiPath(spaceId, 'searches'), { state, searches }, mine.signal, (line) =>
        updateMine((now) => receive(now, line)),
      );
      updateMine((now) => endStream(now, 'ended'));
    } catch (error) {
      if (mine.signal.aborted) return;
      updateMine((now) =>
        error instanceof LostServer ? endStream(now, 'lost') : endStream(now, 'ended', errorText(error)),
      );
    }
  };
  return {
    /** null until one is started. */
    comparison,
    paused,
    /** Speed in reports/s; Infinity shows each report as it arrives. */
    speed,
    start,
    /** Ends the request and the playback. */
    stop: () => {
      asking.current?.abort();
      update((now) => (isOver(now) ? now : endStream(now, 'stopped')));
    },
    pause: setPaused,
    /** Shows one more report, and pauses. */
    step: () => {
      setPaused(true);
      update((now) => playOn(now, 1));
    },
    setSpeed,
  };
}

/* Pause, step, speed and scale of a playback. They stay in place when the playback is over. */

const FULL_SPEED = Number.POSITIVE_INFINITY;
/** Choices of speed, in reports/s; the button Step shows one report. */
const SPEEDS = [2, 8, 32, FULL_SPEED] as const;

/** Returns the initial speed: without delay for readers who prefer reduced motion. */
function usualSpeed(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? FULL_SPEED : 32;
}

interface PlaybackControlsProps {
  readonly player: ComparisonPlayer;
  readonly over: boolean;
  readonly scale: ScaleName;
  readonly onScale: (scale: ScaleName) => void;
}

function PlaybackControls({ player, over, scale, onScale }: PlaybackControlsProps) {
  const { comparison, paused, speed } = player;
  const waiting = comparison === null ? 0 : waitingLines(comparison);
  return (
    <div class="row playback">
      <PushButton class="steady" off={over} onPush={() => player.pause(!paused)}>
        {paused ? 'Resume' : 'Pause'}
      </PushButton>
      <PushButton off={over || waiting === 0} onPush={player.step}>
        Step
      </PushButton>
      <LogScale label="Log scale for searches" scale={scale} onScale={onScale} />
      <label class="speed">
        Speed{' '}
        <select
          aria-label="Playback speed of searches"
          value={String(speed)}
          onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}
        >
          {SPEEDS.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice === FULL_SPEED ? 'no delay' : `${choice} steps/s`}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
