/**
 * Error of a file that cannot be written, or of an unfinished run's file that cannot be read or is damaged. The message names the file
 * and the fault.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
