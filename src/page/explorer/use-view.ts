/** Redraws a component whenever the explorer's view changes. */

import { useEffect, useState } from 'preact/hooks';
import type { Explorer } from './explorer.js';
import type { View } from './view.js';

export function useView(explorer: Explorer): View {
  const [view, setView] = useState(explorer.view);
  useEffect(() => {
    setView(explorer.view);
    return explorer.watch(() => setView(explorer.view));
  }, [explorer]);
  return view;
}
