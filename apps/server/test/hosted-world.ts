/** A Picket with a port for devices, and the clients that connect to it. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { openPicket, type Picket, type PicketOptions, type Session } from './harness.ts';

type Integration = ResponseOf<'POST /integrations'>;
export type Hosted = Extract<Integration, { readonly kind: 'BROKER' }>;
export type Device = ResponseOf<'GET /discovered'>['items'][number];

function hostedOf(integration: Integration | undefined): Hosted {
  if (integration?.kind !== 'BROKER') throw new Error('no broker');
  return integration;
}

interface ClientOptions extends IClientOptions {
  /** Without user and password. */
  readonly isAnonymous?: boolean;
}

export class HostedWorld {
  readonly picket: Picket;
  readonly admin: Session;
  readonly location: string;
  readonly guid: string;
  readonly user: string;
  readonly url: string;
  password: string;

  /** `scheme`: of the address that a client on this machine uses. */
  static async open(environment: Record<string, string> = {}, options: PicketOptions = {}): Promise<HostedWorld> {
    const port = await freePort();
    const picket = await openPicket({
      ...options,
      environment: { PICKET_MQTT_LISTEN: `127.0.0.1:${port}`, ...environment },
    });
    onTestFinished(async () => {
      await picket.server.pipeline.integrations.close();
      await picket.close();
    });
    return HostedWorld.add(picket, picket.admin, await picket.addLocation('Basel'));
  }

  /** One more, of any organization. */
  static async add(picket: Picket, admin: Session, location: string): Promise<HostedWorld> {
    const body = { kind: 'BROKER', name: `Devices ${location}`, location };
    const added = await picket.call<Integration>('POST', '/integrations', { as: admin, body });
    expect(added.status).toBe(201);
    const world = new HostedWorld(picket, admin, location, hostedOf(added.body));
    await world.run();
    return world;
  }

  private constructor(picket: Picket, admin: Session, location: string, integration: Hosted) {
    this.picket = picket;
    this.admin = admin;
    this.location = location;
    this.guid = integration.guid;
    this.user = integration.user ?? '';
    this.password = integration.brokerPassword ?? '';
    this.url = (integration.brokerAddress ?? '').replace('localhost', '127.0.0.1');
  }

  run(): Promise<void> {
    return this.picket.server.pipeline.integrations.run();
  }

  /** Connects once, as a device does. */
  async client({ isAnonymous = false, ...options }: ClientOptions = {}): Promise<MqttClient> {
    const client = await connectAsync(this.url, {
      protocolVersion: 4,
      ...(isAnonymous ? {} : { username: this.user, password: this.password }),
      reconnectPeriod: 0,
      ...options,
    });
    // It is disconnected in some of the tests.
    client.on('error', () => {});
    onTestFinished(async () => client.endAsync(true));
    return client;
  }

  /** The code that a connection is refused with; null: it is not refused. */
  async refusal(options: ClientOptions): Promise<number | string | null> {
    try {
      await this.client(options);
      return null;
    } catch (error) {
      return error instanceof Error && 'code' in error ? (error.code as number | string) : String(error);
    }
  }

  async renew(): Promise<string> {
    const path = `/integrations/${this.guid}/password`;
    const { status, body } = await this.picket.call<Integration>('POST', path, { as: this.admin });
    expect(status).toBe(200);
    return hostedOf(body).brokerPassword ?? '';
  }

  /** As its card shows it. */
  async state(): Promise<Hosted> {
    await this.run();
    const { body } = await this.picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', {
      as: this.admin,
    });
    return hostedOf(body.items.find(({ guid }) => guid === this.guid));
  }

  async leftOut(): Promise<readonly string[]> {
    await this.run();
    const path = `/integrations/${this.guid}/left-out`;
    const { body } = await this.picket.call<ResponseOf<'GET /integrations/{guid}/left-out'>>('GET', path, {
      as: this.admin,
    });
    return body.items.map(({ topic, reason, count }) => `${reason} ${topic} ${count}`);
  }

  async discovered(): Promise<readonly Device[]> {
    await this.run();
    const path = `/discovered?source=${this.guid}`;
    return (await this.picket.call<ResponseOf<'GET /discovered'>>('GET', path, { as: this.admin })).body.items;
  }

  /** Waits until something was found, and makes a sentry of it. */
  async adoptFirst(): Promise<SentryOut> {
    await expect.poll(async () => (await this.discovered()).length).toBeGreaterThan(0);
    const [device] = await this.discovered();
    const entities = (device?.entities ?? []).flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
    const body = { location: this.location, name: 'Under chiller', entities };
    const path = `/discovered/${device?.guid}/adopt`;
    const adopted = await this.picket.call<SentryOut>('POST', path, { as: this.admin, body });
    expect(adopted.status).toBe(201);
    await this.run();
    return adopted.body;
  }

  /** Every stored value of the leak sensors of the location, in order of time. */
  async leaks(): Promise<readonly (number | null)[]> {
    const { rows } = await this.picket.platform.db.console.query<{ value: number | null }>(
      `SELECT r.value FROM reading r JOIN series e ON e.id = r.series_id JOIN sentry s ON s.guid = e.sentry_guid
        WHERE s.location_guid = $1::uuid AND e.sensor_metric_id LIKE '%leak' ORDER BY r.at`,
      [this.location],
    );
    return rows.map(({ value }) => value);
  }
}
