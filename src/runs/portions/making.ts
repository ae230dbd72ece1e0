/** The outcome of making portions of a layer, by which another process knows what to do next. */

import { StorageError } from '../../base/storage/errors.js';
import { DamagedError, LateError, type PortionFile } from '../disk/files/errors.js';
import { portionFileOf } from '../disk/files/portion-header.js';
import type { Traffic } from '../disk/make-portions.js';
import { isLayerOver } from './followed-layers.js';

export type Making =
  | ({ readonly outcome: 'made' } & Traffic)
  /** The layer is complete already, or the run is over. */
  | { readonly outcome: 'late' }
  /** A file that the layer is made from is damaged or missing. */
  | { readonly outcome: 'damaged'; readonly file: PortionFile; readonly message: string };

/** Returns the outcome that a failure means. @throws the failure, if it is one of this process */
export function makingOf(error: unknown, folder: string, layer: number): Making {
  if (!(error instanceof StorageError)) throw error;
  if (error instanceof LateError || isLayerOver(folder, layer)) return { outcome: 'late' };
  if (error instanceof DamagedError) return { outcome: 'damaged', file: error.file, message: error.message };
  const { code, path } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const file = code === 'ENOENT' && path !== undefined ? portionFileOf(path) : undefined;
  if (file === undefined) throw error;
  return { outcome: 'damaged', file, message: `${path} is missing; begin again in an empty folder` };
}
