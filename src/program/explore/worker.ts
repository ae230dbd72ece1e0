/** `antipode worker`: makes the portions that a queue hands out, until the run is complete. */

import { InputError } from '../../base/text.js';
import { type WorkEvent, workForQueue } from '../../runs/queue/worker.js';
import { threadsOf } from '../arguments/option-values.js';
import type { WorkerArguments } from '../arguments/options.js';
import type { Call } from '../terminal/call.js';
import { LiveLine } from '../terminal/live-line.js';
import { type Io, SignalError } from '../terminal/process.js';
import { WorkProgress } from '../terminal/queue-progress.js';
import { folderOf, memoryOf } from './request.js';

export async function workerCommand(options: WorkerArguments, { version }: Call, io: Io): Promise<void> {
  const { queue, work } = options;
  if (queue === undefined) {
    throw new InputError("--queue is missing: give the coordinator's --queue address, such as redis://host:6379");
  }
  if (work === undefined) {
    throw new InputError("--work is missing: give the coordinator's --work folder, by its path on this machine");
  }
  const folder = folderOf('--work', work);
  const end = new AbortController();
  const progress = new WorkProgress();
  const threads = threadsOf(options.threads);
  const memory = memoryOf(options.memory);
  const line = new LiveLine(io.stderr, () => progress.text());
  let isConnected = false;
  const onEvent = (event: WorkEvent) => {
    if (event.type === 'waiting' && !isConnected) {
      isConnected = true;
      line.say(`waiting for a run in ${folder}`);
    }
    if (event.type === 'note') line.say(`antipode: ${event.message}`);
    if (event.type === 'opened') line.say(`${event.space}: making portions in ${folder}`);
    sayIfAny(line, progress.on(event));
  };
  io.answerSignals((status) => {
    if (end.signal.aborted) return false;
    end.abort(new SignalError(status, "stopped; another worker will make this worker's unfinished portions"));
    return false;
  });
  try {
    await workForQueue({ url: queue, folder, program: version, threads, memory, signal: end.signal, onEvent });
    sayIfAny(line, progress.takePart());
    line.say('the run is complete');
  } finally {
    line.end();
  }
}

function sayIfAny(line: LiveLine, message: string | undefined): void {
  if (message !== undefined) line.say(message);
}
