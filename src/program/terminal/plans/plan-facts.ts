/** Facts that several kinds of plans share. */

import { abbreviated, bytesText, roughTime } from '../../../base/text/numbers.js';
import type { Room } from '../../../plan/rooms.js';

/** Names and values, for factsText. */
export type PlanFacts = [string, string][];

export function roomFacts({ folder, neededBytes, freeBytes }: Room): PlanFacts {
  const missing = neededBytes <= freeBytes ? '' : `: ${bytesText(neededBytes - freeBytes)} missing`;
  const where = folder === null ? '' : ` in ${folder}`;
  const room = `${bytesText(neededBytes)}, and ${bytesText(freeBytes)} are free${where}${missing}`;
  return [[folder === null ? 'memory' : 'disk', room]];
}

/** @param layerSeconds time of a full layer; null if the speed of the disk is unknown */
export function timeText(seconds: number | null, layerSeconds: number | null): string {
  if (layerSeconds === null) return 'unknown: the disk could not be measured';
  if (seconds === null) return 'unknown, because the number of layers is unknown';
  const text = roughTime(seconds);
  return text.startsWith('less') ? text : `at most ${text}, at these speeds`;
}

export function speedText(bytesPerSecond: number): string {
  return `${abbreviated(bytesPerSecond)}B/s`;
}
