/** Stages in lanes: which slot is whose, and which slots follow one another both in memory and in a file. */

import type { FilePlace, Portions } from './portions.js';
import { EMPTY, KNOWN, READ, type SharedStaging } from './shared-staging.js';
import type { Stage } from './stage.js';

/** The slots of a stage in a lane; sources are behind the tables, or in front of them if every block has a slot. */
export interface SlotRanges {
  readonly lane: number;
  readonly tablesBegin: number;
  /** The same as tablesBegin in layers that do not mark the table. */
  readonly tablesEnd: number;
  readonly slotsEnd: number;
}

/** A stage that has its slots in a lane. */
export interface StageInLane extends Stage, SlotRanges {}

/** Returns whether a block's visited bits are in a file. */
export function isStored({ facts, layout }: Pick<SharedStaging, 'facts' | 'layout'>, index: number): boolean {
  return facts.held[index] > 0 && facts.held[index] < layout.blocks.states;
}

/**
 * Gives the blocks of a stage their slots, and says which are to be read.
 * @param mark whether the targets' tables are needed too
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

/** Takes the blocks of a stage out of its lane; or, if every block has a slot, notes that they are there. */
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

/** Slots that follow one another in a lane and in a file. */
export interface SlotRun extends FilePlace {
  readonly count: number;
  /** In memory. */
  readonly address: number;
}

/** The runs of a lane that are to be read from files, or written to them. */
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

/** The contents of a portion's files, as far as they are in a stage. */
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
 * @param keys ascending
 * @param first the slot of the first of them; if every block has a slot, of key 0
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
