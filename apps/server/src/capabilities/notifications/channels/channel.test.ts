import { expect, test } from 'vitest';
import { sentOf } from './channel.ts';

const outside = (status: number, text: string) => ({ status, text, isInside: false });
const inside = (status: number) => ({ status, text: '', isInside: true });

test.each([
  [outside(201, 'taken'), { delivered: true, answer: '201: taken' }],
  [outside(204, ''), { delivered: true, answer: '204' }],
  [outside(500, 'not today'), { delivered: false, answer: '500: not today' }],
  [outside(302, ''), { delivered: false, answer: '302: it leads elsewhere, and redirects are not followed' }],
  [outside(410, ''), { delivered: false, answer: '410', isGone: true }],
  [outside(500, 'x'.repeat(500)), { delivered: false, answer: `500: ${'x'.repeat(200)}` }],
  [inside(201), { delivered: true, answer: 'delivered' }],
  [inside(302), { delivered: false, answer: 'was not accepted' }],
  [inside(404), { delivered: false, answer: 'was not accepted' }],
  [inside(500), { delivered: false, answer: 'was not accepted' }],
  // A push subscription that is gone is removed, wherever the push service stands.
  [inside(410), { delivered: false, answer: 'was not accepted', isGone: true }],
])('%j', (answer, sent) => {
  expect(sentOf(answer, [410])).toEqual(sent);
});
