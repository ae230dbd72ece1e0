/** States as rows: position, blank, rank, distance; by distance, blank and rank ascending. */

import { keepers } from '../../engines/bits/run/board-search.js';
import { type LayerState, statesOfLayer } from '../../runs/replay/layer-states.js';
import { replayLayers, type TableReplay } from '../../runs/replay/replay.js';
import { choiceOf, type Selection } from './selection.js';

/** What takes rows in and writes them down. */
export interface RowWriter<State> {
  /** @param state may be written over by the next one */
  write(state: State, distance: number): void;
  /** Whether what it holds should be written before more comes. */
  readonly isFull: boolean;
  /** Writes what it holds. */
  flush(): Promise<void>;
  /** Writes what it holds, and what comes after the last row. */
  finish(): Promise<void>;
}

/**
 * Replays the layers up to the last that is selected, and gives their states to a writer.
 * @param onRows called now and then with how many rows there have been
 * @throws as replayLayers, and what the writer throws
 */
export async function writeRows(
  replay: Omit<TableReplay, 'lastDepth'>,
  selection: Selection,
  writer: RowWriter<LayerState>,
  onRows: (rows: number) => void,
): Promise<void> {
  const { board, goalCell, histogram } = replay;
  const choice = choiceOf(histogram, selection);
  let rows = 0;
  await replayLayers({ ...replay, lastDepth: selection.last }, keepers({ most: 0 }), async (layer) => {
    if (layer.depth < selection.first) return;
    for (const state of statesOfLayer(board, goalCell, layer, choice[layer.depth])) {
      writer.write(state, layer.depth);
      rows++;
      if (writer.isFull) {
        await writer.flush();
        onRows(rows);
        replay.signal?.throwIfAborted();
      }
    }
  });
  await writer.finish();
  onRows(rows);
}
