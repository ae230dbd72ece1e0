/** Three paths that data takes through the rooms, from what a user types down to where the work is done. */

import { roomNumber } from './rooms.js';
import type { SourceFile } from './source-files.js';

export interface Walk {
  readonly title: string;
  readonly about: string;
  readonly steps: readonly WalkStep[];
  /** How often a step may lead up, into a room that the table lists later. */
  readonly mostClimbs: number;
}

export interface WalkStep {
  readonly path: string;
  /** Of a function, class or type in the file. */
  readonly name: string;
  /** What it does, as a sentence. */
  readonly does: string;
}

export const WALKS: readonly Walk[] = [];

/** Returns the steps that no import joins to an earlier one, as text. A worker is reached by its file's name. */
export function stepsDownTo({ steps }: Walk, files: readonly SourceFile[]): string[] {
  const missing: string[] = [];
  for (const [index, { path }] of steps.entries()) {
    if (index === 0) continue;
    const earlier = steps.slice(0, index).map((step) => files.find((file) => file.path === step.path));
    const isReached = earlier.some(
      (file) =>
        file?.path === path ||
        file?.imports.some((target) => target.path === path) ||
        (path.startsWith('workers/') && file?.text.includes(`${path.replace(/^workers\/(.*)\.ts$/, '$1')}.`)),
    );
    if (!isReached) missing.push(path);
  }
  return missing;
}

/** Returns the steps that lead up, as text. */
export function climbsOf({ steps }: Walk, files: readonly SourceFile[]): string[] {
  const roomOf = (path: string) => files.find((file) => file.path === path)?.room ?? '';
  return steps
    .slice(1)
    .map((step, index) => [steps[index].path, step.path] as const)
    .filter(([from, to]) => roomNumber(roomOf(to)) > roomNumber(roomOf(from)))
    .map(([from, to]) => `${from} to ${to}`);
}
