/**
 * Web Workers as threads. All run the same script, and the name of a worker tells which tasks it performs. A page that is not isolated can
 * share no memory with them: its tasks are then performed on the thread that requests them, one after another.
 */

import { giveWay } from './machine.js';

export type Port = MessagePort;

export function openPort<Report>(onReport: (report: Report) => void): {
  readonly port: Port;
  readonly close: () => void;
} {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<Report>) => onReport(data);
  return { port: port2, close: () => port1.close() };
}

/** The exports of a file of workers. */
export interface TaskFile {
  /** @param ended aborts when the result is no longer wanted; undefined on a thread, which then ends */
  readonly default: (task: never, ended?: AbortSignal) => unknown;
  readonly release?: () => unknown;
}

type Loader = () => Promise<unknown>;

/** What threads are made of. */
interface Tasks {
  /** Address of the script of every worker, which calls performTasks. */
  readonly script: string | URL;
  /** @default 'module' */
  readonly type?: WorkerType;
  /** Loads the files of workers by their names. */
  readonly files: Readonly<Record<string, Loader>>;
}

let tasks: Tasks | undefined;

/** Tells what threads are made of, before the first one is started. */
export function provideTasks(provided: Tasks): void {
  tasks = provided;
}

function load(file: string): Promise<TaskFile> {
  const loader = tasks?.files[file];
  if (loader === undefined) throw new Error(`no thread performs ${file}`);
  return loader() as Promise<TaskFile>;
}

type Call = { readonly name: 'default' | 'release'; readonly task: unknown };

/** The answer to a call. Errors lose their class between threads. */
type Answer =
  | { readonly result: unknown }
  | { readonly failed: { readonly name: string; readonly message: string; readonly stack: string | undefined } };

async function perform(file: Promise<TaskFile>, { name, task }: Call, ended?: AbortSignal): Promise<unknown> {
  const act = (await file)[name] as ((task: unknown, ended?: AbortSignal) => unknown) | undefined;
  ended?.throwIfAborted();
  return act?.(task, ended);
}

/** Performs the tasks of this worker, whose name is that of their file. */
export function performTasks(): void {
  const file = load(self.name);
  addEventListener('message', async ({ data }: MessageEvent<Call>) => {
    let answer: Answer;
    try {
      answer = { result: await perform(file, data) };
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      answer = { failed: { name, message, stack } };
    }
    postMessage(answer);
  });
  postMessage(LOADED);
}

/** A worker's first message. */
const LOADED = 'loaded';

/** A worker and the call that it works on. */
class Thread {
  readonly #worker: Worker;
  #isLoaded = false;
  #isEnded = false;
  #settle: { readonly resolve: (result: unknown) => void; readonly reject: (cause: unknown) => void } | undefined;

  constructor(file: string, onFailure: (cause: unknown) => void) {
    if (tasks === undefined) throw new Error('no tasks are provided');
    this.#worker = new Worker(tasks.script, { type: tasks.type ?? 'module', name: file });
    this.#worker.onmessage = ({ data }: MessageEvent<Answer | typeof LOADED>) => {
      if (data === LOADED) {
        this.#isLoaded = true;
        if (this.#isEnded) this.#worker.terminate();
        return;
      }
      const settle = this.#settle;
      this.#settle = undefined;
      if ('result' in data) settle?.resolve(data.result);
      else settle?.reject(Object.assign(new Error(data.failed.message), data.failed));
    };
    this.#worker.onerror = ({ message }) => {
      const cause = new Error(message || 'its script could not be loaded');
      this.#settle?.reject(cause);
      onFailure(cause);
    };
  }

  get isIdle(): boolean {
    return this.#settle === undefined;
  }

  call(call: Call, transfer: readonly Port[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#worker.postMessage(call, [...transfer]);
    });
  }

  end(): void {
    this.#isEnded = true;
    // Browsers report an error of a worker that is ended while it loads its script.
    if (this.#isLoaded) this.#worker.terminate();
    this.#settle?.reject(new Error('the thread was ended'));
  }
}

/** The tasks of each file that this thread performs itself, one after another: they share the variables of its modules. */
const queues = new Map<string, Promise<unknown>>();

export class Workers {
  readonly #file: string;
  /** None if this thread performs the tasks. */
  readonly #threads: readonly Thread[];
  readonly #ended = new AbortController();
  /** True if tasks may have left something in the modules of this thread. */
  #isUsed = false;

  /** As the class of Node. Browsers limit no heaps. */
  constructor(file: string, count: number, onFailure: (cause: unknown) => void, _heapMegabytes?: number) {
    this.#file = file;
    this.#threads = crossOriginIsolated ? Array.from({ length: count }, () => new Thread(file, onFailure)) : [];
  }

  run(task: unknown, name: 'default' | 'release', transfer: readonly Port[]): Promise<unknown> {
    if (this.#threads.length === 0) return this.#runHere({ name, task });
    const thread = this.#threads.find(({ isIdle }) => isIdle);
    if (thread === undefined) throw new Error('all threads have a task');
    return thread.call({ name, task }, transfer);
  }

  async destroy(): Promise<void> {
    this.#ended.abort();
    for (const thread of this.#threads) thread.end();
    // A thread would have taken with it what its tasks have left.
    if (this.#isUsed) void this.#runHere({ name: 'release', task: undefined });
  }

  #runHere(call: Call): Promise<unknown> {
    const isRelease = call.name === 'release';
    // Otherwise the modules hold what other tasks have left there.
    if (isRelease && !this.#isUsed) return Promise.resolve();
    this.#isUsed = !isRelease;
    const before = queues.get(this.#file) ?? Promise.resolve();
    // Between two tasks, messages such as a request to stop are read.
    const run = before
      .then(giveWay)
      .then(() => perform(load(this.#file), call, isRelease ? undefined : this.#ended.signal));
    queues.set(
      this.#file,
      run.catch(() => {}),
    );
    return run;
  }
}
