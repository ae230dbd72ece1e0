/** Runs tasks one after another, in the order in which they are added. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones, whether they failed or not. @throws the task's error */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task, task);
    this.#last = result;
    return result;
  }
}
