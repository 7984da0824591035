/** A noisy organization in a process of its own. */
import { fileURLToPath } from 'node:url';
import { startNode } from '@picket/cli/start-node';
import type { NoiseOrder, NoiseResult, NoiseSettings } from './noise-process.ts';

export interface Noise {
  /** Sends for as long as the order says. */
  send(order: NoiseOrder): Promise<NoiseResult>;
  stop(): void;
}

export async function startNoise(settings: NoiseSettings): Promise<Noise> {
  const script = fileURLToPath(new URL('./noise-process.ts', import.meta.url));
  const child = startNode(script, [], { ...process.env, PICKET_BENCH_NOISE: JSON.stringify(settings) });
  const answered = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the process of the noisy organization ended'));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message);
      });
    });
  await answered();
  return {
    send: async (order) => {
      const answer = answered();
      child.send(order);
      return (await answer) as NoiseResult;
    },
    stop: () => child.kill(),
  };
}
