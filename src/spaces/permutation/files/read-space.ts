/** What the readers of files give: a space that may still need a name. */

import type { GeneratedSpace } from '../../../space/space-source.js';

export interface ReadSpace extends Pick<GeneratedSpace, 'generators' | 'sets' | 'metric'> {
  /** As the file says it, if it does. */
  readonly name: string | undefined;
}
