/** Walkers of board tables, opened without their spaces. */

import { BoardWalker } from '#src/table/board-walker.js';
import type { TableContents } from '#src/table/contents.js';
import { readHeader } from '#src/table/header.js';
import { ChunkedFile, MemoryStore } from '#src/table/store.js';

/** Opens a file. @throws TableError if it is not the table of a board, or if it is damaged */
export function openWalker(path: string): BoardWalker {
  const file = new ChunkedFile(path, readHeader);
  return new BoardWalker(file.checked.header, file, path);
}

/** Returns the walker of a table in memory. */
export function walkerOf(contents: TableContents): BoardWalker {
  return new BoardWalker(contents, new MemoryStore(contents), contents.facts.name);
}
