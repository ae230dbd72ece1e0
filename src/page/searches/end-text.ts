/** The texts read out when one search of a comparison has ended, and when all have. */

import { grouped } from '../../base/text/numbers.js';
import { fewestExpanded, isOver, type Playback, type ShownSearch } from './playback.js';
import { searchTitle } from './search-names.js';

/** Returns null if nothing has ended yet. */
export function endText(comparison: Playback): string | null {
  const ended = comparison.searches.filter(({ end }) => end !== null);
  if (comparison.stream === 'stopped') return 'The comparison was stopped.';
  if (isOver(comparison)) return `The comparison is complete. ${bestText(comparison)}`.trim();
  const last = ended.at(-1);
  return last === undefined ? null : `${searchTitle(last)}: ${resultText(last)}.`;
}

/** Returns the result of a search: its distance, or why it gave up and how far it came. */
export function resultText({ progress, end }: ShownSearch): string {
  if (end === null) return 'not finished';
  if (!('failed' in end)) return end.distance === null ? 'no solution' : `distance ${end.distance}`;
  return `gave up${progress === null ? '' : reachedText(progress)}: ${end.failed}`;
}

function reachedText({ bound, layers }: NonNullable<ShownSearch['progress']>): string {
  return bound === null ? ` at depth ${layers.expanded.findLastIndex((nodes) => nodes > 0)}` : ` at bound ${bound}`;
}

function bestText(comparison: Playback): string {
  const fewest = fewestExpanded(comparison);
  if (fewest === null) return '';
  const best = comparison.searches.filter(({ end }) => end && 'expanded' in end && end.expanded === fewest);
  return `Fewest nodes expanded: ${best.map(searchTitle).join(' and ')}, ${grouped(fewest)}.`;
}
