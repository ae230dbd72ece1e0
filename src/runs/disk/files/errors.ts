/** The reasons why a portion cannot be made that other processes have to know: its files are damaged, or its layer is not the next one. */

import { StorageError } from '../../../base/storage/errors.js';
import type { Bitset } from './portion-header.js';

/** A file of a run. */
export interface PortionFile {
  readonly bitset: Bitset;
  readonly portion: number;
  readonly layer: number;
}

/** A file that a layer is made from is damaged or missing. */
export class DamagedError extends StorageError {
  readonly file: PortionFile;

  constructor(message: string, file: PortionFile) {
    super(message);
    this.file = file;
  }
}

/** Another process has completed the layer meanwhile, and has removed what it was made from. */
export class LateError extends StorageError {
  constructor(folder: string, depth: number) {
    super(`another process has completed depth ${depth} in ${folder}`);
  }
}

/** The layer before has not been finished, as far as this machine can see. */
export class EarlyError extends StorageError {
  /** @param path of its manifest */
  constructor(path: string) {
    super(`${path} is missing: the previous layer has not been finished`);
  }
}
