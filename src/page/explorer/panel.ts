/** The properties of every panel of the page. */

import type { SpaceAnswer } from '../../serve/answers.js';
import type { Explorer } from './explorer.js';
import type { View } from './view.js';

export interface PanelProps {
  readonly explorer: Explorer;
  readonly view: View;
  readonly space: SpaceAnswer;
}
