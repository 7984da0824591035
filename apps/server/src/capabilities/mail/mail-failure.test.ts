import { expect, test } from 'vitest';
import { mailFailure } from './mail-failure.ts';

const error = (part: object): Error => Object.assign(new Error('no'), part);

test.each([
  ['nobody listens', error({ code: 'ESOCKET', syscall: 'connect', command: 'CONN' }), 'RELAY', 'UNREACHABLE', false],
  ['no such host', error({ code: 'EDNS', command: 'CONN' }), 'RELAY', 'UNREACHABLE', false],
  ['wrong password', error({ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }), 'RELAY', 'FAILED', false],
  ['closing', error({ code: 'EENVELOPE', responseCode: 421, command: 'RCPT TO' }), 'RELAY', 'FAILED', false],
  [
    'the sender is refused',
    error({ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }),
    'RELAY',
    'FAILED',
    false,
  ],
  [
    'the recipient is refused',
    error({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }),
    'MAILBOX',
    'FAILED',
    false,
  ],
  ['full for now', error({ code: 'EMESSAGE', responseCode: 452, command: 'DATA' }), 'MAILBOX', 'FAILED', false],
  ['this mail is refused', error({ code: 'EMESSAGE', responseCode: 554, command: 'DATA' }), 'MAIL', 'REFUSED', false],
  ['silence in the middle', error({ code: 'ETIMEDOUT', command: 'CONN' }), 'RELAY', 'FAILED', true],
  ['hung up', error({ code: 'ECONNECTION', command: 'CONN' }), 'RELAY', 'FAILED', true],
  ['something else', 'oh', 'RELAY', 'FAILED', true],
] as const)('%s', (_name, thrown, of, failure, isUnknown) => {
  expect(mailFailure(thrown)).toEqual({ scope: of, failure, isUnconfirmed: isUnknown });
});
