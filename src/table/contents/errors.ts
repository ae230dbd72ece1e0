/** A table cannot be read, or its bytes are wrong. The message names the file and the fault. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** The file of a table, or the module of its space, does not exist or cannot be opened. */
export class NoFileError extends TableError {}
