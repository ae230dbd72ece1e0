/** The machine has not the memory that a board needs; nothing was allocated. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
}

/** A worker thread died or threw: the layer is incomplete, so there is no result. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}
