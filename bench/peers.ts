/** Antipode beside its peers: whole processes of both in turn, on tasks for which both must give the same counts. */

import { spawnSync } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, inTurn } from './measure.js';
import { type PeerTask, peerTasks } from './peer-tasks.js';
import { speedChart } from './peers-chart.js';
import type { Programs } from './programs.js';
import { report } from './rows.js';

/** A task as both did it, in seconds. */
export interface Comparison {
  readonly task: string;
  readonly peer: string;
  readonly states?: number;
  readonly theirs: Figure;
  readonly ours: Figure;
}

const root = new URL('../../', import.meta.url);

/**
 * Compares antipode with the peers in a folder, and writes bench/results-peers.json and docs/speed.svg.
 * @param folder as docs/explanations/peers.md describes it
 * @param machine goes into the results, and its name under the chart
 * @throws Error if two programs disagree, or one fails
 */
export async function benchPeers(
  programs: Programs,
  folder: string,
  machine: { readonly cpu: string; readonly threads: number },
  rounds: number,
): Promise<void> {
  const comparisons: Comparison[] = [];
  for (const task of peerTasks(resolve(folder))) {
    const program = join(resolve(folder), task.program);
    if (existsSync(program)) comparisons.push(await compare(programs, program, task, rounds));
    else process.stdout.write(`${task.peer}, ${task.task}: left out, there is no ${program}\n`);
  }
  const results = `${JSON.stringify({ date: new Date().toISOString(), machine, comparisons }, null, 2)}\n`;
  writeFileSync(fileURLToPath(new URL('bench/results-peers.json', root)), results);
  writeFileSync(fileURLToPath(new URL('docs/speed.svg', root)), speedChart(comparisons, machine));
}

async function compare(programs: Programs, program: string, task: PeerTask, rounds: number): Promise<Comparison> {
  const { input, antipodeInput = input } = task;
  const theirInput = input && programs.write('their-input', `${input.join('\n')}\n`);
  const ourInput = antipodeInput && programs.write('our-input', `${antipodeInput.join('\n')}\n`);
  let [theirCounts, ourCounts] = ['', ''];
  const { theirs, ours } = await inTurn(rounds, {
    theirs: () => {
      const { seconds, printed } = runPeer(programs, program, task.words, theirInput);
      const counts = Array.from(printed.matchAll(task.counts), ([, count]) => count);
      // A last layer without states ends some of the lists.
      theirCounts = (counts.at(-1) === '0' ? counts.slice(0, -1) : counts).join(' ');
      return seconds;
    },
    ours: () => {
      const seconds = programs.antipode(task.antipode, ourInput);
      const printed = readFileSync(programs.path('output'), 'utf8');
      ourCounts = ourCountsOf(printed, task.states !== undefined).join(' ');
      return seconds;
    },
  });
  if (theirCounts !== ourCounts) {
    throw new Error(`${task.task}: ${task.peer} counts ${theirCounts}, antipode counts ${ourCounts}`);
  }
  report({ what: `${task.peer}: ${task.task}`, figure: theirs, unit: 's' });
  // The fastest runs, because whatever else the machine does only adds to a run.
  const ratio = (theirs.least / ours.least).toFixed(1);
  report({ what: `antipode: ${task.task}`, figure: ours, unit: 's', note: `${ratio} times as fast, fastest runs` });
  const { peer, states } = task;
  return { task: task.task, peer, ...(states !== undefined && { states }), theirs, ours };
}

/** Returns states of each depth, or the moves of each solution, whose lines have a letter a move. */
function ourCountsOf(printed: string, enumerated: boolean): readonly number[] {
  if (enumerated) return (JSON.parse(printed) as { histogram: number[] }).histogram;
  return printed
    .trimEnd()
    .split('\n')
    .map((solution) => solution.length);
}

/** Runs a peer in the folder of the bench. @throws Error if it fails */
function runPeer(programs: Programs, program: string, words: readonly string[], input?: string) {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: programs.path('.'),
    encoding: 'utf8',
    stdio: [input === undefined ? 'ignore' : openSync(input, 'r'), 'pipe', 'pipe'],
  });
  const seconds = (performance.now() - begin) / 1000;
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed: ${stderr}`);
  return { seconds, printed: `${stdout}\n${stderr}` };
}
