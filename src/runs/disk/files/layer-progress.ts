/** The progress of a layer, which a run that was broken off needs to do it again. It is written before visited bits are. */

import { join } from 'node:path';
import { StorageError } from '../../../base/storage/errors.js';
import { readSealed, type Seal, writeSealed } from '../../../base/storage/sealed-file.js';
import type { State } from '../../../spaces/board/numbering/numbering.js';
import { named } from './work-file.js';

export interface LayerProgress {
  readonly depth: number;
  /** First states of that depth among the blocks that are begun. */
  readonly first: readonly State[];
  /** A bit for each block number, set if visited bits of this layer may have been written. */
  readonly begun: Uint8Array;
}

const SEAL: Seal = { magic: 'ANTILAYR', version: 1, what: 'the progress of a layer' };

function progressPath(folder: string): string {
  return join(folder, 'progress');
}

/** @throws StorageError */
export async function writeProgress(folder: string, { depth, first, begun }: LayerProgress): Promise<void> {
  const path = progressPath(folder);
  const contents = { depth, first: first.map(({ cell, word, bit }) => [cell, word, bit]), begun };
  await named(path, 'written', () => writeSealed(path, SEAL, contents));
}

/**
 * @param depth of the layer that is to be done
 * @param bytes of its bits
 * @returns that of a layer of which nothing is begun, if the file does not exist or is that of the layer before
 * @throws StorageError
 */
export async function readProgress(folder: string, depth: number, bytes: number): Promise<LayerProgress> {
  const path = progressPath(folder);
  const none = { depth, first: [], begun: new Uint8Array(bytes) };
  const contents = (await readSealed(path, SEAL)) as
    | { depth: number; first: [number, number, number][]; begun: Uint8Array }
    | undefined;
  if (contents === undefined || contents.depth < depth) return none;
  if (contents.depth > depth || contents.begun.length !== bytes) {
    throw new StorageError(
      `${path} is not of this exploration: it is of depth ${contents.depth}, and ${depth} is next`,
    );
  }
  const first = contents.first.map(([cell, word, bit]) => ({ cell, word, bit }));
  return { depth, first, begun: contents.begun };
}
