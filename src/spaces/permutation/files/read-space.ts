/** The result of reading a file: a space that may still need a name. */

import type { GeneratedSpace } from '../../../space/space-source.js';

export interface ReadSpace extends Pick<GeneratedSpace, 'generators' | 'sets' | 'metric'> {
  /** The name in the file, if it has one. */
  readonly name: string | undefined;
}
