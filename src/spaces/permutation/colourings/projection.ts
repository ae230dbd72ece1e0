/**
 * Projections: renamings of colours, many to one. Labels of a state's colours are labels on points, and moves take them along as they take
 * colours. So the states with the same labels are as many for all labels that moves lead to.
 *
 * The *ordered frame* of labels y is the permutation that takes, for every label, the k-th point that has it in the solved state to the k-th
 * point that has it in y. Example: if `1 1 2` is solved, then the frame of `1 2 1` takes the points 0 1 2 to 0 2 1.
 */

/** Writes the label of each point's colour. */
export function project(labels: Uint8Array, colouring: Uint8Array, projected: Uint8Array): void {
  for (let point = 0; point < colouring.length; point++) projected[point] = labels[colouring[point]];
}

/** Returns whether colours of the same label in the second projection have the same label in the first. */
export function isFiner(labels: Uint8Array, finer: Uint8Array): boolean {
  return labels.every((label, colour) => labels[finer.indexOf(finer[colour])] === label);
}

/** Writes ordered frames. */
export class OrderedFrames {
  /** Points by their label in the solved state, each label's in ascending order. */
  readonly #points: Uint8Array;
  /** [label]: where its points begin. */
  readonly #starts: Uint8Array;
  readonly #next: Uint8Array;

  /** @param solved the labels of the solved state */
  constructor(solved: Uint8Array) {
    const labels = Math.max(...solved) + 1;
    const order = [...solved.keys()].sort((a, b) => solved[a] - solved[b] || a - b);
    this.#points = Uint8Array.from(order);
    this.#starts = Uint8Array.from({ length: labels }, (_, label) =>
      order.findIndex((point) => solved[point] === label),
    );
    this.#next = new Uint8Array(labels);
  }

  /**
   * Writes the frame of labels.
   * @param projected [at..]: labels that moves lead to
   * @param frame [at..]
   */
  write(projected: Uint8Array, frame: Uint8Array, at: number): void {
    const next = this.#next;
    const ordered = this.#points;
    next.set(this.#starts);
    for (let point = 0; point < ordered.length; point++) frame[at + ordered[next[projected[at + point]]++]] = point;
  }
}
