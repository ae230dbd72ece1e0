/** The node that a search expanded last: its state, the moves made, and the estimate of the remaining moves. */

import './current-node.css';
import type { SearchProgress } from '../../../search/question/counts.js';
import type { SpaceAnswer } from '../../../serve/answers.js';
import { SmallBoard } from '../../board/small-board.js';
import { StateFace } from '../../faces/state-face.js';
import { tilesOf } from '../../tiles/board-shape.js';

export interface CurrentNodeProps {
  readonly space: SpaceAnswer;
  /** null until the first report. */
  readonly progress: SearchProgress | null;
}

export function CurrentNode({ space: { board, face, goal }, progress }: CurrentNodeProps) {
  const node = progress?.current;
  const tiles = board && node && tilesOf(node.state, board);
  return (
    <div class="current-node">
      <p class="note">Current node</p>
      <div class="node-state">
        {board && tiles ? (
          <SmallBoard board={board} tiles={tiles} name={node.state} goal={goal} />
        ) : (
          node && <StateFace face={face} state={node.state} little />
        )}
      </div>
      <dl>
        <div>
          <dt>g</dt>
          <dd>{node?.g ?? '–'}</dd>
          <dd class="meaning">moves made</dd>
        </div>
        <div>
          <dt>h</dt>
          <dd>{node?.h ?? '–'}</dd>
          <dd class="meaning">estimated</dd>
        </div>
        <div>
          <dt>f</dt>
          <dd>{node === undefined || node.h === null ? '–' : node.g + node.h}</dd>
          <dd class="meaning">{boundText(progress)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Returns the meaning of f. IDA* expands no node whose f exceeds its bound. */
function boundText(progress: SearchProgress | null): string {
  return progress === null || progress.bound === null ? 'g + h' : `g + h ≤ ${progress.bound}`;
}
