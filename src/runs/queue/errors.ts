/** The queue cannot be used: no server, no package, another coordinator; the message says what to do. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
}
