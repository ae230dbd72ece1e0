/** A table cannot be read, or its bytes are not what they should be; the message names the file and what is wrong. */
export class TableError extends Error {
  override readonly name = 'TableError';
}

/** There is no such table: no file has this name, or it cannot be opened. */
export class NoTableError extends TableError {}
