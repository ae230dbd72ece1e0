/** Chooses how the layers of a table's space are replayed. */

import type { SpaceFacts } from '../../space/facts.js';
import type { Table } from '../../table/table.js';
import { BoardLayerReplay } from './board-replay.js';
import type { LayerReplay } from './layer-replay.js';
import { StateLayerReplay } from './state-replay.js';

export function replayOf(table: Table): LayerReplay {
  const facts = factsOfTable(table);
  return table.walker === null ? new StateLayerReplay(facts, table) : new BoardLayerReplay(facts, table.walker);
}

function factsOfTable({ space, source, fullName, metric, starts }: Table): SpaceFacts {
  const { size, moves, reversible } = space;
  const startTexts = starts.map((state) => space.format(state));
  return { source, name: fullName, metric, size, starts, startTexts, moves, reversible };
}
