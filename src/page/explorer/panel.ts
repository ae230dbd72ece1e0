/** What every part of the page is drawn from. */

import type { SpaceAnswer } from '../../serve/answers.js';
import type { Explorer } from './explorer.js';
import type { View } from './view.js';

export interface PanelProps {
  readonly explorer: Explorer;
  readonly view: View;
  readonly space: SpaceAnswer;
}
