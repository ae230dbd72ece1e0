/** Explorations, on pages that offer them: their requests, the questions before them, and their progress. */

import { bytesText, countOf, grouped, roughTime } from '../../base/text.js';
import type { ExplorationLine, ExploresAnswer, OpenedAnswer, PlanAnswer, SpaceAnswer } from '../../serve/answers.js';
import { type Api, RefusedError } from './api.js';
import { raised } from './words.js';

/** A space by its text, or by its id in a link; or a file that holds a table, a puzzle or a module. */
export type Wanted =
  | NamedSpace
  | { readonly table: File }
  | { readonly file: TextFile }
  | { readonly module: TextFile };
type NamedSpace = { readonly space: string } | { readonly id: string };
type TextFile = { readonly name: string; readonly text: string };

/** An exploration that runs, or awaits the reader's consent. */
export interface Exploring {
  /** Title of the space or, until it is known, what the reader has chosen. */
  readonly title: string;
  /** What the reader has to know before it begins, and what begins it. */
  readonly question?: { readonly text: string; readonly go: () => void };
  /** Number of states at each distance, as far as they are found. */
  readonly histogram: readonly number[];
  /** Number of all states; null until the first layer. */
  readonly states: number | null;
}

export function beginningOf(wanted: Wanted, explores: ExploresAnswer | null): Exploring {
  const named = titleOfWanted(wanted);
  const offered = explores?.offered.find(({ space, id }) => space === named || id === named);
  return { title: offered?.title ?? named, histogram: [], states: null };
}

export function titleOfWanted(wanted: Wanted): string {
  const [what]: (string | { readonly name: string })[] = Object.values(wanted);
  return typeof what === 'string' ? what : what.name;
}

export async function wantedOfFile(file: File): Promise<Wanted> {
  if (/\.table$/i.test(file.name)) return { table: file };
  const read = { name: file.name, text: await file.text() };
  return /\.m?js$/i.test(file.name) ? { module: read } : { file: read };
}

export function planPath(wanted: NamedSpace): string {
  return `api/plan?${new URLSearchParams({ ...wanted })}`;
}

/** Returns what an exploration takes, such as `239,500,800 states, 120 MB of memory, 1.2 s with 2 threads`. */
export function costText({ states, hasTable, bytes, seconds, threads }: PlanAnswer): string {
  if (!hasTable) return `${statesText(states)} states, without a table: solutions are searched`;
  const count = countOf(states ?? 0, 'state');
  if (bytes === 0) return `${count}, open already`;
  const time = seconds === null ? '' : `, ${roughTime(seconds)} with ${countOf(threads, 'thread')}`;
  return `${count}, ${bytesText(bytes)} of memory${time}`;
}

/** Maximum count written in full; larger counts are written with a power of ten. */
const MOST_WRITTEN_OUT = 999_999_999_999_999;

/** Returns a number such as 181,440 or 7.76 × 10²⁴. */
export function statesText(states: number | null): string {
  if (states !== null && states <= MOST_WRITTEN_OUT) return grouped(states);
  if (states === null) return `over 10${raised('308')}`;
  const [digits, exponent] = states.toExponential(2).split('e+');
  return `${digits} × 10${raised(exponent)}`;
}

/** Number of states above which the page asks before it explores. */
const LARGE = 1_000_000_000;
const LARGE_ON_PHONE = 5_000_000;

/** Returns what the reader has to know before an exploration; null if nothing. @throws Error if the space does not fit, as Api.get */
export async function warningAbout(api: Api, wanted: Wanted, signal: AbortSignal): Promise<string | null> {
  if ('module' in wanted) return 'A module is a program. It will run in this page, without access to the network.';
  if (!('space' in wanted || 'id' in wanted)) return null;
  const plan = await api.get<PlanAnswer>(planPath(wanted), signal);
  if (plan.problem !== null) throw new Error(plan.problem);
  if (!plan.hasTable) return null;
  return isLarge(plan.states) ? `It takes ${costText(plan)}.` : null;
}

/** Opens a board without a table on a server. @throws Error with the reason if there is none, and as Api.get */
export async function openHere(api: Api, wanted: Wanted, signal: AbortSignal): Promise<SpaceAnswer> {
  const id = 'space' in wanted ? (await api.get<PlanAnswer>(planPath(wanted), signal)).id : titleOfWanted(wanted);
  return api.get<SpaceAnswer>(`api/spaces/${encodeURIComponent(id)}`, signal).catch((error) => {
    throw error instanceof RefusedError ? new Error(`This server has no space '${id}'.`) : error;
  });
}

/** Explores a space. @returns the space, which is open @throws Error with the reason if it fails, and as Api.lines */
export async function exploreHere(
  api: Api,
  wanted: Wanted,
  begun: Exploring,
  signal: AbortSignal,
  onChange: (exploring: Exploring) => void,
): Promise<SpaceAnswer> {
  let now = begun;
  if ('table' in wanted) {
    const path = `api/tables?${new URLSearchParams({ name: titleOfWanted(wanted) })}`;
    return (await api.post<OpenedAnswer>(path, wanted.table, signal)).space;
  }
  let end: SpaceAnswer | string = `the exploration of ${now.title} was cut off`;
  await api.lines<ExplorationLine>('api/explorations', wanted, signal, (line) => {
    if ('space' in line) end = line.space;
    else if ('failed' in line) end = line.failed;
    else if ('plan' in line) now = { ...now, title: line.plan.title };
    else {
      const { fresh, states } = line.layer;
      now = { ...now, histogram: [...now.histogram, fresh], states };
    }
    if (!signal.aborted) onChange(now);
  });
  const found = end as SpaceAnswer | string;
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** Returns true if the page asks the reader before it explores a space with this number of states. */
export function isLarge(states: number | null): boolean {
  return (states ?? 0) > (isPhone() ? LARGE_ON_PHONE : LARGE);
}

/** Maximum of the shorter side of a phone's screen, in pixels. */
const PHONE_SIDE = 600;

export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && Math.min(screen.width, screen.height) < PHONE_SIDE;
}
