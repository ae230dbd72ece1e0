/** A table cannot be read, or its bytes are not what they should be; the message names the file and what is wrong. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** The file of a table, or the module of its space, does not exist or cannot be opened. */
export class NoFileError extends TableError {}
