import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config/config.ts';

const from = (sender?: string) =>
  readConfig({
    DATABASE_URL: 'postgres://localhost/picket',
    PICKET_SMTP_URL: 'smtp://mail.example.org',
    PICKET_PUBLIC_URL: 'https://picket.example.org',
    ...(sender === undefined ? {} : { PICKET_MAIL_FROM: sender }),
  }).mail?.from;

test.each([
  [undefined, 'Picket', 'picket@picket.example.org'],
  ['alarms@example.org', 'Picket', 'alarms@example.org'],
  ['<alarms@example.org>', 'Picket', 'alarms@example.org'],
  ['Cold store <alarms@example.org>', 'Cold store', 'alarms@example.org'],
  ['"Müller, Cold store" <alarms@example.org>', 'Müller, Cold store', 'alarms@example.org'],
])('PICKET_MAIL_FROM=%s', (given, name, address) => {
  expect(from(given)).toEqual({ name, address });
});

test.each([
  'Cold store',
  'Cold <store> <a@example.org>',
  'a@example.org, b@example.org',
  'x\r\nBcc: a@b.org <a@example.org>',
])('PICKET_MAIL_FROM=%s is refused, named', (given) => {
  expect(() => from(given)).toThrow(ConfigError);
  expect(() => from(given)).toThrow(/^PICKET_MAIL_FROM: must be an address, or a name and an address/u);
});
