/** A file of a run that is not finished cannot be read or written, or is damaged; the message names it and what is wrong. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
