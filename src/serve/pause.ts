/**
 * Pauses in long work on the server's own thread, in which other requests are answered. All work shares one clock. If each piece of
 * work had its own, all of them would run between two rounds of the event loop, and such a round would take long.
 */

/** Milliseconds of work between two rounds of the event loop, as long as a single step does not take longer. */
const LONGEST_STRETCH = 5;

const paused: (() => void)[] = [];
let begin = Number.NEGATIVE_INFINITY;

/** Returns whether it is time for a `pause`. Work asks before its first step and after each. */
export function isPauseDue(): boolean {
  return performance.now() - begin > LONGEST_STRETCH;
}

/** Waits until all work that paused earlier has resumed, and the event loop has read what has come in. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (paused.push(resolve) === 1) setImmediate(resumeNext);
  });
}

/** Resumes the work that has waited longest; between two of them the event loop goes round. */
function resumeNext(): void {
  begin = performance.now();
  paused.shift()?.();
  if (paused.length > 0) setImmediate(resumeNext);
}
