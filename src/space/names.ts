/** Names of spaces in results and files. */

import { basename, extname } from 'node:path';
import type { Space } from './space.js';

/** Metrics that names omit. */
const USUAL_METRICS: readonly string[] = ['single', 'half-turn', 'powers'];

/**
 * Returns the full name of a space without its start or goal: its own name, then the metric if it is not the usual one. A user's
 * module is named after its file, so that two spaces of one author have different files.
 */
export function basicName({ source, name, metric }: Pick<Space, 'source' | 'name' | 'metric'>): string {
  if (source.kind === 'module') return basename(source.path, extname(source.path));
  const ending = metric === null || USUAL_METRICS.includes(metric) ? '' : `-${metric}`;
  return name.endsWith(ending) ? name : `${name}${ending}`;
}

/**
 * Returns a full name without the cell of a board's blank in its goal.
 * Messages and tables of the engine `claims` name boards so: 3x3 instead of 3x3-blank-4.
 */
export function nameWithoutGoal({ source, name }: Pick<Space, 'source' | 'name'>): string {
  return source.kind === 'board' ? name.replace(/-blank-\d+$/, '') : name;
}

/** Returns a text with every character but letters, digits, dot and minus replaced by minus. */
export function plainText(text: string): string {
  return text.replace(/[^A-Za-z0-9.-]/g, '-');
}
