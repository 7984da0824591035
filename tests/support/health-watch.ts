/** Asks for health all the time, and holds the answers against what became of the reports sent meanwhile. */
import type { Attempt } from './acknowledged-reporter.ts';

/** Health may say what it saw up to five seconds ago, the proxy looks twice, and a busy machine takes its time. */
const MAY_LAG_MS = 15_000;
const BETWEEN_MS = 250;

export interface HealthWatch {
  /** What was not true for longer than health may lag behind, in words. */
  lies(attempts: readonly Attempt[]): readonly string[];
  /** Seconds in which it said no. */
  badSeconds(): number;
  stop(): Promise<void>;
}

interface Sample {
  readonly at: number;
  readonly status: number;
}

/** `base`: the address that sentries know. */
export function watchHealth(base: string): HealthWatch {
  const samples: Sample[] = [];
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const answer = await fetch(`${base}/api/v1/health`, { signal: AbortSignal.timeout(30_000) }).catch(() => null);
      await answer?.body?.cancel();
      samples.push({ at: performance.now(), status: answer?.status ?? 0 });
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  };
  const running = run();
  return {
    lies: (attempts) => [
      ...strangeAnswers(samples),
      ...wellWhileRefused(samples, attempts),
      ...illWhileStored(samples, attempts),
    ],
    badSeconds: () => Math.round((samples.filter(({ status }) => status !== 204).length * BETWEEN_MS) / 1000),
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}

const strangeAnswers = (samples: readonly Sample[]): readonly string[] =>
  samples.filter(({ status }) => status !== 204 && status !== 503).map(({ status }) => `answered ${status}`);

/** Said to be well though nothing was stored for as long before and after. */
function wellWhileRefused(samples: readonly Sample[], attempts: readonly Attempt[]): readonly string[] {
  return samples
    .filter(({ status }) => status === 204)
    .filter(({ at }) => {
      const near = attempts.filter((attempt) => Math.abs(attempt.at - at) < MAY_LAG_MS);
      return near.length > 0 && near.every(({ result }) => result === 'busy');
    })
    .map(() => 'answered 204 while every report was refused');
}

/** Said not to be well all the time, though every report was stored. */
function illWhileStored(samples: readonly Sample[], attempts: readonly Attempt[]): readonly string[] {
  const lies: string[] = [];
  let since: number | null = null;
  for (const { at, status } of samples) {
    if (status === 204) {
      since = null;
      continue;
    }
    since ??= at;
    const meanwhile = attempts.filter((attempt) => attempt.at > at - MAY_LAG_MS && attempt.at <= at);
    const allStored = meanwhile.length > 0 && meanwhile.every(({ result }) => result === 'stored');
    if (at - since > MAY_LAG_MS && allStored) lies.push('answered 503 while every report was stored');
  }
  return lies;
}
