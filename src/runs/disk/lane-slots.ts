/** Portions in lanes: which slot is whose, and which slots follow one another both in memory and in a file. */

import type { SlotRun } from './files/work-file.js';
import type { Portion } from './portion.js';
import { CHANGED, EMPTY, KNOWN, type Lane, READ, type SharedStaging } from './shared-staging.js';

/** The slots of a portion in a lane; sources are behind the tables, or in front of them if every block has a slot. */
export interface SlotRanges {
  readonly lane: number;
  readonly tablesBegin: number;
  /** The same as tablesBegin in layers that do not mark the table. */
  readonly tablesEnd: number;
  readonly end: number;
}

/** A portion that has its slots in a lane. */
export interface StagedPortion extends Portion, SlotRanges {}

/**
 * Gives the blocks of a portion their slots, and says which are to be read.
 * @param mark whether the targets' tables are needed too
 * @param all whether to read blocks too that have held nothing so far
 */
export function occupy(
  { lanes, isWhole, counts, layout }: SharedStaging,
  portion: Portion,
  lane: number,
  mark: boolean,
  all: boolean,
): StagedPortion {
  const { targets, sources } = portion;
  const { places, occupants, states } = lanes[lane];
  const tablesBegin = isWhole ? layout.cells * layout.blocks.count : targets.length;
  const tablesEnd = mark ? 2 * tablesBegin : tablesBegin;
  const end = isWhole ? tablesEnd : tablesEnd + sources.length;
  const put = (slot: number, index: number, isRead: boolean) => {
    if (isWhole && states[slot] !== EMPTY) return;
    occupants[slot] = index;
    states[slot] = isRead ? READ : EMPTY;
  };
  for (const [k, target] of targets.entries()) {
    const slot = isWhole ? target : k;
    places[target] = slot + 1;
    put(slot, target, all || counts.held[target] > 0);
    if (mark) put(tablesBegin + slot, target, all || counts.marked[target] > 0);
  }
  for (const [k, source] of sources.entries()) {
    const slot = isWhole ? source : tablesEnd + k;
    places[source] = slot + 1;
    put(slot, source, true);
  }
  return { ...portion, lane, tablesBegin, tablesEnd, end };
}

/** Takes the blocks of a portion out of its lane; or, if every block has a slot, notes that they are there. */
export function leave({ lanes, isWhole }: SharedStaging, { lane, targets, sources, end }: StagedPortion): void {
  const { places, states } = lanes[lane];
  if (isWhole) {
    for (let slot = 0; slot < end; slot++) if (states[slot] !== EMPTY) states[slot] = KNOWN;
    return;
  }
  for (const target of targets) places[target] = 0;
  for (const source of sources) places[source] = 0;
}

/** The runs of a lane that are to be read from a file, or written to it. */
export interface LaneRuns {
  readonly visited: SlotRun[];
  readonly table: SlotRun[];
}

export function runsToRead(staging: SharedStaging, portion: StagedPortion): LaneRuns {
  return laneRuns(staging, portion, READ);
}

export function runsToWrite(staging: SharedStaging, portion: StagedPortion): LaneRuns {
  return laneRuns(staging, portion, CHANGED);
}

function laneRuns(staging: SharedStaging, portion: StagedPortion, state: number): LaneRuns {
  const { lane, tablesBegin, tablesEnd, end } = portion;
  const runs = (from: number, to: number) => runsOfState(staging, staging.lanes[lane], from, to, state);
  return { visited: [...runs(0, tablesBegin), ...runs(tablesEnd, end)], table: runs(tablesBegin, tablesEnd) };
}

function runsOfState(
  { slotsBegin, slotBytes }: SharedStaging,
  { occupants, states }: Lane,
  begin: number,
  end: number,
  state: number,
): SlotRun[] {
  const runs: SlotRun[] = [];
  for (let slot = begin; slot < end; ) {
    if (states[slot] !== state) {
      slot++;
      continue;
    }
    let next = slot + 1;
    while (next < end && states[next] === state && occupants[next] === occupants[next - 1] + 1) next++;
    runs.push({ first: occupants[slot], count: next - slot, address: slotsBegin + slot * slotBytes });
    slot = next;
  }
  return runs;
}
