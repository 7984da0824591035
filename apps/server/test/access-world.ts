/** One organization with everything in it, neighbors, and people of every kind. */
import { formatInstant } from '@picket/domain/time';
import { linkToken } from '../src/capabilities/notifications/index.ts';
import { hashSecret, newGuid, newSecret } from '../src/platform/keys/ids.ts';
import { removeMailServer } from './access-installation.ts';
import type { Column } from './access-matrix.ts';
import type { Device, Picket, Session } from './harness.ts';

export const ABSENT = '01890000-0000-7000-8000-000000000000';
/** Of no password: nobody signs in with it, but an account with it has signed up. */
const SOME_HASH = `$2b$04$${'a'.repeat(53)}`;

type Permission = { readonly role: 'ADMIN' | 'VIEWER' | 'METRICS'; readonly location?: string };

export class AccessWorld {
  readonly picket: Picket;
  tenant = '';
  neighbor = '';
  location = '';
  /** Another location of the same organization. */
  elsewhere = '';
  #admin: Session = { cookie: '' };
  #device: Device | null = null;
  #count = 0;

  constructor(picket: Picket) {
    this.picket = picket;
  }

  async build(): Promise<void> {
    this.tenant = (await this.picket.addTenant('Acme')).tenant;
    this.neighbor = (await this.picket.addTenant('Neighbor')).tenant;
    this.#admin = await this.person(this.tenant, [{ role: 'ADMIN' }]);
    this.location = await this.picket.addLocation('Vault', this.#admin);
    this.elsewhere = await this.picket.addLocation('Attic', this.#admin);
    this.#device = await this.device(this.location);
  }

  /** The device of the location. */
  get sentryDevice(): Device {
    if (this.#device === null) throw new Error('the world is not built yet');
    return this.#device;
  }

  get admin(): Session {
    return this.#admin;
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** A person who is signed in, made without hashing anything. */
  async person(tenantGuid: string, permissions: readonly Permission[]): Promise<Session & { readonly guid: string }> {
    const { prisma } = this.picket.platform.db;
    const guid = newGuid();
    const secret = newSecret();
    const now = new Date(this.picket.clock.now());
    await prisma.user.create({
      data: {
        guid,
        tenantGuid,
        email: `${guid}@acme.example`,
        passwordHash: SOME_HASH,
        createdAt: now,
        lastUpdateTs: now,
        permissions: {
          create: permissions.map(({ role, location }) => ({
            guid: newGuid(),
            role,
            locationGuid: location ?? null,
          })),
        },
        sessions: {
          create: {
            hash: new Uint8Array(hashSecret(secret)),
            guid: newGuid(),
            createdAt: now,
            activeAt: now,
            confirmedAt: now,
            expiresAt: new Date(now.getTime() + 86_400_000),
          },
        },
      },
    });
    return { cookie: `picket_session=${secret}`, guid };
  }

  async token(permissions: readonly Permission[]): Promise<Device> {
    const { body } = await this.picket.call<{ token: string }>('POST', '/api-tokens', {
      as: this.#admin,
      body: { name: `token ${this.next()}`, days: 30, permissions },
    });
    return { sentry: '', token: body.token };
  }

  device(location: string): Promise<Device> {
    return this.picket.addDevice(location, {}, this.#admin);
  }

  /** Somebody new of this kind; `location` is where those of one location have their role. */
  async caller(column: Column, location = this.location): Promise<Session | Device | undefined> {
    const { prisma } = this.picket.platform.db;
    const owner = await prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } });
    switch (column) {
      case 'nobody':
        return undefined;
      case 'viewer':
        return this.person(this.tenant, [{ role: 'VIEWER' }]);
      case 'locationViewer':
        return this.person(this.tenant, [{ role: 'VIEWER', location }]);
      case 'locationAdmin':
        return this.person(this.tenant, [{ role: 'ADMIN', location }]);
      case 'metrics':
        return this.person(this.tenant, [{ role: 'METRICS' }]);
      case 'admin':
        return this.person(this.tenant, [{ role: 'ADMIN' }]);
      case 'foreignAdmin':
        return this.person(this.neighbor, [{ role: 'ADMIN' }]);
      case 'owner':
        return this.person(owner.guid, [{ role: 'ADMIN' }]);
      case 'sentry':
        return this.#device ?? undefined;
      case 'token':
        return this.token([{ role: 'VIEWER' }]);
    }
  }

  async #create<Body>(path: string, body: unknown): Promise<Body> {
    const answer = await this.picket.call<Body>('POST', path, { as: this.#admin, body });
    if (answer.status > 201) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  // What targets are made of.

  async colleague(): Promise<string> {
    return (await this.person(this.tenant, [{ role: 'VIEWER' }])).guid;
  }

  async invited(): Promise<string> {
    const { user } = await this.#create<{ user: { guid: string } }>('/users', {
      email: `invited${this.next()}@acme.example`,
      permissions: [{ role: 'VIEWER' }],
    });
    return user.guid;
  }

  async link(kind: 'invite' | 'reset-link'): Promise<string> {
    // Without a mail server the link is shown, not sent.
    await removeMailServer(this.picket);
    const guid = kind === 'invite' ? await this.invited() : await this.colleague();
    const { path } = await this.#create<{ path: string }>(`/users/${guid}/${kind}`, undefined);
    return path.split('/').at(-1) ?? '';
  }

  async newLocation(): Promise<string> {
    return this.picket.addLocation(`Room ${this.next()}`, this.#admin);
  }

  async sentry(): Promise<string> {
    const made = await this.#create<{ guid: string }>(`/locations/${this.location}/sentries`, {
      name: `Rack ${this.next()}`,
    });
    return made.guid;
  }

  async code(): Promise<string> {
    const made = await this.#create<{ activationCode: string }>(`/locations/${this.location}/sentries`, {
      name: `Rack ${this.next()}`,
    });
    return made.activationCode;
  }

  zoneBody(): object {
    const exclusions = Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included'));
    return { name: `Zone ${this.next()}`, sensorMetricIdList: ['thermal_temperature'], exclusions };
  }

  async asset(): Promise<string> {
    const made = await this.#create<{ guid: string }>(`/locations/${this.location}/assets`, this.assetBody());
    return made.guid;
  }

  assetBody(): object {
    return { name: `Freezer ${this.next()}`, kind: 'freezer' };
  }

  /** A sentry whose device was activated and has sent a picture. */
  async sentryWithFrame(): Promise<string> {
    const device = await this.device(this.location);
    const data = Array.from({ length: 24 * 32 }, () => 20);
    const at = '2026-03-02T09:59:00Z';
    await this.picket.report(device, [
      { sensorMetricId: 'thermal_temperature', at, frame: { rows: 24, columns: 32, data } },
    ]);
    return device.sentry;
  }

  async zone(): Promise<string> {
    return (await this.#create<{ zoneId: string }>(`/locations/${this.location}/zones`, this.zoneBody())).zoneId;
  }

  taggingBody(parentId: string): object {
    const exclusions = Array.from({ length: 24 }, (_, row) =>
      Array.from({ length: 32 }, (__, column) => (row === 0 && column === 0 ? 'included' : 'excluded')),
    );
    const condition = { sensorMetricId: 'thermal_temperature', column: 'max', operator: 'GREATER_THAN', threshold: 60 };
    return {
      name: `Rack ${this.next()}`,
      sensorMetricIdList: ['thermal_temperature'],
      exclusions,
      parentId,
      definition: { violations: [{ description: 'Hot rack', severity: 300, conditions: [condition] }] },
    };
  }

  /** A tagging zone, as the policy that watches it. */
  async tagging(): Promise<string> {
    const path = `/locations/${this.location}/tagging-zones`;
    return (await this.#create<{ policy: { guid: string } }>(path, this.taggingBody(await this.zone()))).policy.guid;
  }

  policyBody(): object {
    const condition = { sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 30 };
    const violation = { description: 'Too hot', severity: 360, conditions: [condition] };
    return { name: `Policy ${this.next()}`, definition: { violations: [violation] } };
  }

  async policy(): Promise<string> {
    return (await this.#create<{ guid: string }>('/policies', this.policyBody())).guid;
  }

  async alert(): Promise<string> {
    const made = await this.#create<{ guid: string }>('/alerts', {
      location: this.location,
      severity: 300,
      message: `Alert ${this.next()}`,
    });
    return made.guid;
  }

  async discoveredSensors(): Promise<object> {
    const serial_number = `F${this.next()}`;
    const sensors = [{ model: 'FX2', serial_number, type: 'FLUID' }];
    await this.picket.call('POST', '/sentry/discovered', { as: this.#device ?? undefined, body: { sensors } });
    return { sensors };
  }

  /** An edit at the location, as the alert about it. */
  async edit(): Promise<string> {
    const sentry = await this.sentry();
    const policy = await this.policy();
    await this.picket.call('PUT', `/sentries/${sentry}/policies/${policy}`, { as: this.#admin, body: PINNED });
    const alerts = await this.picket.alerts(`&kind=POLICY_CHANGE_ALERT&sentry=${sentry}`, this.#admin);
    return alerts[0]?.guid ?? ABSENT;
  }

  /** A destination of the organization, at an address where nobody answers. */
  async destination(): Promise<string> {
    return (await this.#create<{ guid: string }>('/destinations', this.destinationBody('SLACK'))).guid;
  }

  destinationBody(kind: 'SLACK' | 'NTFY'): object {
    const settings =
      kind === 'SLACK' ? { url: 'https://slack.invalid/hook' } : { server: 'https://ntfy.invalid', topic: 'picket' };
    return { kind, name: `Channel ${this.next()}`, settings };
  }

  /** A host inside that the organization's destinations may lead to. */
  async outboundDestination(): Promise<string> {
    const guid = newGuid();
    const where = { tenantGuid: this.tenant, host: `host${this.next()}`, port: 8080, forEveryone: false };
    const createdAt = new Date(this.picket.clock.now());
    await this.picket.platform.db.prisma.outboundDestination.create({
      data: { guid, ...where, createdByName: 'somebody', createdAt },
    });
    return guid;
  }

  async announcement(): Promise<string> {
    const id = newGuid();
    const publishedAt = new Date(this.picket.clock.now());
    await this.picket.platform.db.prisma.announcement.create({
      data: { id, title: 'News', text: 'New.', publishedAt },
    });
    return id;
  }

  async downtime(): Promise<string> {
    const guid = newGuid();
    const at = new Date(this.picket.clock.now());
    await this.picket.platform.db.prisma.downtime.create({
      data: { guid, startsAt: at, context: 'New disks', createdByName: 'somebody', createdAt: at },
    });
    return guid;
  }

  async maintenance(): Promise<string> {
    const endsAt = formatInstant(this.picket.clock.now() + 3_600_000);
    return (await this.#create<{ guid: string }>(`/locations/${this.location}/maintenance`, { endsAt })).guid;
  }

  /** A message to a colleague about an open alert. */
  async message(state: 'WAITING' | 'FAILED'): Promise<string> {
    const { prisma } = this.picket.platform.db;
    const [guid, owner, alert] = [newGuid(), await this.colleague(), await this.alert()];
    const now = new Date(this.picket.clock.now());
    const ids = { tenantGuid: this.tenant, ownerGuid: owner, destinationGuid: owner, channel: 'EMAIL' };
    const what = { ownerName: 'Somebody', kind: 'ALERTS', severity: 300, title: 'Smoke', content: {}, createdAt: now };
    await prisma.message.create({ data: { guid, ...ids, ...what, state } });
    const delivery = { alertGuid: alert, change: 'RAISED', occurrence: 9, state: 'SENT', messageGuid: guid };
    await prisma.delivery.create({ data: { guid: newGuid(), ...ids, ...delivery, dueAt: now, createdAt: now } });
    return guid;
  }

  /** The link in such a message. */
  async actionLink(): Promise<string> {
    const expiresAt = this.picket.clock.now() + 3_600_000;
    return linkToken(this.picket.platform.keys, await this.message('WAITING'), expiresAt);
  }

  async withMfa(): Promise<string> {
    const guid = await this.colleague();
    const since = new Date(this.picket.clock.now());
    await this.picket.platform.db.prisma.user.updateMany({ where: { guid }, data: { totpSince: since } });
    return guid;
  }
}

export const VIOLATION = {
  description: 'Too hot here',
  severity: 360,
  conditions: [{ sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 25 }],
};
/** A copy of a policy that no longer follows it. */
export const PINNED = { ignoreGlobalPolicyChanges: true, definition: { violations: [VIOLATION] }, doNotDisturb: null };
