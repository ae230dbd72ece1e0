/** A search of a comparison: its name, a bar for the nodes expanded, and its counts. Pressing the name shows it in the chart. */

import './search-row.css';
import { grouped, secondsText } from '../../../base/text/numbers.js';
import type { Scale } from '../../charts/chart-scale.js';
import { PushButton } from '../../controls/push-button.js';
import { capitalised } from '../../explorer/words.js';
import { resultText } from '../end-text.js';
import { effortOf, type ShownSearch } from '../playback.js';
import { searchTitle } from '../search-names.js';

export interface SearchRowProps {
  readonly search: ShownSearch;
  /** Horizontal scale of nodes expanded. */
  readonly scale: Scale;
  /** True if the chart shows this search. */
  readonly isShown: boolean;
  readonly isBest: boolean;
  readonly waiting: 'now' | 'later' | 'never';
  readonly onLook: () => void;
}

export function SearchRow({ search, scale, isShown, isBest, waiting, onLook }: SearchRowProps) {
  const effort = effortOf(search);
  const { end } = search;
  const seconds = end === null || 'failed' in end ? null : end.seconds;
  const numbers = [
    ['expanded', effort && grouped(effort.expanded)],
    ['generated', effort && grouped(effort.generated)],
    ['stored', effort && grouped(effort.stored)],
    ['time', seconds === null ? null : secondsText(seconds)],
  ] as const;
  return (
    <li class={isBest ? 'best' : ''}>
      <PushButton class="search-name" aria-pressed={isShown} off={effort === null} onPush={onLook}>
        {searchTitle(search)}
      </PushButton>
      <p class="outcome">
        {outcomeOf(search, waiting)}
        {isBest && <strong class="badge">★ fewest nodes expanded</strong>}
      </p>
      <div class="lane" aria-hidden="true">
        {effort !== null && (
          <span
            class={end === null || 'failed' in end ? 'lane-bar open' : 'lane-bar'}
            style={{ width: `${scale.height(effort.expanded) * 100}%` }}
          />
        )}
        {scale.ticks.map(({ height, label }) => (
          <i key={label} class="lane-line" style={{ left: `${height * 100}%` }} />
        ))}
      </div>
      <dl class="numbers">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function outcomeOf(search: ShownSearch, waiting: SearchRowProps['waiting']): string {
  if (search.end !== null) return capitalised(resultText(search));
  if (waiting === 'never') return search.progress === null ? 'Not run' : 'Not finished';
  return waiting === 'now' ? 'Searching …' : 'Waiting';
}
