/** A space read from a file, which may still need a name. */

import type { GeneratedSpace } from '../../../space/space-source.js';

export interface ReadSpace extends Pick<GeneratedSpace, 'generators' | 'sets' | 'metric'> {
  /** Name in the file, if it has one. */
  readonly name: string | undefined;
}
