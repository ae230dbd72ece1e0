/** Chooses the replay of a table's layers: by the bit engine for boards, from the table's depths otherwise. */

import { InputError } from '../../base/input-error.js';
import { jsonExcerpt } from '../../base/text/excerpt.js';
import { factsOf } from '../../space/facts.js';
import { Table } from '../../table/table.js';
import { BoardLayerReplay } from './board-replay.js';
import type { LayerReplay } from './layer-replay.js';
import { StateLayerReplay } from './state-replay.js';

/** @throws InputError if this is not an open table */
export function replayOf(table: Table): LayerReplay {
  if (!(table instanceof Table)) {
    throw new InputError(`the table must be an open one, found ${jsonExcerpt(table)}: open it with Table.open`);
  }
  const { space, fullName: name, metric } = table;
  const facts = { ...factsOf(space), name, metric };
  return table.walker === null ? new StateLayerReplay(facts, table) : new BoardLayerReplay(facts, table.walker);
}
