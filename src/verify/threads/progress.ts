/**
 * Receives the name of each step before it begins.
 * @param share returns how much of the step is done, 0..1
 */
export type Progress = (what: string, share: () => number) => void;

/** Announces a piece of work. @returns a function that receives the number of steps done */
export function follower(what: string, steps: number, onProgress: Progress | undefined): (done: number) => void {
  let now = 0;
  onProgress?.(what, () => now / steps);
  return (done) => {
    now = done;
  };
}
