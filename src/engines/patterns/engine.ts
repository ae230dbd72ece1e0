/**
 * The engine `patterns`: enumerates a pattern 120 states at a time. A move takes all arrangements of a placement at once. docs/patterns.md
 * describes the method.
 */

import { LARGEST_KERNEL_MEMORY, type MemoryNeeds } from '../../base/memory.js';
import { bytesText } from '../../base/text/numbers.js';
import { threadsFor } from '../../base/threads/thread-count.js';
import { outlineOf, type SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import { writeState } from '../../space/space-text.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { reachesAllStates } from '../../spaces/pattern/geometry.js';
import type { Engine, EnginePlan, EngineRefusal, MemoryRun, Need, RunEstimate } from '../engine.js';
import { snapshotRowBytes } from './bitsets-snapshot.js';
import { bitsetBytes, heldBytes, layOutBitsets, scratchBytes } from './kernel/layout.js';
import { placementGraphOf } from './moves/placement-graph.js';
import { PatternRun } from './pattern-run.js';
import type { PreparedPattern } from './prepared-pattern.js';

/** The work of all layers on one thread: a second for 1.2 billion states and for a million placements, whose edges are looked at in each. */
const STATES_PER_SECOND = 1.2e9;
const PLACEMENTS_PER_SECOND = 1e6;

export const patternsEngine: Engine = {
  name: 'patterns',
  async plan(source, need) {
    if (source.kind !== 'pattern') return NOT_A_PATTERN;
    return planPattern(await openNumberedSpace(source), need);
  },
};

const NOT_A_PATTERN: EngineRefusal = { refused: 'is for patterns' };

function planPattern(space: NumberedSpace, need: Need): EnginePlan | EngineRefusal {
  const { pattern } = space;
  if (pattern === null) return NOT_A_PATTERN;
  need.signal?.throwIfAborted();
  const { geometry } = pattern;
  const bytes = bitsetBytes(geometry) * (need.table ? 2 : 1);
  const refusal = { refused: `needs ${bytesText(bytes)} for its bitsets, and a memory of WebAssembly ends at 4 GiB` };
  // The graph of a pattern that does not fit may take long to make.
  if (bytes > LARGEST_KERNEL_MEMORY) return refusal;
  const graph = placementGraphOf(geometry);
  const seconds = geometry.states / STATES_PER_SECOND + geometry.placements / PLACEMENTS_PER_SECOND;
  const threads = threadsFor(need.threads, seconds, geometry.placements);
  const layout = layOutBitsets(geometry, graph.edges.length, need.table, threads);
  if (layout === null) return refusal;
  return new PatternPlan({ space, pattern, facts: outlineOf(space), need, graph, layout, threads });
}

class PatternPlan implements EnginePlan {
  readonly engine = 'patterns';
  readonly held = 'its bitsets';
  readonly #prepared: PreparedPattern;

  constructor(prepared: PreparedPattern) {
    this.#prepared = prepared;
  }

  get facts(): SpaceOutline {
    return this.#prepared.facts;
  }

  get need(): Need {
    return this.#prepared.need;
  }

  get reached(): number | null {
    return reachesAllStates(this.#prepared.pattern.geometry) ? this.facts.size : null;
  }

  get threads(): number {
    return this.#prepared.threads;
  }

  get needs(): MemoryNeeds {
    const { layout } = this.#prepared;
    return { bytes: heldBytes(layout), threadBytes: scratchBytes(layout.blockBytes) };
  }

  get tableBytes(): number {
    if (!this.need.table) return 0;
    const bytes = bitsetBytes(this.#prepared.pattern.geometry);
    // A second bitset says which states are reached.
    return this.reached === null ? 2 * bytes : bytes;
  }

  get snapshotRows(): readonly number[] {
    return snapshotRowBytes(this.#prepared.layout);
  }

  get label(): string {
    return this.facts.name;
  }

  async estimate(): Promise<RunEstimate> {
    const { measurePlacements } = await import('./placement-speed.js');
    const statesPerSecond = this.threads * measurePlacements(this.#prepared);
    const starts = this.facts.starts.map((start) => writeState(this.#prepared.space, start));
    return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: this.facts.size / statesPerSecond };
  }

  async open(): Promise<MemoryRun> {
    return PatternRun.begin(this.#prepared);
  }

  async close(): Promise<void> {}
}
