import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { untilStored } from './until-stored.ts';

/** Fails with these errors, one after the other, then stores. Returns what happened. */
async function submitting(errors: readonly unknown[], waits = Number.POSITIVE_INFINITY) {
  const left = [...errors];
  const refused: unknown[] = [];
  let [stored, waited] = [0, 0];
  const submit = async (): Promise<void> => {
    if (left.length > 0) throw left.shift();
    stored += 1;
  };
  const wait = async (): Promise<void> => {
    waited += 1;
    if (waited > waits) throw new Error('closed');
  };
  await untilStored(submit, { wait, refused: (error) => refused.push(error) });
  return { stored, refused, waited };
}

const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('a report waits for a database that is away, however long', async () => {
  const errors = Array.from({ length: 5000 }, (_, index) => (index % 2 === 0 ? unreachable : new AppError('busy')));
  expect(await submitting(errors)).toEqual({ stored: 1, refused: [], waited: 5000 });
});

test.each(['57014', 'EAI_AGAIN', 'ENETUNREACH', 'EMFILE'])('a report waits for the end of %s', async (code) => {
  const errors = Array.from({ length: 20 }, () => Object.assign(new Error(code), { code }));
  expect(await submitting(errors)).toEqual({ stored: 1, refused: [], waited: 20 });
});

test('what is refused is not tried again', async () => {
  const error = new AppError('forbidden');
  expect(await submitting([error])).toEqual({ stored: 0, refused: [error], waited: 0 });
});

test('an unexpected error is tried again a few times', async () => {
  const error = new TypeError('broken');
  expect(await submitting([error, error])).toEqual({ stored: 1, refused: [], waited: 2 });
  expect((await submitting(Array.from({ length: 9 }, () => error))).refused).toEqual([error]);
});

test('nothing waits any more once the session is closed', async () => {
  expect(await submitting([unreachable, unreachable, unreachable], 2)).toEqual({ stored: 0, refused: [], waited: 3 });
});
