import { ApiError } from '@picket/contracts/client';
import { expect, test } from 'vitest';
import { fieldErrorsOf } from './field-errors.ts';

const refused = (...names: readonly string[]): ApiError =>
  new ApiError(
    400,
    'validation',
    'Request validation failed',
    names.map((name) => ({ name, message: `${name}!` })),
    null,
  );
const FORM = new Set(['name', 'dns', 'from.address']);
const shown = (error: unknown) =>
  fieldErrorsOf(error, (path) => (path === 'addressing.dns' ? 'dns' : FORM.has(path) ? path : null));

test.each([
  ['a field', refused('name'), { name: 'name!' }],
  ['a field inside another', refused('from.address'), { 'from.address': 'from.address!' }],
  ['a part of another name, by the part around it', refused('addressing.dns.2'), { dns: 'addressing.dns.2!' }],
  ['the first of two errors of a field', refused('addressing.dns.0', 'addressing.dns.1'), { dns: 'addressing.dns.0!' }],
] as const)('%s shows its error', (_, error, fields) => {
  expect(shown(error)).toEqual({ fields, rest: null });
});

test('what the form has no field for is left for its end', () => {
  const { fields, rest } = shown(refused('name', 'body', 'from.name'));
  expect(fields).toEqual({ name: 'name!' });
  expect(rest).toMatchObject({ status: 400, errors: [{ name: 'body' }, { name: 'from.name' }] });
});

test.each([new ApiError(412, 'unmodifiedSince', 'changed', [], null), new TypeError('no network')])(
  'an error that names no field is left as it is: %s',
  (error) => {
    expect(shown(error)).toEqual({ fields: {}, rest: error });
  },
);
