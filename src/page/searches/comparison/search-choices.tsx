/** The choice of searches to compare, each with its heuristics. */

import './search-choices.css';
import type { ComparedSearch, SpaceAnswer } from '../../../serve/answers.js';
import { ALGORITHM_TITLES, heuristicTitle, searchTitle } from '../search-names.js';

export interface SearchChoicesProps {
  readonly space: SpaceAnswer;
  readonly chosen: readonly ComparedSearch[];
  readonly onChoose: (chosen: readonly ComparedSearch[]) => void;
}

export function SearchChoices({ space, chosen, onChoose }: SearchChoicesProps) {
  const all = offeredSearches(space);
  const isChosen = (search: ComparedSearch) => chosen.some((other) => isSame(search, other));
  const toggle = (search: ComparedSearch) => onChoose(all.filter((other) => isChosen(other) !== isSame(search, other)));
  // Searches without a heuristic share a line; each informed algorithm has its own.
  const lines = [
    { name: null, searches: all.filter(({ heuristic }) => heuristic === null) },
    ...space.searches
      .filter(({ heuristics }) => heuristics.length > 0)
      .map(({ algorithm }) => ({
        name: ALGORITHM_TITLES[algorithm],
        searches: all.filter((search) => search.algorithm === algorithm),
      })),
  ];
  return (
    <fieldset class="search-choices">
      <legend class="unseen">Searches</legend>
      {lines.map(({ name, searches }) => (
        <div key={name} class="offered">
          {name !== null && <span aria-hidden="true">{name} with</span>}
          {searches.map((search) => (
            <label key={searchTitle(search)} class="chip">
              <input
                type="checkbox"
                aria-label={searchTitle(search)}
                checked={isChosen(search)}
                onChange={() => toggle(search)}
              />
              <span aria-hidden="true">
                {search.heuristic === null ? searchTitle(search) : heuristicTitle(search.heuristic)}
              </span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** Returns the initial choice of searches: each algorithm with its default heuristic. */
export function usualSearches({ searches }: SpaceAnswer): ComparedSearch[] {
  return searches.map(({ algorithm, heuristics }) => ({ algorithm, heuristic: heuristics[0] ?? null }));
}

function offeredSearches({ searches }: SpaceAnswer): ComparedSearch[] {
  return searches.flatMap(({ algorithm, heuristics }) =>
    (heuristics.length === 0 ? [null] : heuristics).map((heuristic) => ({ algorithm, heuristic })),
  );
}

function isSame(one: ComparedSearch, other: ComparedSearch): boolean {
  return one.algorithm === other.algorithm && one.heuristic === other.heuristic;
}
