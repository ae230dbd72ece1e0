/** The list of a comparison's searches. When all have ended, the search with the fewest nodes expanded is marked. */

import { type ScaleName, scaleOf } from '../../charts/chart-scale.js';
import { currentOf, effortOf, fewestExpanded, type Playback } from '../playback.js';
import { SearchRow } from './search-row.js';

export interface SearchResultsProps {
  readonly comparison: Playback;
  /** Index of the search drawn in the chart. */
  readonly at: number;
  readonly scale: ScaleName;
  readonly over: boolean;
  readonly onLook: (at: number) => void;
}

export function SearchResults({ comparison, at, scale: name, over, onLook }: SearchResultsProps) {
  const { searches } = comparison;
  const most = searches.reduce((most, search) => Math.max(most, effortOf(search)?.expanded ?? 0), 10);
  const scale = scaleOf(name, most);
  const fewest = over ? fewestExpanded(comparison) : null;
  const now = currentOf(comparison);
  return (
    <>
      <ol class="results" aria-busy={!over}>
        {searches.map((search, index) => (
          <SearchRow
            key={`${search.algorithm} ${search.heuristic}`}
            search={search}
            scale={scale}
            isShown={index === at}
            isBest={search.end !== null && !('failed' in search.end) && search.end.expanded === fewest}
            waiting={over ? 'never' : index === now ? 'now' : 'later'}
            onLook={() => onLook(index)}
          />
        ))}
      </ol>
      <p class="result-scale" aria-hidden="true">
        {scale.ticks.map(({ height, label }) => (
          <span key={label} style={{ left: `${height * 100}%` }}>
            {label}
          </span>
        ))}
      </p>
    </>
  );
}
