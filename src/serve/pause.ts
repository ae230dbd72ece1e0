/**
 * Pauses in long work on the server's main thread, during which other requests are answered. All work shares one clock. If each piece of
 * work had its own clock, all pieces would run within one round of the event loop, which would take long.
 */

/** Milliseconds of work between two rounds of the event loop, unless a single step takes longer. */
const LONGEST_STRETCH = 5;

const paused: (() => void)[] = [];
let begin = Number.NEGATIVE_INFINITY;

/** Returns true if it is time for a `pause`. Called before the first step of any work, and after each step. */
export function isPauseDue(): boolean {
  return performance.now() - begin > LONGEST_STRETCH;
}

/** Waits until all work that paused earlier has resumed, and the event loop has read its input. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (paused.push(resolve) === 1) setImmediate(resumeNext);
  });
}

/** Resumes the work that has waited longest. The event loop runs between two pieces of work. */
function resumeNext(): void {
  begin = performance.now();
  paused.shift()?.();
  if (paused.length > 0) setImmediate(resumeNext);
}
