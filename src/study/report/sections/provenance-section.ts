/** The provenance of a report, so that it can be made again. */

import { secondsText } from '../../../base/text/numbers.js';
import { type Markup, markup } from '../charts/markup.js';
import type { Fact, Subject } from './subject.js';

/** Facts that an analysis does not know of itself. */
export interface Provenance {
  /** The command as it would be typed. */
  readonly command: string;
  /** Version of the program. */
  readonly version: string;
  /** Path of the table. */
  readonly table: string;
  readonly date: Date;
}

export function provenanceSection(
  { threads, seconds }: { readonly threads: number; readonly seconds: number },
  subject: Subject,
  { command, version, table, date }: Provenance,
): Markup {
  const iso = date.toISOString();
  const facts: readonly Fact[] = [
    ['Command', markup`<code>${command}</code>`],
    ['Program', markup`antipode ${version}`],
    ['Date', markup`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`],
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
