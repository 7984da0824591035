/** The alerts of a policy that was deleted: evaluation ends them, and nobody is notified. */
import { expect, test } from 'vitest';
import { openPolicyRoom, violation } from './policy-room.ts';

const room = openPolicyRoom();
const ALWAYS = { daysOfWeek: [1, 2, 3, 4, 5, 6, 7], beginHour: 0, beginMinute: 0, endHour: 23, endMinute: 59 };

test('a policy that is deleted during its do-not-disturb notifies nobody of its alerts', async () => {
  const { picket } = room();
  const policy = await room().makePolicy([violation(25, { onsetDelay: 0, exitDelay: 0 })], { doNotDisturb: ALWAYS });
  await room().send(30);
  expect(await room().alertsOf(policy.guid)).toMatchObject([{ muted: true, state: 'OPEN' }]);
  await room().ask('DELETE', `/policies/${policy.guid}`);
  // Before evaluation has ended them.
  expect(await picket.releaseMutedAlerts()).toBe(0);
  expect(await room().alertsOf(policy.guid)).toMatchObject([{ muted: true, state: 'OPEN' }]);
  await picket.tick();
  expect(await room().alertsOf(policy.guid)).toMatchObject([{ muted: true, state: 'CLEARED' }]);
  picket.clock.pass(120);
  expect(await picket.releaseMutedAlerts()).toBe(0);
});
