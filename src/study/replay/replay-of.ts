/** Chooses the replay of a table's layers: by the bit engine for boards, from the table's depths otherwise. */

import { factsOf } from '../../space/facts.js';
import type { Table } from '../../table/table.js';
import { BoardLayerReplay } from './board-replay.js';
import type { LayerReplay } from './layer-replay.js';
import { StateLayerReplay } from './state-replay.js';

export function replayOf(table: Table): LayerReplay {
  const { space, fullName: name, metric } = table;
  const facts = { ...factsOf(space), name, metric };
  return table.walker === null ? new StateLayerReplay(facts, table) : new BoardLayerReplay(facts, table.walker);
}
