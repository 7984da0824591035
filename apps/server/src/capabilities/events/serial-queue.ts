/** Runs tasks one after the other, in the order in which they were added. */
export interface SerialQueue {
  /** Resolves when the task is done, or has failed. */
  add(task: () => Promise<void>): Promise<void>;
  /** Resolves when the tasks added so far are done. */
  idle(): Promise<void>;
}

/** `onError`: called with the error of a task; the next task runs all the same. */
export function createSerialQueue(onError: (error: unknown) => void): SerialQueue {
  let last: Promise<void> = Promise.resolve();
  return {
    add: (task) => {
      last = last.then(task).catch(onError);
      return last;
    },
    idle: () => last,
  };
}
