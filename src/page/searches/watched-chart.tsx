/**
 * A search drawn over the distribution: its nodes layer by layer, the node expanded last, and the counts so far. The expanded nodes are a
 * stepped area, with the frontier stacked on top, so that both together show all nodes found at each depth. A second area shows the side of
 * the search that begins at the goal.
 */

import { area, curveStepAfter } from 'd3-shape';
import { mostOf } from '../../base/statistics.js';
import { grouped } from '../../base/text.js';
import type { LayerCounts, SearchProgress } from '../../search/question/progress.js';
import type { SpaceAnswer } from '../../serve/answers.js';
import { ChartFrame, type Scale, type ScaleName, scaleOf } from '../charts/chart.js';
import { wordsFor } from '../explorer/words.js';
import { StatePicture } from '../states/state-face.js';
import { effortOf, type ShownSearch, searchTitle } from './playback.js';

interface WatchedChartProps {
  readonly space: SpaceAnswer;
  /** Number of states at each distance; null if it is unknown. */
  readonly histogram: readonly number[] | null;
  readonly search: ShownSearch;
  readonly scale: ScaleName;
}

/** Height of the drawing, in user units. Each layer is one unit wide. */
const HEIGHT = 100;
const BAR_WIDTH = 0.84;
const NO_LAYERS: LayerCounts = { expanded: [], frontier: [] };

export function WatchedChart({ space, histogram, search, scale: name }: WatchedChartProps) {
  const { progress } = search;
  const words = wordsFor(space);
  const effort = effortOf(search);
  const counts = (['expanded', 'generated', 'stored'] as const)
    .map((name) => `${effort === null ? '–' : grouped(effort[name])} ${name}`)
    .join(', ');
  const states = histogram ?? [];
  const forward = progress?.layers ?? NO_LAYERS;
  const backward = progress?.backward ?? NO_LAYERS;
  const all = [states, foundIn(forward), foundIn(backward)];
  const scale = scaleOf(name, Math.max(10, ...all.map(mostOf)));
  const places = Math.max(2, ...all.map(({ length }) => length));
  return (
    <div class="watched">
      <h3>{searchTitle(search)}</h3>
      <p class="counts">Nodes: {counts}</p>
      <ChartFrame
        scale={scale}
        last={places - 1}
        xTitle={xTitle(search)}
        yTitle={histogram === null ? 'Nodes' : `Nodes, and ${words.states} at each distance`}
      >
        <svg
          class="layers"
          role="img"
          aria-label={`${searchTitle(search)}: ${counts}`}
          viewBox={`0 0 ${places} ${HEIGHT}`}
          preserveAspectRatio="none"
        >
          {states.map((count, depth) => {
            const y = yOf(scale, count);
            const x = depth + (1 - BAR_WIDTH) / 2;
            return <rect key={depth} class="states" x={x} y={y} width={BAR_WIDTH} height={HEIGHT - y} />;
          })}
          <Side layers={forward} scale={scale} end="forward" />
          <Side layers={backward} scale={scale} end="backward" />
        </svg>
      </ChartFrame>
      <CurrentNode space={space} progress={progress} />
      <ul class="legend">
        {legend(search, histogram === null ? null : `All ${words.states}, by distance`).map(([patch, text]) => (
          <li key={text}>
            {patch !== null && <i class={`patch ${patch}`} />}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ layers, scale, end }: { readonly layers: LayerCounts; readonly scale: Scale; readonly end: string }) {
  const none = layers.expanded.map(() => 0);
  return (
    <g class={end}>
      <path class="expanded" d={steps(scale, none, layers.expanded)} />
      {layers.frontier.length > 0 && <path class="frontier" d={steps(scale, layers.expanded, foundIn(layers))} />}
    </g>
  );
}

/** Returns the number of nodes in each layer, expanded or not. */
function foundIn({ expanded, frontier }: LayerCounts): number[] {
  return expanded.map((nodes, layer) => nodes + (frontier[layer] ?? 0));
}

/** Returns the SVG path of the area between two counts of each layer. */
function steps(scale: Scale, lower: readonly number[], upper: readonly number[]): string {
  // The last step needs an end.
  const points = [...upper.keys(), ...(upper.length > 0 ? [upper.length] : [])];
  const at = (counts: readonly number[]) => (point: number) => yOf(scale, counts[Math.min(point, upper.length - 1)]);
  const path = area<number>()
    .x((point) => point)
    .y0(at(lower))
    .y1(at(upper))
    .curve(curveStepAfter);
  return path(points) ?? '';
}

function yOf(scale: Scale, count: number): number {
  return HEIGHT * (1 - scale.height(count));
}

/** Returns each patch of colour with its meaning. @param states meaning of the bars in the background; null if there are none */
function legend({ algorithm }: ShownSearch, states: string | null): readonly (readonly [string | null, string])[] {
  const background = states === null ? [] : [['of-states', states] as const];
  if (algorithm === 'idastar') {
    return [
      ['forward expanded', 'Nodes expanded, by iteration'],
      [null, 'IDA* stores only its current path, so it has no frontier'],
      ...background,
    ];
  }
  const isBoth = algorithm === 'bidirectional';
  const side = isBoth ? ' from here' : '';
  const goalSide = [
    ['backward expanded', 'Nodes expanded from the goal'],
    ['backward frontier', 'Frontier from the goal'],
  ] as const;
  return [
    ['forward expanded', `Nodes expanded${side}`],
    ['forward frontier', `Frontier${side}: generated but not expanded`],
    ...(isBoth ? goalSide : []),
    ...background,
  ];
}

/** Returns the title of the horizontal axis. IDA* has no layers: it tries paths up to a bound, then starts again with a larger bound. */
function xTitle({ algorithm }: ShownSearch): string {
  if (algorithm === 'idastar') return 'Iteration (bound on f), and distance';
  if (algorithm === 'bidirectional') return 'Moves made from either end (g), and distance';
  return 'Moves made (g), and distance';
}

/** The node that a search expanded last: its state, the moves made, and the estimate of the remaining moves. */
function CurrentNode({ space, progress }: { readonly space: SpaceAnswer; readonly progress: SearchProgress | null }) {
  const node = progress?.current;
  const bound = progress?.bound ?? null;
  const values = [
    ['g', node?.g, 'moves made'],
    ['h', node?.h, 'estimated'],
    // IDA* expands no node whose f exceeds its bound.
    ['f', node && node.h !== null ? node.g + node.h : null, bound === null ? 'g + h' : `g + h ≤ ${bound}`],
  ] as const;
  return (
    <div class="current-node">
      <p class="note">Current node</p>
      <div class="node-state">{node && <StatePicture space={space} state={node.state} />}</div>
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
