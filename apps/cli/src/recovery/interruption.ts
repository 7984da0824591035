/** A command that is interrupted removes what it made before it ends. */

/** As a shell reports a program that Ctrl-C ended. */
export const INTERRUPTED_CODE = 130;

export interface Interruption {
  /** Does it as a whole: an interruption waits for its end, and what follows is not begun then. */
  whole<Result>(work: () => Promise<Result>): Promise<Result>;
  /** What fails meanwhile fails because of it. */
  isLeaving(): boolean;
}

const never = (): Promise<never> => new Promise<never>(() => {});

/** `leave` ends the process. It is called once, however often a signal comes. */
export function onInterruption(leave: () => Promise<never>): Interruption {
  let isWanted = false;
  let isLeaving = false;
  let isWhole = false;
  const begin = (): void => {
    if (!isWanted || isWhole || isLeaving) return;
    isLeaving = true;
    void leave();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isWanted = true;
      begin();
    });
  return {
    whole: async (work) => {
      isWhole = true;
      try {
        return await work();
      } finally {
        isWhole = false;
        begin();
        if (isLeaving) await never();
      }
    },
    isLeaving: () => isLeaving,
  };
}
