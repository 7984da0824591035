import { MAX_UPLOADS_OF_SENTRY } from '@picket/contracts/clips';
import { expect, test } from 'vitest';
import { acquireUpload } from './upload-limits.ts';

const openUploads = (sentry: string, count: number) => Array.from({ length: count }, () => acquireUpload(sentry));

test('a sentry with as many uploads as it may have waits, and holds up no other', () => {
  const open = openUploads('one', MAX_UPLOADS_OF_SENTRY);
  expect(() => acquireUpload('one')).toThrow(expect.objectContaining({ code: 'busy', retryAfterSeconds: 5 }));
  const others = openUploads('another', 1);
  open.pop()?.();
  others.push(acquireUpload('one'));
  for (const release of [...open, ...others]) release();
});

test('all sentries together have a limit as well, and what ended counts no more', () => {
  const open = Array.from({ length: 4 }, (_, index) => openUploads(`sentry ${index}`, MAX_UPLOADS_OF_SENTRY)).flat();
  expect(() => acquireUpload('a fifth')).toThrow(expect.objectContaining({ code: 'busy' }));
  for (const release of open) release();
  for (const release of openUploads('a fifth', MAX_UPLOADS_OF_SENTRY)) release();
});
