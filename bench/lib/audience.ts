/** Viewers in a process of their own, who come and go. */
import { fileURLToPath } from 'node:url';
import { startNode } from '@picket/cli/start-node';
import type { AudienceSettings } from './audience-process.ts';
import { addCamera, addPeople, type BenchServer, peopleFor } from './video-place.ts';

export const VIEWERS = 20;

export interface Audience {
  come(): Promise<void>;
  /** Returns how many pictures they got together. */
  leave(): Promise<number>;
  stop(): void;
}

export async function startAudience(server: BenchServer): Promise<Audience> {
  const settings: AudienceSettings = {
    base: server.base,
    camera: await addCamera(server, 'Watched room'),
    cookies: (await addPeople(server, peopleFor(VIEWERS))).map(({ cookie }) => cookie),
    viewers: VIEWERS,
  };
  const script = fileURLToPath(new URL('./audience-process.ts', import.meta.url));
  const child = startNode(script, [], { ...process.env, PICKET_BENCH_AUDIENCE: JSON.stringify(settings) });
  const answered = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error('the process of the viewers ended'));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve((message as { fragments: number }).fragments);
      });
    });
  const ask = (question: string): Promise<number> => {
    const answer = answered();
    child.send(question);
    return answer;
  };
  await answered();
  return { come: async () => void (await ask('come')), leave: () => ask('leave'), stop: () => child.kill() };
}
