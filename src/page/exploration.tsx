/** An exploration before the reader's eyes: its layers in a chart that grows, with Cancel; and the question before it. */

import { useEffect } from 'preact/hooks';
import { mostOf, total } from '../base/statistics.js';
import { countOf, grouped } from '../base/text.js';
import type { PanelProps } from './explorer/explorer.js';
import type { Exploring } from './explorer/exploring.js';
import { Card, PushButton } from './play/controls.js';
import { ChartFrame, scaleOf } from './searches/chart.js';
import { DENSE } from './searches/distribution.js';

/** The chart has room for this many layers, and for twice as many whenever it is full: the bars stay in place between. */
const FIRST_ROOM = 16;

type ExplorationProps = Pick<PanelProps, 'explorer'> & { readonly exploring: Exploring };

export function ExplorationPanel({ explorer, exploring }: ExplorationProps) {
  const { title, question, histogram, states } = exploring;
  const found = total(histogram);
  const asks = question !== undefined;
  useEffect(() => {
    if (asks) document.querySelector<HTMLElement>('.exploration .main')?.focus();
  }, [asks]);
  /** Acts, and moves the focus from the button, which is gone then. */
  const then = (act: () => void) => () => {
    act();
    document.querySelector<HTMLElement>('.space-choice')?.focus();
  };
  const buttons = (
    <div class="row">
      {question && (
        <PushButton class="main" onPush={then(question.go)}>
          Explore
        </PushButton>
      )}
      <PushButton onPush={then(() => explorer.cancelExploring())}>Cancel</PushButton>
    </div>
  );
  return (
    <Card
      of="exploration"
      title={question ? `Explore ${title}?` : `Exploring ${title}`}
      class="exploration"
      beside={buttons}
    >
      <p class="readout">
        {question?.text ??
          (states === null
            ? 'Preparing …'
            : `Distance ${histogram.length - 1}: ${grouped(found)} of ${countOf(states, 'state')}`)}
      </p>
      {states !== null && (
        <>
          <progress value={found / states} aria-label="States found" />
          <GrowingChart histogram={histogram} />
        </>
      )}
    </Card>
  );
}

function GrowingChart({ histogram }: Pick<Exploring, 'histogram'>) {
  const scale = scaleOf('counts', mostOf(histogram));
  const room = FIRST_ROOM * 2 ** Math.max(0, Math.ceil(Math.log2(histogram.length / FIRST_ROOM)));
  return (
    <ChartFrame scale={scale} last={room - 1} xTitle="Moves" yTitle="States">
      <div class={room > DENSE ? 'bars dense' : 'bars'} role="img" aria-label="States at each distance so far">
        {Array.from({ length: room }, (_, depth) => (
          <span key={depth} class="bar">
            {depth in histogram && <span class="fill" style={{ height: `${scale.height(histogram[depth]) * 100}%` }} />}
          </span>
        ))}
      </div>
    </ChartFrame>
  );
}
