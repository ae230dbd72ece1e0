/** The legend of the layers chart: a patch of each colour, with its meaning. */

import './layers-legend.css';
import type { ComponentChildren } from 'preact';

export interface LayersLegendProps {
  /** Label of the bars in the background; null if there are none. */
  readonly states: string | null;
  /** True if the search has a frontier. */
  readonly frontier: boolean;
  /** True if the search also begins at the goal. */
  readonly backward: boolean;
}

export function LayersLegend({ states, frontier, backward }: LayersLegendProps) {
  const side = backward ? ' from here' : '';
  return (
    <ul class="legend">
      <Entry patch="forward expanded">Nodes expanded{frontier ? side : ', by iteration'}</Entry>
      {frontier && <Entry patch="forward frontier">Frontier{side}: generated but not expanded</Entry>}
      {!frontier && <Entry>IDA* stores only its current path, so it has no frontier</Entry>}
      {backward && <Entry patch="backward expanded">Nodes expanded from the goal</Entry>}
      {backward && <Entry patch="backward frontier">Frontier from the goal</Entry>}
      {states !== null && <Entry patch="of-states">{states}</Entry>}
    </ul>
  );
}

function Entry({ patch, children }: { readonly patch?: string; readonly children: ComponentChildren }) {
  return (
    <li>
      {patch !== undefined && <i class={`patch ${patch}`} />}
      {children}
    </li>
  );
}
