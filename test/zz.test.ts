import { test, expect } from 'vitest';
import { loadSpace } from '#src/spaces/open-space.js';
import { plainSpaceSearch } from '/work/wt/space/test/plain-space-search.js';
for (const [space, metric] of [['pancake:7'],['burnt-pancake:5'],['topspin:7,4'],['topspin:5,5'],['cube-2x2x2'],['pyraminx'],['skewb'],['jing-pyraminx'],['dino'],['m24'],['corners-3x3x3'],['moonspinner'],['moonspinner','generators'],['pancake:13'],['pancake:14']] as const)
test(space, async () => {
  const t=performance.now();
  const s = await loadSpace({kind:'known', space, ...(metric&&{metric})});
  console.log(space, s.fullName, s.size, s.moves.join(' '), s.format(s.starts[0]), s.format(Math.floor(s.size*0.7)), performance.now()-t);
  if (s.size<4e6) { const t=performance.now(); console.log(plainSpaceSearch(s).histogram.join(), performance.now()-t); }
}, 120000);
