/** The machine has not the memory that a board needs; nothing was allocated. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/** An exploration that can be gone on with has been stopped after a layer, because it was asked to. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  /** The last layer of what is saved; of what was searched, where nothing could be. */
  readonly depth: number;
  /** The folder to resume from; null where nothing could be saved. */
  readonly folder: string | null;

  constructor(depth: number, folder: string | null) {
    super(
      folder === null
        ? `the exploration was stopped after depth ${depth}, and nothing was saved`
        : `the exploration was stopped after depth ${depth}; it goes on from ${folder}`,
    );
    this.depth = depth;
    this.folder = folder;
  }
}
