/** A worker thread died or threw, so its work is incomplete and there is no result. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError';
}
