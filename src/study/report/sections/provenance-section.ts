/** Section of the provenance of a report, so that it can be reproduced. */

import type { Provenance } from '../../../base/provenance.js';
import { secondsText } from '../../../base/text/numbers.js';
import { type Markup, markup } from '../charts/markup.js';
import type { Fact, Subject } from './subject.js';

/** The provenance of a report and of its table. */
export interface ReportProvenance extends Provenance {
  /** Path of the table. */
  readonly table: string;
}

export function provenanceSection(
  { threads, seconds }: { readonly threads: number; readonly seconds: number },
  subject: Subject,
  { command, version, date, node, processor, table }: ReportProvenance,
): Markup {
  const facts: readonly Fact[] = [
    ['Command', markup`<code>${command}</code>`],
    ['Program', markup`antipode ${version}`],
    ['Node', markup`${node}`],
    ['Date', markup`<time datetime="${date}">${date.slice(0, 16).replace('T', ' ')} UTC</time>`],
    ['Processor', markup`${processor.count} × ${processor.model}`],
    ...subject.facts,
    ['Table', markup`<code>${table}</code>`],
    ['Threads', markup`${threads}`],
    ['Time', markup`${secondsText(seconds)} for the analysis`],
    ['Distances', subject.distances],
  ];
  return markup`<section aria-labelledby="provenance">
<h2 id="provenance">How this was made</h2>
<dl class="provenance">
${facts.map(
  ([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>
`,
)}</dl>
</section>
`;
}
