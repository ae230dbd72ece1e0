/** A run has been stopped after a layer, because it was asked to. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  /** The last layer of what is saved, or of what was searched if nothing could be saved. */
  readonly depth: number;
  /** The folder to resume from; null if nothing could be saved. */
  readonly folder: string | null;

  constructor(depth: number, folder: string | null) {
    super(
      folder === null
        ? `the exploration was stopped after depth ${depth}, and nothing was saved`
        : `the exploration was stopped after depth ${depth}; resume it from ${folder}`,
    );
    this.depth = depth;
    this.folder = folder;
  }
}
