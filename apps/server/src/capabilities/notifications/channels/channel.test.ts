import { expect, test } from 'vitest';
import { ResponseLost } from '../../../platform/outbound/outbound.ts';
import { toFailure, toSendResult, UnmadeMessageError } from './channel.ts';

const outside = (status: number, text: string) => ({
  status,
  text,
  isPrivate: false,
  retryAfter: null,
  date: null,
});
const inside = (status: number) => ({ status, text: '', isPrivate: true, retryAfter: null, date: null });

test.each([
  [outside(201, 'taken'), { delivered: true, response: '201: taken' }],
  [outside(200, 'ok\0\ud800'), { delivered: true, response: '200: ok\ufffd\ufffd' }],
  [outside(204, ''), { delivered: true, response: '204' }],
  [outside(500, 'not today'), { delivered: false, response: '500: not today', failure: 'FAILED' }],
  [outside(302, ''), { delivered: false, response: '302: it leads elsewhere, and redirects are not followed' }],
  [outside(410, ''), { delivered: false, response: '410', isGone: true, failure: 'FAILED' }],
  [outside(500, 'x'.repeat(500)), { delivered: false, response: `500: ${'x'.repeat(200)}`, failure: 'FAILED' }],
  [outside(413, ''), { delivered: false, response: '413', failure: 'REFUSED' }],
  [outside(504, ''), { delivered: false, response: '504', failure: 'FAILED', isUnconfirmed: true }],
  [
    { ...outside(503, ''), retryAfter: '7' },
    { delivered: false, response: '503', failure: 'FAILED', retryAfter: 7000 },
  ],
  [inside(201), { delivered: true, response: 'delivered' }],
  [inside(302), { delivered: false, response: 'was not accepted', failure: 'FAILED' }],
  [inside(404), { delivered: false, response: 'was not accepted', failure: 'FAILED' }],
  [inside(413), { delivered: false, response: 'was not accepted', failure: 'REFUSED' }],
  [inside(500), { delivered: false, response: 'was not accepted', failure: 'FAILED' }],
  // A push subscription that is gone is removed, wherever the push service stands.
  [inside(410), { delivered: false, response: 'was not accepted', isGone: true, failure: 'FAILED' }],
])('%j', (answer, sent) => {
  expect(toSendResult(answer, 0, [410])).toEqual(sent);
});

test('an error in place of a response is about the receiver, unless Picket could not make the message', () => {
  expect(toFailure(new Error('no route'))).toEqual({ delivered: false, response: 'no route', failure: 'UNREACHABLE' });
  expect(toFailure(new ResponseLost('lost'))).toMatchObject({ failure: 'FAILED', isUnconfirmed: true });
  expect(toFailure(new UnmadeMessageError('made of secrets'))).toEqual({
    delivered: false,
    response: 'the message could not be made',
    failure: 'REFUSED',
    isUnmade: true,
  });
});
