/** Walkers of board tables, opened without their spaces. */

import type { TableContents } from '#src/table/contents/contents.js';
import { ChunkedFile } from '#src/table/files/chunked-file.js';
import { readHeader } from '#src/table/files/header.js';
import { MemoryStore } from '#src/table/files/store.js';
import { BoardWalker } from '#src/table/walker/board-walker.js';

/** Opens a file. @throws TableError if it is not the table of a board, or if it is damaged */
export function openWalker(path: string): BoardWalker {
  const file = new ChunkedFile(path, readHeader);
  return new BoardWalker(file.checked.claims, file, path);
}

/** Returns the walker of a table in memory. */
export function walkerOf(contents: TableContents): BoardWalker {
  return new BoardWalker(contents, new MemoryStore(contents), contents.facts.name);
}
