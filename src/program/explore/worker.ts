/** `antipode worker`: makes the portions that a queue hands out, until the run is complete. */

import { InputError } from '../../base/text.js';
import { type WorkEvent, workForQueue } from '../../runs/queue/worker.js';
import { threadsOf } from '../arguments/option-values.js';
import type { WorkerArguments } from '../arguments/options.js';
import { withLiveLine } from '../terminal/live-line.js';
import { type Call, type Io, SignalError } from '../terminal/process.js';
import { WorkProgress } from '../terminal/queue-progress.js';
import { folderOf, memoryOf } from './request.js';

export async function workerCommand(options: WorkerArguments, { version }: Call, io: Io): Promise<void> {
  const { queue: url, work } = options;
  if (url === undefined) {
    throw new InputError("--queue is missing: give the coordinator's --queue address, such as redis://host:6379");
  }
  if (work === undefined) {
    throw new InputError("--work is missing: give the coordinator's --work folder, by its path on this machine");
  }
  const folder = folderOf('--work', work);
  const threads = threadsOf(options.threads);
  const memory = memoryOf(options.memory);
  const end = new AbortController();
  const { signal } = end;
  io.answerSignals((status) => {
    if (!signal.aborted) {
      end.abort(new SignalError(status, "stopped; another worker will make this worker's unfinished portions"));
    }
    return false;
  });
  const progress = new WorkProgress();
  await withLiveLine(
    io.stderr,
    () => progress.text(),
    async (line) => {
      let isConnected = false;
      const say = (message: string | undefined) => message !== undefined && line.say(message);
      const onEvent = (event: WorkEvent) => {
        if (event.type === 'waiting' && !isConnected) {
          isConnected = true;
          say(`waiting for a run in ${folder}`);
        }
        if (event.type === 'note') say(`antipode: ${event.message}`);
        if (event.type === 'opened') say(`${event.space}: making portions in ${folder}`);
        say(progress.on(event));
      };
      await workForQueue({ url, folder, program: version, threads, memory, signal, onEvent });
      say(progress.takePart());
      say('the run is complete');
    },
  );
}
