/** Runs tasks one after the other, in the order in which they are given. */
export class TaskQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones, whether they failed or not. @throws what the task throws */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task, task);
    this.#last = result;
    return result;
  }
}
