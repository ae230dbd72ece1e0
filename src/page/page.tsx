/** All of the page, and its title. */

import { useEffect } from 'preact/hooks';
import { DistributionPanel } from './charts/distribution-panel.js';
import { Samples } from './charts/samples.js';
import type { Explorer } from './explorer/explorer.js';
import { useView } from './explorer/use-view.js';
import type { View } from './explorer/view.js';
import { capitalised, titleInChoice } from './explorer/words.js';
import { Help } from './help.js';
import { LiveRegion } from './live-region.js';
import { AntipodesGallery } from './position/antipodes-gallery.js';
import { ChoicePanel } from './position/choice-panel.js';
import { POSITION_ID, PositionPanel } from './position/position-panel.js';
import { SearchComparison } from './searches/comparison/search-comparison.js';
import { EstimatesPanel } from './searches/estimates/estimates-panel.js';
import { SolutionPlayer } from './solution/solution-player.js';
import { SpaceChoice } from './space-choice.js';

export function Page({ explorer }: { readonly explorer: Explorer }) {
  const view = useView(explorer);
  const { space, lost, problem } = view;
  const title = titleOf(view);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <header>
        <h1>antipode</h1>
        {space !== null && <SpaceChoice explorer={explorer} view={view} space={space} />}
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
        {space !== null && (
          <div class="panels" key={space.id}>
            <div class="column">
              <PositionPanel explorer={explorer} view={view} space={space} />
              <SolutionPlayer explorer={explorer} view={view} space={space} />
              <ChoicePanel explorer={explorer} view={view} space={space} />
            </div>
            <div class="columns">
              <div class="column">
                <DistributionPanel explorer={explorer} view={view} space={space} />
                <Samples explorer={explorer} view={view} space={space} />
              </div>
              <div class="column">
                <EstimatesPanel explorer={explorer} view={view} space={space} />
                <SearchComparison explorer={explorer} view={view} space={space} />
                <AntipodesGallery explorer={explorer} view={view} space={space} />
                <Help space={space} />
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
  const { space, distance } = view;
  if (space === null) return 'antipode';
  const where = distance === null ? 'out of reach' : distance === undefined ? null : `distance ${distance}`;
  return [titleInChoice(space), where, 'antipode'].filter((part) => part !== null).join(' · ');
}
