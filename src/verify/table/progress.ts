/**
 * Is told what is done now, before it is begun.
 * @param share how much of it is done, 0..1, whenever it is asked
 */
export type Progress = (what: string, share: () => number) => void;

/** Tells what is begun, of so many steps. @returns what is to be called with the steps done */
export function follower(what: string, steps: number, onProgress: Progress | undefined): (done: number) => void {
  let now = 0;
  onProgress?.(what, () => now / steps);
  return (done) => {
    now = done;
  };
}
