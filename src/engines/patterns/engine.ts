/**
 * The engine `patterns`: enumerates a pattern 120 states at a time. A move takes all arrangements of a placement at once. docs/explanations/patterns.md
 * describes the method.
 */

import type { MemoryNeeds } from '../../base/memory.js';
import { threadsFor } from '../../base/threads/thread-count.js';
import { outlineOf, type SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import { writeState } from '../../space/space-text.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { patternBitsetBytes } from '../../spaces/pattern/bit-address.js';
import { reachesAllStates } from '../../spaces/pattern/geometry.js';
import type { Engine, EnginePlan, EngineRefusal, MemoryRun, Need, RunEstimate } from '../engine.js';
import { bitsetRowBytes } from './bitsets-snapshot.js';
import { blockScratchBytes, heldBitsetBytes, layOutBitsets } from './kernel/layout.js';
import { edgeOffsetsOf } from './moves/placement-graph.js';
import { PatternRun } from './pattern-run.js';
import type { PreparedPattern } from './prepared-pattern.js';

/** The speed of one thread over all layers, for its states and for its placements, whose edges it reads in every layer. */
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

/**
 * Plans the enumeration of a space.
 * @param mostPerShard the most placements of a shard (./kernel/layout.ts); by default all that fit
 */
export function planPattern(space: NumberedSpace, need: Need, mostPerShard?: number): EnginePlan | EngineRefusal {
  const { pattern } = space;
  if (pattern === null) return NOT_A_PATTERN;
  need.signal?.throwIfAborted();
  const { geometry } = pattern;
  const seconds = geometry.states / STATES_PER_SECOND + geometry.placements / PLACEMENTS_PER_SECOND;
  const threads = threadsFor(need.threads, seconds, geometry.placements);
  const layout = layOutBitsets(geometry, edgeOffsetsOf(geometry), need.table, threads, mostPerShard);
  return new PatternPlan({ space, pattern, facts: outlineOf(space), need, layout, threads });
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
    return { bytes: heldBitsetBytes(layout), threadBytes: layout.shards * blockScratchBytes(layout.blockBytes) };
  }

  get tableBytes(): number {
    if (!this.need.table) return 0;
    const { placements, arrangements } = this.#prepared.pattern.geometry;
    const bytes = patternBitsetBytes(placements, arrangements.count);
    // A second bitset shows which states are reached.
    return this.reached === null ? 2 * bytes : bytes;
  }

  get snapshotRows(): readonly number[] {
    return bitsetRowBytes(this.#prepared.layout);
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
