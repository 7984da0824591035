/** Escalation of an alert that is open again after it had ended. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { deleteEndedEscalations } from '../src/capabilities/notifications/index.ts';
import { deliveryStates, detail, openWorld, pass } from './notification-world.ts';

test('the people who were reminded before are reminded of it again', async () => {
  const world = await openWorld();
  const { picket, location } = world;
  const device = await picket.addDevice(location, { reportIntervalSeconds: 60 });
  const passAt = async (value: number, minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      await picket.send(device, 'environment_temperature', value);
      await pass(world, 60, 30);
    }
  };
  await picket.send(device, 'environment_temperature', 22);
  await pass(world, 60);
  const began = picket.clock.now();
  await passAt(35, 23);
  const [alert] = await picket.alerts(`&sentry=${device.sentry}`);
  const guid = alert?.guid ?? '';
  await passAt(22, 15);
  expect(await deliveryStates(world, guid, 'EMAIL')).toEqual(['RAISED SENT', 'REMINDER SENT', 'CLEARED SENT']);
  await deleteEndedEscalations(picket.platform.db.console);
  // The sensor read ten degrees too little all the time: it was hot when the alert ended.
  const offset = { value: 15, reason: 'calibrated', from: formatInstant(began) };
  const path = `/sentries/${device.sentry}/sensors/environment_temperature`;
  expect((await picket.call('PATCH', path, { as: picket.admin, body: { offset } })).status).toBe(200);
  await passAt(35, 23);
  const states = await deliveryStates(world, guid, 'EMAIL');
  expect(states.filter((state) => state.startsWith('REMINDER'))).toEqual(['REMINDER SENT', 'REMINDER SENT']);
  const { timeline, state } = await detail(world, guid);
  expect(state).toBe('OPEN');
  expect(timeline.filter(({ code }) => code === 'ESCALATED')).toHaveLength(2);
});
