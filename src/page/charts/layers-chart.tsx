/**
 * The layers of a search, drawn over the distribution. The expanded nodes are a stepped area, with the frontier stacked on top, so that both
 * together show all nodes found at each depth. A second area shows the side of the search that begins at the goal.
 */

import './layers-chart.css';
import './layers-legend.css';
import { area, curveStepAfter } from 'd3-shape';
import { mostOf } from '../../base/statistics.js';
import type { LayerCounts } from '../../search/question/progress.js';
import { ChartFrame } from './chart-frame.js';
import { type Scale, type ScaleName, scaleOf } from './chart-scale.js';

/** Height of the drawing, in user units. Each layer is one unit wide. */
const HEIGHT = 100;
const BAR_WIDTH = 0.84;

interface LayersChartProps {
  /** Number of states at each distance; null if it is unknown. */
  readonly histogram: readonly number[] | null;
  readonly layers: LayerCounts;
  /** Layers from the goal; null for searches from one end only. */
  readonly backward: LayerCounts | null;
  readonly scale: ScaleName;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Description for screen readers. */
  readonly label: string;
}

export function LayersChart({ histogram, layers, backward, scale: name, xTitle, yTitle, label }: LayersChartProps) {
  const states = histogram ?? [];
  const behind = backward ?? { expanded: [], frontier: [] };
  const all = [states, foundIn(layers), foundIn(behind)];
  const scale = scaleOf(name, Math.max(10, ...all.map(mostOf)));
  const places = Math.max(2, ...all.map(({ length }) => length));
  return (
    <ChartFrame scale={scale} last={places - 1} xTitle={xTitle} yTitle={yTitle}>
      <svg class="layers" role="img" aria-label={label} viewBox={`0 0 ${places} ${HEIGHT}`} preserveAspectRatio="none">
        {states.map((count, depth) => (
          <rect
            key={depth}
            class="states"
            x={depth + (1 - BAR_WIDTH) / 2}
            y={yOf(scale, count)}
            width={BAR_WIDTH}
            height={HEIGHT - yOf(scale, count)}
          />
        ))}
        <Side layers={layers} scale={scale} end="forward" />
        <Side layers={behind} scale={scale} end="backward" />
      </svg>
    </ChartFrame>
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

interface LayersLegendProps {
  /** Label of the bars in the background; null if there are none. */
  readonly states: string | null;
  /** True if the search has a frontier. */
  readonly frontier: boolean;
  /** True if the search also begins at the goal. */
  readonly backward: boolean;
}

/** The legend of the layers chart: a patch of each colour, with its meaning. */
export function LayersLegend({ states, frontier, backward }: LayersLegendProps) {
  const side = backward ? ' from here' : '';
  const entries = [
    ['forward expanded', `Nodes expanded${frontier ? side : ', by iteration'}`],
    frontier
      ? ['forward frontier', `Frontier${side}: generated but not expanded`]
      : [null, 'IDA* stores only its current path, so it has no frontier'],
    ...(backward
      ? [
          ['backward expanded', 'Nodes expanded from the goal'],
          ['backward frontier', 'Frontier from the goal'],
        ]
      : []),
    ...(states === null ? [] : [['of-states', states]]),
  ];
  return (
    <ul class="legend">
      {entries.map(([patch, text]) => (
        <li key={text}>
          {patch !== null && <i class={`patch ${patch}`} />}
          {text}
        </li>
      ))}
    </ul>
  );
}
