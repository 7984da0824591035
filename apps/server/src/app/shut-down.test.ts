import { expect, test } from 'vitest';
import { shutDown } from './shut-down.ts';

test('a long response keeps no job from ending, and the database closes after both', async () => {
  const ended: string[] = [];
  const end = (name: string) => async (): Promise<void> => {
    ended.push(name);
  };
  const response = Promise.withResolvers<void>();
  const done = shutDown({
    app: { close: () => response.promise.then(end('requests')) },
    jobs: { stop: end('jobs') },
    pipeline: { ingestQueue: { drain: end('reports') }, fanOut: { close: end('events') } },
    pubSub: { close: end('messages') },
    db: { close: end('database') },
  });
  await expect.poll(() => ended).toEqual(['jobs']);
  response.resolve();
  await done;
  expect(ended).toEqual(['jobs', 'requests', 'reports', 'events', 'messages', 'database']);
});
