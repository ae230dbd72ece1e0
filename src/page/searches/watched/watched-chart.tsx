/** A search drawn over the distribution: its nodes layer by layer, the node expanded last, and the counts so far. */

import './watched-chart.css';
import { grouped } from '../../../base/text/numbers.js';
import type { SpaceAnswer } from '../../../serve/answers.js';
import type { ScaleName } from '../../charts/chart-scale.js';
import { LayersChart } from '../../charts/layers-chart.js';
import { LayersLegend } from '../../charts/layers-legend.js';
import { wordsFor } from '../../explorer/words.js';
import { effortOf, type ShownSearch } from '../playback.js';
import { searchTitle } from '../search-names.js';
import { CurrentNode } from './current-node.js';

export interface WatchedChartProps {
  readonly space: SpaceAnswer;
  /** null if the space's distribution is not known. */
  readonly histogram: readonly number[] | null;
  readonly search: ShownSearch;
  readonly scale: ScaleName;
}

export function WatchedChart({ space, histogram, search, scale }: WatchedChartProps) {
  const { progress } = search;
  const words = wordsFor(space);
  const effort = effortOf(search);
  const counts = (['expanded', 'generated', 'stored'] as const).map(
    (name) => `${effort === null ? '–' : grouped(effort[name])} ${name}`,
  );
  return (
    <div class="watched">
      <h3>{searchTitle(search)}</h3>
      <p class="counts">Nodes: {counts.join(', ')}</p>
      <LayersChart
        histogram={histogram}
        layers={progress?.layers ?? NO_LAYERS}
        backward={progress?.backward ?? null}
        scale={scale}
        xTitle={xTitleOf(search)}
        yTitle={histogram === null ? 'Nodes' : `Nodes, and ${words.states} at each distance`}
        label={`${searchTitle(search)}: ${counts.join(', ')}`}
      />
      <CurrentNode space={space} progress={progress} />
      <LayersLegend
        states={histogram === null ? null : `All ${words.states}, by distance`}
        frontier={search.algorithm !== 'idastar'}
        backward={search.algorithm === 'bidirectional'}
      />
    </div>
  );
}

const NO_LAYERS = { expanded: [], frontier: [] };

/** Returns the title of the horizontal axis. IDA* has no layers: it tries paths up to a bound, then starts again with a larger bound. */
function xTitleOf({ algorithm }: ShownSearch): string {
  if (algorithm === 'idastar') return 'Iteration (bound on f), and distance';
  if (algorithm === 'bidirectional') return 'Moves made from either end (g), and distance';
  return 'Moves made (g), and distance';
}
