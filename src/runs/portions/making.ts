/** The outcome of making portions of a layer, as reported to another process. */

import { StorageError } from '../../base/storage/errors.js';
import { DamagedError, LateError, type PortionFile } from '../disk/files/errors.js';
import { portionFileOf } from '../disk/files/portion-header.js';
import type { Traffic } from '../disk/make-portions.js';
import { isLayerOver } from './followed-layers.js';

export type Making =
  | ({ readonly outcome: 'made' } & Traffic)
  /** The layer or the whole run is complete already. */
  | { readonly outcome: 'late' }
  /** A source file of the layer is damaged or missing. */
  | { readonly outcome: 'damaged'; readonly file: PortionFile; readonly message: string };

/** Converts a failure to an outcome. @throws the failure if it is a failure of this process */
export function makingOf(error: unknown, folder: string, layer: number): Making {
  if (!(error instanceof StorageError)) throw error;
  if (error instanceof LateError || isLayerOver(folder, layer)) return { outcome: 'late' };
  if (error instanceof DamagedError) return { outcome: 'damaged', file: error.file, message: error.message };
  const { code, path } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const file = code === 'ENOENT' && path !== undefined ? portionFileOf(path) : undefined;
  if (file === undefined) throw error;
  return { outcome: 'damaged', file, message: `${path} is missing; begin again in an empty folder` };
}
