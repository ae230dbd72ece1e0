/** Reasons for not making a portion that other processes need to know: files are damaged, or the layer is not the next one. */

import { StorageError } from '../../../base/storage/errors.js';
import type { Bitset } from './portion-header.js';

/** A file of a run. */
export interface PortionFile {
  readonly bitset: Bitset;
  readonly portion: number;
  readonly layer: number;
}

/** Error of a damaged or missing file that a layer is made from. */
export class DamagedError extends StorageError {
  readonly file: PortionFile;

  constructor(message: string, file: PortionFile) {
    super(message);
    this.file = file;
  }
}

/** Error if another process has completed the layer meanwhile, and removed the files that it was made from. */
export class LateError extends StorageError {
  constructor(folder: string, depth: number) {
    super(`another process has completed depth ${depth} in ${folder}`);
  }
}

/** Error if the previous layer has not been finished, as far as this machine can see. */
export class EarlyError extends StorageError {
  /** @param path of its manifest */
  constructor(path: string) {
    super(`${path} is missing: the previous layer has not been finished`);
  }
}
