/** Error of a run that has been stopped after a layer on request. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
  /** Depth of the last saved layer, or of the last searched layer if nothing could be saved. */
  readonly depth: number;
  /** Folder to resume from; null if nothing could be saved. */
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
