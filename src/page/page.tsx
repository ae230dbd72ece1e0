/** All of the page, and its title. */

import { useEffect } from 'preact/hooks';
import { DistributionPanel } from './charts/distribution-panel.js';
import type { Explorer } from './explorer/explorer.js';
import { useView } from './explorer/use-view.js';
import type { View } from './explorer/view.js';
import { capitalised, tableTitle } from './explorer/words.js';
import { Help } from './help.js';
import { LiveRegion } from './live-region.js';
import { AntipodesGallery } from './position/antipodes-gallery.js';
import { ChoicePanel } from './position/choice-panel.js';
import { POSITION_ID, PositionPanel } from './position/position-panel.js';
import { SearchComparison } from './searches/search-comparison.js';
import { SolutionPlayer } from './solution/solution-player.js';
import { TableChoice } from './table-choice.js';

export function Page({ explorer }: { readonly explorer: Explorer }) {
  const view = useView(explorer);
  const { table, lost, problem } = view;
  const title = titleOf(view);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header>
        <h1>antipode</h1>
        {table !== null && <TableChoice explorer={explorer} view={view} table={table} />}
      </header>
      <main>
        {lost && (
          <p class="notice">
            <span>
              The server does not answer: is <code>antipode serve</code> still running? This page goes on when it is
              back.
            </span>
          </p>
        )}
        {problem !== null && (
          <p class="notice">
            <span>{capitalised(problem)}</span>
            <button
              type="button"
              onClick={() => {
                explorer.dismiss();
                document.getElementById(POSITION_ID)?.focus();
              }}
            >
              Close
            </button>
          </p>
        )}
        {table !== null && (
          <div class="panels" key={table.id}>
            <div class="column">
              <PositionPanel explorer={explorer} view={view} table={table} />
              <SolutionPlayer explorer={explorer} view={view} table={table} />
              <ChoicePanel explorer={explorer} view={view} table={table} />
            </div>
            <div class="columns">
              <div class="column">
                <DistributionPanel explorer={explorer} view={view} table={table} />
              </div>
              <div class="column">
                <SearchComparison explorer={explorer} view={view} table={table} />
                <AntipodesGallery explorer={explorer} view={view} table={table} />
                <Help table={table} />
              </div>
            </div>
          </div>
        )}
      </main>
      <LiveRegion view={view} />
    </>
  );
}

function titleOf(view: View): string {
  const { table, distance } = view;
  if (table === null) return 'antipode';
  const where = distance === null ? 'out of reach' : distance === undefined ? null : `distance ${distance}`;
  return [tableTitle(table), where, 'antipode'].filter((part) => part !== null).join(' · ');
}
