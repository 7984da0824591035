import { expect, test } from 'vitest';
import { createLog, loggedPath, redactLinks } from './log.ts';

const GUID = '01890000-0000-7000-8000-000000000000';

test.each([
  ['/api/v1/auth/finish-signup/s3cret?x=1', '/api/v1/auth/finish-signup/:token', '/api/v1/auth/finish-signup/[token]'],
  ['/api/v1/links/word', '/api/v1/links/:token', '/api/v1/links/[token]'],
  ['/api/v1/locations/1?cursor=abc', '/api/v1/locations/:guid', '/api/v1/locations/[guid]'],
  [`/api/v1/alerts/${GUID}/resolve`, '/api/v1/alerts/:guid/resolve', `/api/v1/alerts/${GUID}/resolve`],
  ['/internal/metrics?token=abc', '/internal/metrics', '/internal/metrics'],
  ['/sign-up/s3cret', '/*', '/sign-up/[…]'],
  ['/sign-up/s3cret#x', undefined, '/sign-up/[…]'],
  [`/locations/${GUID}/alert/${GUID}`, '/*', `/locations/${GUID}/alert/${GUID}`],
  ['/act/S3cret/', '/*', '/act/[…]/'],
  ['/act%2Fs3cret', undefined, '/[…]'],
  ['', undefined, ''],
])('%s of the route %s is logged as %s', (url, pattern, logged) => {
  expect(loggedPath(url, pattern)).toBe(logged);
});

test('secrets of links are redacted in texts from outside', () => {
  expect(redactLinks('Error at https://x.example/act/s3cret: no\n at f (https://x.example/assets/a-1.js:1:2)')).toBe(
    'Error at https://x.example/act/[…] no\n at f (https://x.example/assets/a-1.js:1:2)',
  );
  expect(redactLinks('/sign-in/callback?code=abc&state=def failed')).toBe(
    '/sign-in/callback?code=[…]&state=[…] failed',
  );
});

test('bulky fields of errors are not logged', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const error = Object.assign(new Error('lost'), { client: 's3cret', rawPacket: Buffer.from('s3cret') });
  log.error({ err: error }, 'failed');
  expect(lines.join('')).toContain('lost');
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines.join('')).not.toContain('rawPacket');
});
