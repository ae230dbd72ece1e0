/**
 * The searches of a race, in charts of the same logarithmic scale: the nodes of each, layer by layer, and the node expanded last. The
 * expanded nodes are a stepped area, with the frontier stacked on top, so that both together show all nodes found at each depth. A second
 * area shows the side of the search that begins at the goal.
 */

import { mostOf, sumOfRows } from '../../base/statistics.js';
import { grouped } from '../../base/text.js';
import type { LayerCounts } from '../../search/question/progress.js';
import type { SpaceAnswer } from '../../serve/answers.js';
import { StatePicture } from '../states/state-face.js';
import { ChartFrame, Legend, type Scale, scaleOf } from './chart.js';
import { type Lane, progressAt, type Race, searchTitle } from './playback.js';

interface WatchedProps {
  readonly space: SpaceAnswer;
  /** Number of states at each distance: the axes have room for all of them. null if it is unknown. */
  readonly histogram: readonly number[] | null;
  readonly race: Race;
  readonly onSetUp: (state: string) => void;
}

const NO_LAYERS: LayerCounts = { expanded: [], frontier: [] };

export function WatchedCharts(watched: WatchedProps) {
  const { histogram, race } = watched;
  // The axes fit the last layers known, so that they stay the same while the race is played.
  const last = race.lanes.flatMap(({ reports }) => reports.slice(-1));
  const all = [
    histogram ?? [],
    ...last.flatMap(({ layers, backward }) => [layers, backward ?? NO_LAYERS].map(foundIn)),
  ];
  const scale = scaleOf('powers', Math.max(10, ...all.map(mostOf)));
  const places = Math.max(2, ...all.map(({ length }) => length));
  const has = (...names: readonly string[]) => race.lanes.some(({ algorithm }) => names.includes(algorithm));
  const meanings = [
    [true, 'forward expanded', 'Nodes expanded'],
    [has('bfs', 'bidirectional', 'astar'), 'forward frontier', 'Frontier: generated but not expanded'],
    [has('bidirectional'), 'backward expanded', 'The same from the goal'],
    [has('idastar'), null, 'IDA* counts by iteration, and has no frontier: it stores only its path'],
  ] as const;
  return (
    <>
      <ul class="charts">
        {race.lanes.map((lane) => (
          <li key={searchTitle(lane)}>
            <WatchedChart {...watched} lane={lane} scale={scale} places={places} />
          </li>
        ))}
      </ul>
      <Legend of={meanings.filter(([isSeen]) => isSeen).map(([, ...patch]) => patch)} />
    </>
  );
}

interface WatchedChartProps extends WatchedProps {
  readonly lane: Lane;
  readonly scale: Scale;
  /** Number of layers on the horizontal axis. */
  readonly places: number;
}

function WatchedChart({ space, race, lane, scale, places, onSetUp }: WatchedChartProps) {
  const progress = progressAt(lane, race.clock);
  const counts = (['expanded', 'generated', 'stored'] as const).map(
    (name) => `${progress === null ? '–' : grouped(progress[name])} ${name}`,
  );
  // IDA* has no layers: it tries paths up to a bound, then starts again with a larger bound.
  const xTitle = lane.algorithm === 'idastar' ? 'Bound on f' : 'Moves made (g)';
  return (
    <div class="watched">
      <h3>{searchTitle(lane)}</h3>
      <p class="counts">{counts.slice(1).join(', ')}</p>
      <ChartFrame scale={scale} last={places - 1} labels={4} xTitle={xTitle} yTitle="Nodes">
        <svg
          class="plotted layers"
          role="img"
          aria-label={`${searchTitle(lane)}: ${counts.join(', ')}`}
          viewBox={`0 0 ${places} 1`}
          preserveAspectRatio="none"
        >
          <Side layers={progress?.layers ?? NO_LAYERS} scale={scale} end="forward" />
          <Side layers={progress?.backward ?? NO_LAYERS} scale={scale} end="backward" />
        </svg>
      </ChartFrame>
      <CurrentNode space={space} race={race} lane={lane} onSetUp={onSetUp} />
    </div>
  );
}

function Side({ layers, scale, end }: { readonly layers: LayerCounts; readonly scale: Scale; readonly end: string }) {
  const { expanded, frontier } = layers;
  return (
    <g class={end}>
      <polygon class="expanded" points={steps(scale, [], expanded)} />
      {frontier.length > 0 && <polygon class="frontier" points={steps(scale, expanded, foundIn(layers))} />}
    </g>
  );
}

/** Returns the number of nodes in each layer, expanded or not. */
function foundIn({ expanded, frontier }: LayerCounts): number[] {
  return sumOfRows([expanded, frontier]);
}

/** Returns the corners of the area between two counts of each layer; lower counts that are missing are 0. */
function steps(scale: Scale, lower: readonly number[], upper: readonly number[]): string {
  const edge = (counts: readonly number[]) =>
    upper.flatMap((_, layer) => [layer, layer + 1].map((x) => `${x},${scale.height(counts[layer] ?? 0)}`));
  return [...edge(upper), ...edge(lower).reverse()].join(' ');
}

/**
 * The node that a search expanded last, before the first one the start: its state, the moves made, and the estimate of the remaining moves.
 * Pressing it sets it up.
 */
function CurrentNode({ space, race, lane, onSetUp }: Omit<WatchedChartProps, 'histogram' | 'scale' | 'places'>) {
  const progress = progressAt(lane, race.clock);
  const node = progress?.current;
  const state = node?.state ?? race.state;
  const bound = progress?.bound ?? null;
  const values = [
    ['g', node?.g, 'moves made'],
    ['h', node?.h, 'estimated'],
    // IDA* expands no node whose f exceeds its bound.
    ['f', node && node.h !== null ? node.g + node.h : null, bound === null ? 'g + h' : `g + h ≤ ${bound}`],
  ] as const;
  return (
    <div class="current-node">
      <button type="button" class="node-state" title="Current node: press to set it up" onClick={() => onSetUp(state)}>
        <span class="unseen">Set up the current node of {searchTitle(lane)}: </span>
        <StatePicture space={space} state={state} />
      </button>
      <dl>
        {values.map(([name, value, meaning]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
            <dd class="meaning">{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
