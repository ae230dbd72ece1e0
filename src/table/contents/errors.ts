/** Error of a table that cannot be read, or whose bytes are wrong. The message names the file and the fault. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** Error of a table whose file, or whose space's module, does not exist or cannot be opened. */
export class NoFileError extends TableError {}
