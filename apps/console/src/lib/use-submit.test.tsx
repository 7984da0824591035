import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Submission, useSubmit } from './use-submit.ts';

type Action = (value: string) => Promise<void>;

function Probe({ action, made }: { readonly action: Action; readonly made: Submission<[string]>[] }) {
  made.push(useSubmit(action));
  return null;
}

/** Runs the hook once, as a component does that is rendered for the first time. */
function submissionOf(action: Action): Submission<[string]> {
  const made: Submission<[string]>[] = [];
  renderToStaticMarkup(<Probe action={action} made={made} />);
  const [submission] = made;
  if (submission === undefined) throw new Error('it was not rendered');
  return submission;
}

test('runs once at a time, and again when it is over', async () => {
  const begun: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const { submit } = submissionOf(async (value) => {
    begun.push(value);
    await promise;
  });
  const first = submit('first');
  await submit('held');
  resolve();
  await first;
  await submit('next');
  expect(begun).toEqual(['first', 'next']);
});

test('a failure ends it: it can be submitted again', async () => {
  const begun: string[] = [];
  const { submit } = submissionOf(async (value) => {
    begun.push(value);
    throw new Error('refused');
  });
  await submit('first');
  await submit('next');
  expect(begun).toEqual(['first', 'next']);
});
