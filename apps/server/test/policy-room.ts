/** A room with one sentry, and policies about its temperature. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Device, openPicket, type Picket } from './harness.ts';

export const TEMPERATURE = 'environment_temperature';

export const condition = (threshold: number, extras: object = {}) => ({
  sensorMetricId: TEMPERATURE,
  operator: 'GREATER_THAN',
  threshold,
  ...extras,
});

export const violation = (threshold = 25, extras: object = {}) => ({
  description: 'Hot',
  severity: 360,
  onsetDelay: 60,
  conditions: [condition(threshold)],
  ...extras,
});

type Method = Parameters<Picket['call']>[0];

export class PolicyRoom {
  readonly picket: Picket;
  readonly location: string;
  readonly device: Device;

  constructor(picket: Picket, location: string, device: Device) {
    this.picket = picket;
    this.location = location;
    this.device = device;
  }

  /** A request that has to succeed. */
  async ask<Body>(method: Method, path: string, body?: unknown, as = this.picket.admin): Promise<Body> {
    const answer = await this.picket.call<Body>(method, path, { as, body });
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }

  makePolicy(
    violations: readonly object[] = [violation()],
    extras: object = {},
  ): Promise<ResponseOf<'POST /policies'>> {
    return this.ask('POST', '/policies', { name: `Heat ${Math.random()}`, definition: { violations }, ...extras });
  }

  /** Seconds pass, and a temperature is reported. */
  async send(value: number, passed = 60): Promise<void> {
    this.picket.clock.pass(passed);
    await this.picket.send(this.device, TEMPERATURE, value);
  }

  /** Alerts of a policy, without those about its edits. */
  async alertsOf(policy: string): Promise<ResponseOf<'GET /alerts'>['items']> {
    return (await this.picket.alerts(`&policy=${policy}`)).filter(({ kind }) => kind !== 'POLICY_CHANGE_ALERT');
  }
}

/** One server for the tests of a file, and for each test a room of its own. Returns the room of the current test. */
export function openPolicyRoom(): () => PolicyRoom {
  let picket: Picket;
  let room: PolicyRoom;
  beforeAll(async () => {
    picket = await openPicket();
  });
  afterAll(() => picket.close());
  beforeEach(async () => {
    picket.admin = await picket.signIn('admin@picket.example');
    const location = await picket.addLocation(`Room ${Math.random()}`);
    room = new PolicyRoom(picket, location, await picket.addDevice(location, { reportIntervalSeconds: 60 }));
  });
  return () => room;
}
