/** A Picket with a webhook that devices call. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { SentryOut } from '@picket/contracts/types';
import { expect, onTestFinished } from 'vitest';
import { type Answer, openPicket, type Picket, type PicketOptions, type Session } from './harness.ts';

export type Device = ResponseOf<'GET /discovered'>['items'][number];
type Integration = ResponseOf<'POST /integrations'>;
export type HookAnswer = Answer<ResponseOf<'POST /hooks/{token}'>>;

/** The token at the end of the address that an answer shows. */
function tokenOf(integration: Integration): string {
  const address = integration.kind === 'WEBHOOK' ? integration.hookAddress : undefined;
  const token = /\/api\/v1\/hooks\/([\w-]{43})$/u.exec(address ?? '')?.[1];
  if (token === undefined) throw new Error('no address');
  return token;
}

export class WebhookWorld {
  readonly picket: Picket;
  readonly admin: Session;
  readonly location: string;
  readonly integration: Integration;
  token: string;

  static async open(options: PicketOptions = {}): Promise<WebhookWorld> {
    const picket = await openPicket(options);
    onTestFinished(async () => {
      await picket.server.pipeline.integrations.close();
      await picket.close();
    });
    return WebhookWorld.add(picket, picket.admin, await picket.addLocation('Basel'));
  }

  /** One more of an organization. */
  static async add(picket: Picket, admin: Session, location: string): Promise<WebhookWorld> {
    const body = { kind: 'WEBHOOK', name: 'Platforms', location };
    const added = await picket.call<Integration>('POST', '/integrations', { as: admin, body });
    expect(added.status).toBe(201);
    return new WebhookWorld(picket, admin, location, added.body);
  }

  private constructor(picket: Picket, admin: Session, location: string, integration: Integration) {
    this.picket = picket;
    this.admin = admin;
    this.location = location;
    this.integration = integration;
    this.token = tokenOf(integration);
  }

  send(body: unknown, { token = this.token, query = '', server = this.picket } = {}): Promise<HookAnswer> {
    return server.call('POST', `/hooks/${token}${query}`, { body });
  }

  open(query: string): Promise<HookAnswer> {
    return this.picket.call('GET', `/hooks/${this.token}?${query}`);
  }

  async renew(): Promise<string> {
    const path = `/integrations/${this.integration.guid}/hook`;
    const { status, body } = await this.picket.call<Integration>('POST', path, { as: this.admin });
    expect(status).toBe(200);
    return tokenOf(body);
  }

  async state(): Promise<Integration> {
    const { body } = await this.picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', {
      as: this.admin,
    });
    const found = body.items.find(({ guid }) => guid === this.integration.guid);
    if (found === undefined) throw new Error('no integration');
    return found;
  }

  async discovered(): Promise<readonly Device[]> {
    const path = `/discovered?source=${this.integration.guid}`;
    const { body } = await this.picket.call<ResponseOf<'GET /discovered'>>('GET', path, { as: this.admin });
    return body.items;
  }

  async leftOut(): Promise<readonly string[]> {
    const path = `/integrations/${this.integration.guid}/left-out`;
    const { body } = await this.picket.call<ResponseOf<'GET /integrations/{guid}/left-out'>>('GET', path, {
      as: this.admin,
    });
    return body.items.map(({ topic, reason, count }) => `${reason} ${topic} ${count}`);
  }

  async adopt(name: string): Promise<SentryOut> {
    const device = (await this.discovered()).find((one) => one.name === name);
    if (device === undefined) throw new Error('it is not discovered');
    const entities = device.entities.flatMap(({ guid, series }) => (series === undefined ? [] : [guid]));
    const adopted = await this.picket.call<SentryOut>('POST', `/discovered/${device.guid}/adopt`, {
      as: this.admin,
      body: { location: this.location, name, entities },
    });
    expect(adopted.status).toBe(201);
    return adopted.body;
  }

  /** The values of a series of the location, oldest first. */
  async history(sensorMetricId: string): Promise<readonly (number | null)[]> {
    const { prisma } = this.picket.platform.db;
    const location = await prisma.location.findFirstOrThrow({ where: { guid: this.location } });
    const { rows } = await this.picket.platform.db.console.query<{ value: number | null }>(
      `SELECT r.value FROM reading r JOIN series e ON e.id = r.series_id JOIN sentry s ON s.guid = e.sentry_guid
        WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND e.sensor_metric_id = $3 ORDER BY r.at`,
      [location.tenantGuid, this.location, sensorMetricId],
    );
    return rows.map(({ value }) => value);
  }
}
