import { expect, test } from 'vitest';
import type { AnnouncedEntity } from './announced.ts';
import { differencesOf } from './announced-differently.ts';

const MOTION: AnnouncedEntity = {
  id: 'motion',
  component: 'binary_sensor',
  name: 'Motion',
  deviceClass: 'motion',
  unit: null,
  category: null,
  stateTopic: 'a/b',
  rule: null,
  payloadOn: 'ON',
  payloadOff: 'OFF',
  expireAfterSeconds: null,
};

test('a value that goes off by itself now is announced differently, and another name is not', () => {
  expect(differencesOf([MOTION], [{ ...MOTION, name: 'Movement' }])).toEqual([]);
  expect(differencesOf([MOTION], [{ ...MOTION, hasOffDelay: true }])).toEqual([
    { id: 'motion', field: 'hasOffDelay', before: '', after: 'true' },
  ]);
});
