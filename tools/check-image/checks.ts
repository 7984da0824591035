/** What was checked, line by line, and how often it failed. */

export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let failed = 0;

export function check(what: string, isSo: boolean, detail = ''): void {
  print(`${isSo ? 'good  ' : 'FAILED'} ${what}${detail === '' ? '' : `: ${detail}`}`);
  if (!isSo) failed += 1;
}

export const failedChecks = (): number => failed;

/** Asks twice a second until there is a value, or the time is over. */
export async function until<Value>(what: () => Promise<Value | null>, seconds: number): Promise<Value | null> {
  for (const began = performance.now(); performance.now() - began < seconds * 1000; ) {
    const value = await what().catch(() => null);
    if (value !== null) return value;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return null;
}
