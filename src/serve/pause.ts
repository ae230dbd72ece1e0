/**
 * Long work on the server's own thread is done in turns, so that others are answered meanwhile. The clock is common to all who
 * work: were it one for each, they would all have their turns between two looks at what has come in, and many would be long.
 */

/** Milliseconds between two turns of the event loop, whoever works, as long as a single step does not take longer. */
const LONGEST_TURN = 5;

const waiting: (() => void)[] = [];
let begin = Number.NEGATIVE_INFINITY;

/** Whether it is time for `nextTurn`; to be asked after each step, and before the first. */
export function isTurnOver(): boolean {
  return performance.now() - begin > LONGEST_TURN;
}

/** Until all others have had their turn, and what has come in has been looked at. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(giveTurn);
  });
}

/** To one of those who wait: between two of them the event loop goes round. */
function giveTurn(): void {
  begin = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
