/** Portions in lanes: which slot is whose, and which slots follow one another both in memory and in a file. */

import type { Portion } from './portion.js';
import { CHANGED, type Lane, READ, type SharedStaging, UNREAD } from './shared-staging.js';
import type { SlotRun } from './work-file.js';

/** A portion that has its slots in a lane. */
export interface StagedPortion extends Portion {
  readonly lane: number;
  /** Whether its targets' tables are there. */
  readonly mark: boolean;
}

/**
 * Gives the blocks of a portion their slots, and says which are to be read.
 * @param all whether to read blocks too that have held nothing so far
 */
export function occupy({ lanes, counts }: SharedStaging, portion: StagedPortion, all: boolean): void {
  const { lane, targets, sources, mark } = portion;
  const { places, occupants, states } = lanes[lane];
  let slot = 0;
  const put = (index: number, isRead: boolean) => {
    occupants[slot] = index;
    states[slot++] = isRead ? READ : UNREAD;
  };
  for (const target of targets) {
    places[target] = slot + 1;
    put(target, all || counts.held[target] > 0);
  }
  if (mark) for (const target of targets) put(target, all || counts.marked[target] > 0);
  for (const source of sources) {
    places[source] = slot + 1;
    put(source, true);
  }
}

/** Takes the blocks of a portion out of its lane. */
export function leave({ lanes }: SharedStaging, { lane, targets, sources }: StagedPortion): void {
  const { places } = lanes[lane];
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

function laneRuns(staging: SharedStaging, { lane, targets, sources, mark }: StagedPortion, state: number): LaneRuns {
  const tables = targets.length;
  const behind = mark ? 2 * tables : tables;
  const runs = (begin: number, end: number) => runsOfState(staging, staging.lanes[lane], begin, end, state);
  return {
    visited: [...runs(0, tables), ...runs(behind, behind + sources.length)],
    table: runs(tables, behind),
  };
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
