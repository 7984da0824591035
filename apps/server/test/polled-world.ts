/** A Picket that asks a source that is polled: a NUT server, or another one. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { expect, onTestFinished } from 'vitest';
import { openPicket, type Picket } from './harness.ts';

type DiscoveredList = ResponseOf<'GET /discovered'>;
type Integration = ResponseOf<'POST /integrations'>;

/** Without the digits by which the leak sensors of two integrations differ. */
const nameOf = ({ sensorMetricId, column }: { readonly sensorMetricId: string; readonly column: string }): string =>
  `${sensorMetricId.replace(/\.[0-9a-f]{8}_/u, '_')}.${column}`;

export class PolledWorld {
  readonly picket: Picket;
  readonly location: string;
  readonly integration: Integration;

  /** `settings`: of a source at this port of this machine, or at one of these. */
  static async open(port: number | readonly number[], settings: object): Promise<PolledWorld> {
    const picket = await openPicket({
      environment: {
        PICKET_OUTBOUND_ALLOWED: [port]
          .flat()
          .map((one) => `127.0.0.1:${one}`)
          .join(','),
      },
    });
    onTestFinished(async () => {
      await picket.server.pipeline.integrations.close();
      await picket.close();
    });
    const location = await picket.addLocation('Basel');
    const body = { name: 'Power', location, ...settings };
    const added = await picket.call<Integration>('POST', '/integrations', { as: picket.admin, body });
    expect(added.status).toBe(201);
    return new PolledWorld(picket, location, added.body);
  }

  constructor(picket: Picket, location: string, integration: Integration) {
    this.picket = picket;
    this.location = location;
    this.integration = integration;
  }

  run(): Promise<void> {
    return this.picket.server.pipeline.integrations.run();
  }

  /** Lets time pass as on a running server. */
  async live(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      this.picket.clock.pass(10);
      await this.run();
      await this.picket.heartbeat();
      await this.picket.tick();
    }
    // However long it took: no session is left to expire.
    this.picket.admin = await this.picket.signIn('admin@picket.example');
  }

  /** Asks until what is found is as expected: each time half a minute later. */
  eventually<Value>(find: () => Promise<Value>, expected: unknown): Promise<void> {
    return expect
      .poll(
        async () => {
          await this.live(30);
          return find();
        },
        { timeout: 60_000 },
      )
      .toEqual(expected);
  }

  /**
   * After a silence these are the open alerts, and stay the only ones. A report that was on its way when it began is received while time
   * passes already, so that the first one may come later.
   */
  async raises(expected: unknown): Promise<void> {
    await this.live(900);
    await this.eventually(() => this.openAlerts(), expected);
    await this.live(300);
    expect(await this.openAlerts()).toEqual(expected);
  }

  async discovered(): Promise<DiscoveredList['items']> {
    await this.run();
    const { body } = await this.picket.call<DiscoveredList>('GET', '/discovered', { as: this.picket.admin });
    return body.items;
  }

  /** What was seen last of each entity that becomes a series. */
  async values(): Promise<Readonly<Record<string, unknown>>> {
    const [device] = await this.discovered();
    return Object.fromEntries(
      (device?.entities ?? []).flatMap(({ series, value }) => (series === undefined ? [] : [[nameOf(series), value]])),
    );
  }

  async state(): Promise<Integration | undefined> {
    await this.run();
    const { body } = await this.picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', {
      as: this.picket.admin,
    });
    return body.items[0];
  }

  async adopt(): Promise<SentryOut> {
    const [device] = await this.discovered();
    if (device === undefined) throw new Error('nothing is discovered');
    const entities = device.entities.flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
    const body = { location: this.location, name: 'Rack UPS', entities };
    const path = `/discovered/${device.guid}/adopt`;
    const adopted = await this.picket.call<SentryOut>('POST', path, { as: this.picket.admin, body });
    expect(adopted.status).toBe(201);
    await this.run();
    return adopted.body;
  }

  async latest(): Promise<Readonly<Record<string, number | null>>> {
    const path = `/locations/${this.location}/latest`;
    const { body } = await this.picket.call<ResponseOf<'GET /locations/{guid}/latest'>>('GET', path, {
      as: this.picket.admin,
    });
    return Object.fromEntries(body.items.map((series) => [nameOf(series), series.value]));
  }

  async openAlerts() {
    const alerts = await this.picket.alerts();
    return alerts
      .filter(({ severity, state, kind }) => severity > 0 && state === 'OPEN' && kind.startsWith('POLICY_ALERT'))
      .map(({ policy, sentry }) => [policy?.name, sentry?.guid] as const)
      .sort(([a = ''], [b = '']) => a.localeCompare(b));
  }
}
