/** Error of a queue that cannot be used: no server, no package, or another coordinator. The message says what to do. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}
