/** The state and the moves shown, as texts to copy; and what a paper cites: the program and the counts of the space. */

import { Copy } from 'lucide';
import manifest from '#package.json' with { type: 'json' };
import { countOf, grouped } from '../../base/text.js';
import type { DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';
import type { PanelProps } from '../explorer/explorer.js';
import { statesText } from '../explorer/exploring.js';
import { solutionHere } from '../explorer/view.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { Card, CopyButton } from '../play/controls.js';

export function CitationPanel({ explorer, view, space }: PanelProps) {
  const { state } = wordsFor(space);
  const cited = citationText(space, view.distribution);
  /** Opens the solution if it is not open. */
  const moves = () => explorer.goTo((at) => at).then(() => solutionHere(explorer.view)?.moves.join(' ') ?? '');
  const texts = { [state]: () => view.state, ...((view.distance || view.known) && { moves }), citation: () => cited };
  return (
    <Card of="citation" title="Copy and cite" class="citation">
      <div class="row">
        {Object.entries(texts).map(([what, text]) => (
          <CopyButton key={what} {...{ explorer, what, text, icon: Copy }} />
        ))}
      </div>
      <p class="note">
        {capitalised(state)}: <code>{view.state}</code>
      </p>
      <p class="note cited">{cited}</p>
    </Card>
  );
}

/** Year of the version, as in CITATION.cff. */
const YEAR = 2026;

/**
 * Returns a citation of the program and of the counts of a space, such as `The antipode authors (2026). antipode (version 1.0.0)
 * [Computer software]. https://… Counts of 3x3, single: 181,440 positions, maximum depth 31, 2 antipodes, mean distance 21.9724.`
 */
export function citationText(space: SpaceAnswer, distribution: DistributionAnswer | null): string {
  const title = space.metric === null ? space.name : `${space.name}, ${space.metric}`;
  const counts = [`${statesText(space.states)} ${wordsFor(space).states}`];
  if (distribution !== null) {
    const { maxDepth, histogram, mean } = distribution;
    counts.push(`maximum depth ${grouped(maxDepth)}`, countOf(histogram[maxDepth], 'antipode'));
    counts.push(`mean distance ${mean.toFixed(4)}`);
  }
  const source = distribution?.source ? ` Distribution: ${distribution.source}.` : '';
  const { name, version, author, homepage } = manifest;
  const program = `${author} (${YEAR}). ${name} (version ${version}) [Computer software]. ${homepage}`;
  return `${program} Counts of ${title}: ${counts.join(', ')}.${source}`;
}
