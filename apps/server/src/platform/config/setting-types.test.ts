import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DATABASE = 'postgres://picket:secret@localhost/picket';
const MAIL = { PICKET_PUBLIC_URL: 'https://picket.example', PICKET_MAIL_FROM: 'picket@picket.example' };

test.each([
  ['DATABASE_URL', 'postgres://picket:pa/ss@localhost/picket'],
  ['DATABASE_URL', 'postgres://picket:pa#ss@localhost/picket'],
  ['DATABASE_URL', 'postgres://picket:100%@localhost/picket'],
  ['PICKET_OWNER_DATABASE_URL', 'postgres://owner:pa/ss@localhost/picket'],
  ['PICKET_SMTP_URL', 'smtp://50%:secret@mail.example'],
])('%s with characters that are not escaped is named: %s', (name, address) => {
  expect(() => readConfig({ DATABASE_URL: DATABASE, ...MAIL, [name]: address })).toThrow(
    `${name}: cannot be read: user and password need their special characters escaped, as %2F for /`,
  );
});

test.each([
  ['DATABASE_URL', 'postgres://picket:pa%2Fss%25@localhost/picket'],
  ['DATABASE_URL', 'postgres:///picket?host=/var/run/postgresql'],
  ['PICKET_SMTP_URL', 'smtp://a%40b:secret%23@mail.example'],
])('%s is taken: %s', (name, address) => {
  expect(() => readConfig({ DATABASE_URL: DATABASE, ...MAIL, [name]: address })).not.toThrow();
});

test('what is no address of a database is named', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://localhost' })).toThrow(
    'DATABASE_URL: must be a postgres:// address',
  );
});
