/** The legend of the bars over the distribution, each with a patch of its colour. */

import './layers-legend.css';
import type { ComponentChildren } from 'preact';

export interface LayersLegendProps {
  /** The bars behind; null if there are none. */
  readonly states: string | null;
  /** True if the search has a frontier. */
  readonly frontier: boolean;
  /** True if it begins at the goal as well. */
  readonly backward: boolean;
}

export function LayersLegend({ states, frontier, backward }: LayersLegendProps) {
  const side = backward ? ' from here' : '';
  return (
    <ul class="legend">
      <Entry patch="forward expanded">Nodes expanded{frontier ? side : ', by iteration'}</Entry>
      {frontier && <Entry patch="forward frontier">Frontier{side}: found, and not expanded</Entry>}
      {!frontier && <Entry>IDA* stores only its path, and has no frontier</Entry>}
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
