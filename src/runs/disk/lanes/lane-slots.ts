/** Stages in lanes: the slots of blocks, and runs of slots that are contiguous both in memory and in a file. */

import type { FilePlace, Portions } from './portions.js';
import { EMPTY, KNOWN, READ, type SharedStaging } from './shared-staging.js';
import type { Stage } from './stage.js';

/** The slots of a stage in a lane. Sources follow the tables, or precede them if every block has a slot. */
export interface SlotRanges {
  readonly lane: number;
  readonly tablesBegin: number;
  /** Equal to tablesBegin in layers that do not mark the table. */
  readonly tablesEnd: number;
  readonly slotsEnd: number;
}

/** A stage with its slots in a lane. */
export interface StageInLane extends Stage, SlotRanges {}

/** Returns true if a block's visited bits are stored in a file. */
export function isStored({ facts, layout }: Pick<SharedStaging, 'facts' | 'layout'>, index: number): boolean {
  return facts.held[index] > 0 && facts.held[index] < layout.blocks.states;
}

/**
 * Assigns slots to the blocks of a stage, and marks the slots to read.
 * @param mark true if the targets' tables are needed too
 */
export function occupy(
  staging: SharedStaging,
  portions: Portions,
  stage: Stage,
  lane: number,
  mark: boolean,
): StageInLane {
  const { lanes, isWhole, layout, facts } = staging;
  const { targets, sources } = stage;
  const { places, occupants, states } = lanes[lane];
  const tablesBegin = isWhole ? layout.cells * layout.blocks.count : targets.length;
  const tablesEnd = mark ? 2 * tablesBegin : tablesBegin;
  const slotsEnd = isWhole ? tablesEnd : tablesEnd + sources.length;
  const put = (slot: number, index: number, isRead: boolean) => {
    if (isWhole && states[slot] !== EMPTY) return;
    occupants[slot] = index;
    states[slot] = isRead ? READ : EMPTY;
  };
  const take = (key: number, slot: number): number => {
    const index = portions.indexOf(key);
    places[index] = slot + 1;
    put(slot, index, isStored(staging, index));
    return index;
  };
  for (let k = 0; k < targets.length; k++) {
    const key = targets[k];
    const slot = isWhole ? key : k;
    const index = take(key, slot);
    if (mark) put(tablesBegin + slot, index, facts.marked[index] > 0);
  }
  for (let k = 0; k < sources.length; k++) take(sources[k], isWhole ? sources[k] : tablesEnd + k);
  return { ...stage, lane, tablesBegin, tablesEnd, slotsEnd };
}

/** Removes the blocks of a stage from its lane. If every block has a slot, marks them as known instead. */
export function leave({ lanes, isWhole }: SharedStaging, portions: Portions, stage: StageInLane): void {
  const { lane, targets, sources, slotsEnd } = stage;
  const { places, states } = lanes[lane];
  if (isWhole) {
    for (let slot = 0; slot < slotsEnd; slot++) if (states[slot] !== EMPTY) states[slot] = KNOWN;
    return;
  }
  for (const key of targets) places[portions.indexOf(key)] = 0;
  for (const key of sources) places[portions.indexOf(key)] = 0;
}

/** Slots that are consecutive in a lane and in a file. */
export interface SlotRun extends FilePlace {
  readonly count: number;
  /** Address in memory. */
  readonly address: number;
}

/** Runs of a lane that are read from or written to files. */
export interface LaneRuns {
  readonly visited: SlotRun[];
  readonly table: SlotRun[];
}

export function runsToRead(staging: SharedStaging, portions: Portions, stage: StageInLane): LaneRuns {
  const { lane, targets, sources, tablesBegin, tablesEnd } = stage;
  const { states } = staging.lanes[lane];
  const { isWhole } = staging;
  const wanted = (slot: number) => states[slot] === READ;
  const runs = (keys: readonly number[], first: number) => slotRuns(staging, portions, keys, first, wanted);
  return {
    visited: [...runs(targets, 0), ...runs(sources, isWhole ? 0 : tablesEnd)],
    table: tablesEnd === tablesBegin ? [] : runs(targets, tablesBegin),
  };
}

/** Returns the runs of a stage that belong to a portion's files. */
export function runsToWrite(
  staging: SharedStaging,
  portions: Portions,
  stage: StageInLane,
  { colour, portion }: Pick<FilePlace, 'colour' | 'portion'>,
): LaneRuns {
  const { lane, targets, tablesBegin, tablesEnd } = stage;
  const { states, occupants } = staging.lanes[lane];
  const { begin, end } = portions.keysOf(colour, portion);
  const runs = (first: number, wanted: (slot: number) => boolean) =>
    slotRuns(staging, portions, targets, first, (slot, key) => {
      return key >= begin && key < end && states[slot] !== EMPTY && wanted(slot);
    });
  return {
    visited: runs(0, (slot) => isStored(staging, occupants[slot])),
    table: tablesEnd === tablesBegin ? [] : runs(tablesBegin, () => true),
  };
}

/**
 * Returns the longest runs of wanted slots.
 * @param keys in ascending order
 * @param first slot of the first key; if every block has a slot, of key 0
 */
function slotRuns(
  { isWhole, slotsBegin, slotBytes }: SharedStaging,
  portions: Portions,
  keys: readonly number[],
  first: number,
  wanted: (slot: number, key: number) => boolean,
): SlotRun[] {
  const runs: SlotRun[] = [];
  for (let k = 0; k < keys.length; ) {
    const begin = k;
    const key = keys[begin];
    const slot = first + (isWhole ? key : begin);
    k++;
    if (!wanted(slot, key)) continue;
    const place = portions.placeOfKey(key);
    const { end } = portions.keysOf(place.colour, place.portion);
    while (k < keys.length && keys[k] === keys[k - 1] + 1 && keys[k] < end && wanted(slot + k - begin, keys[k])) k++;
    runs.push({ ...place, count: k - begin, address: slotsBegin + slot * slotBytes });
  }
  return runs;
}
