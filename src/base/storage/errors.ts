/** A file cannot be written, or that of an unfinished run cannot be read or is damaged; the message names it and what is wrong. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
