/** What every part of the page is drawn from. */

import type { TableAnswer } from '../serve/answers.js';
import type { Explorer, View } from './explorer.js';

export interface PanelProps {
  readonly explorer: Explorer;
  readonly view: View;
  readonly table: TableAnswer;
}
