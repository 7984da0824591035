import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { storedTogether } from './stored-together.ts';

/** Reports that fail with these errors, one after the other. Returns how often each was submitted, and what came of all. */
const storing = (...reports: readonly (readonly unknown[])[]) => storingFor(0, ...reports);

/** The same where each attempt takes so long. */
async function storingFor(attemptMs: number, ...reports: readonly (readonly unknown[])[]) {
  const submitted = reports.map(() => 0);
  let waited = 0;
  let spent = 0;
  const submits = reports.map((errors, index) => async (): Promise<string> => {
    const attempt = submitted[index] ?? 0;
    submitted[index] = attempt + 1;
    spent += attemptMs;
    if (attempt < errors.length) throw errors[attempt];
    return `stored ${index}`;
  });
  const wait = async (ms: number): Promise<void> => {
    waited += ms;
    spent += ms;
  };
  const result = await storedTogether(submits, { wait, steadyNow: () => spent }).catch((error: unknown) => error);
  return { result, submitted, waited };
}

const busy = new AppError('busy');
const slow = Object.assign(new Error('too slow'), { code: '57014' });

test('a report that cannot be stored now is tried again, and those that are stored are not', async () => {
  expect(await storing([], [busy, slow, new AppError('sentryRateLimited')])).toEqual({
    result: ['stored 0', 'stored 1'],
    submitted: [1, 4],
    waited: 1750,
  });
});

test('what stays so fails after a few seconds, what is refused at once, and the others are stored', async () => {
  const refused = new AppError('forbidden');
  const lasting = Array.from({ length: 100 }, () => busy);
  expect(await storing(lasting, [], [refused])).toEqual({ result: busy, submitted: [5, 1, 1], waited: 3750 });
  expect(await storing([], [refused])).toEqual({ result: refused, submitted: [1, 1], waited: 0 });
});

test('no attempt begins after four seconds, however long each takes', async () => {
  const lasting = Array.from({ length: 100 }, () => busy);
  expect(await storingFor(1500, lasting, [])).toMatchObject({ result: busy, submitted: [2, 1] });
});

test('a report that is alone is repeated by its sender', async () => {
  expect(await storing([busy])).toEqual({ result: busy, submitted: [1], waited: 0 });
});
