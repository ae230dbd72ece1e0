/**
 * The engine `groups`: enumerates a permutation puzzle by words of 128 states. A move takes all words of a block at once. docs/explanations/groups.md
 * describes the method and proves it.
 */

import type { MemoryNeeds } from '../../base/memory.js';
import { threadsFor } from '../../base/threads/thread-count.js';
import { outlineOf, type SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import { openNumberedSpace } from '../../spaces/open-space.js';
import { hasBlocks } from '../../spaces/permutation/colourings/puzzle-numbering.js';
import { compileMoves } from '../../spaces/permutation/words/compile-moves.js';
import type { CompiledMoves } from '../../spaces/permutation/words/compiled-moves.js';
import { wordPlaces } from '../../spaces/permutation/words/word-places.js';
import { tableBytes } from '../../table/contents/contents.js';
import type { Engine, EnginePlan, EngineRefusal, MemoryRun, Need, RunEstimate } from '../engine.js';
import { GroupRun, startTexts } from './group-run.js';
import { depthEncoding, depthWidth } from './planes/depth-codes.js';
import { layOutPlanes, scratchBytes } from './planes/layout.js';
import { snapshotRowBytes } from './planes-snapshot.js';
import { depthPlanesUntil, foundDepth, HELD_PLANES, heldBytes, type PreparedGroup } from './prepared-group.js';

/** A depth that puzzles whose moves cannot be undone rarely exceed. */
const USUAL_DEPTH = 2 ** 15 - 1;

/** Full layers that are as much work as all layers of a puzzle: 8 for pancake:12, 20 for moonspinner. The number is not known beforehand. */
const USUAL_FULL_LAYERS = 12;

/** States that one thread moves per second: 3 to 7 billion in words with most bits in use, 0.3 billion one by one. */
const STATES_MOVED_PER_SECOND = 4e9;
const STATES_SCATTERED_PER_SECOND = 0.3e9;

export const groupsEngine: Engine = {
  name: 'groups',
  async plan(source, need) {
    // Modules are users' code, which never runs on this thread.
    if (source.kind !== 'known' && source.kind !== 'generators') return NOT_A_GROUP;
    const space = await openNumberedSpace(source);
    return planGroup(space, need);
  },
};

const NOT_A_GROUP: EngineRefusal = { refused: 'is for permutation puzzles' };

/**
 * Plans the enumeration of a space.
 * @param blocksTogether the most blocks of a shard, a part of memory; by default all that fit
 */
export function planGroup(space: NumberedSpace, need: Need, blocksTogether?: number): EnginePlan | EngineRefusal {
  if (space.group === null) return NOT_A_GROUP;
  need.signal?.throwIfAborted();
  const { numbering } = space.group;
  if (!hasBlocks(numbering)) return { refused: 'is for states in blocks, and these are ranked', source: space.source };
  const moves = compileMoves(numbering);
  if (typeof moves === 'string') return { refused: `cannot compile its moves: ${moves}`, source: space.source };
  const places = wordPlaces(numbering, moves);
  const depths = need.table && !space.reversible;
  const threads = threadsFor(need.threads, secondsOf(space.size, moves), moves.blocks);
  const layout = layOutPlanes(moves, places, { table: need.table, depths }, threads, blocksTogether);
  if (layout === null) return { refused: `needs more than 4 GiB for rows and a block of ${moves.words} words` };
  return new GroupsPlan({ space, facts: outlineOf(space), need, moves, places, layout, depths, threads });
}

function secondsOf(size: number, { moves, permutations }: CompiledMoves): number {
  const perSecond = permutations.kind === 'scattered' ? STATES_SCATTERED_PER_SECOND : STATES_MOVED_PER_SECOND;
  return (size * moves) / perSecond;
}

class GroupsPlan implements EnginePlan {
  readonly engine = 'groups';
  readonly held = HELD_PLANES;
  readonly #group: PreparedGroup;

  constructor(group: PreparedGroup) {
    this.#group = group;
  }

  get facts(): SpaceOutline {
    return this.#group.facts;
  }

  get need(): Need {
    return this.#group.need;
  }

  /** All states that have numbers. */
  get reached(): number {
    return this.facts.size;
  }

  get threads(): number {
    return this.#group.threads;
  }

  get needs(): MemoryNeeds {
    const { shards, planeBytes } = this.#group.layout;
    const planes = depthPlanesUntil(this.#group, foundDepth(this.need));
    return { bytes: heldBytes(this.#group, planes), threadBytes: shards * scratchBytes(planeBytes) };
  }

  get tableBytes(): number {
    const encoding = this.#group.depths ? depthEncoding(depthWidth(USUAL_DEPTH)) : 'mod3';
    return this.need.table ? tableBytes(this.facts.size, encoding) : 0;
  }

  get snapshotRows(): readonly number[] {
    const deepest = Math.max(foundDepth(this.need), USUAL_DEPTH);
    return snapshotRowBytes(this.#group.layout, depthPlanesUntil(this.#group, deepest));
  }

  get label(): string {
    return this.facts.name;
  }

  async estimate(): Promise<RunEstimate> {
    const { measureGathering } = await import('./gathering-speed.js');
    const { moves, places, layout, threads } = this.#group;
    const { blocksPerSecond, statesPerSecond: sentPerSecond } = measureGathering(this.#group);
    const expanded =
      layout.gathering === 'scattered' ? sentPerSecond : (blocksPerSecond * places.statesPerBlock) / USUAL_FULL_LAYERS;
    const statesPerSecond = (threads * expanded) / moves.moves;
    const starts = startTexts(this.#group);
    return { starts, speed: { statesPerSecond }, layerSeconds: null, seconds: this.facts.size / statesPerSecond };
  }

  async open(): Promise<MemoryRun> {
    return GroupRun.begin(this.#group);
  }

  async close(): Promise<void> {}
}
