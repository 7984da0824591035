/** For each endpoint a request that is right, made of what there is in the world of the access tests. */
import { encodePassword } from '@picket/contracts/client';
import { type EndpointKey, type ResponseOf, routeOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import { formatInstant } from '@picket/domain/time';
import { CAMERA_TARGETS } from './access-cameras.ts';
import { CLIP_TARGETS, type Prepared } from './access-clips.ts';
import { INSTALLATION_TARGETS } from './access-installation.ts';
import { INTEGRATION_TARGETS } from './access-integrations.ts';
import { PROMETHEUS_TARGETS } from './access-prometheus.ts';
import { DAY } from './access-queries.ts';
import { ABSENT, type AccessWorld, PINNED, VIOLATION } from './access-world.ts';

export interface Target {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Something fresh for the endpoint to work on, and a body it accepts. */
export async function targetOf(world: AccessWorld, key: EndpointKey): Promise<Target> {
  const { path } = routeOf(key);
  const { params = {}, body, query = '', headers } = await partsOf(world, key);
  const filled = path.replace(/:(\w+)/gu, (_, name: string) => params[name] ?? '') + query;
  return { path: filled, ...(body === undefined ? {} : { body }), ...(headers === undefined ? {} : { headers }) };
}

/** The same in its parts. */
export const partsOf = async (world: AccessWorld, key: EndpointKey): Promise<Prepared> =>
  (await TARGETS[key]?.(world)) ?? {};

const CHOSEN = { ...DEFAULT_NOTIFICATIONS, language: 'de' };
const WRONG = encodePassword('not the password');
const WEAK = encodePassword('short');

type Prepare = (world: AccessWorld) => Promise<Prepared> | Prepared;

const here: Prepare = ({ location }) => ({ params: { guid: location } });
const sentryHere: Prepare = async (world) => ({ params: { guid: await world.sentry() } });
const policyThere: Prepare = async (world) => ({ params: { guid: await world.policy() } });
const colleagueThere: Prepare = async (world) => ({ params: { guid: await world.colleague() } });
const destinationThere: Prepare = async (world) => ({ params: { guid: await world.destination() } });
const ARRIVED = { arrived: true };
const alertThere: Prepare = async (world) => ({ params: { guid: await world.alert() } });
const bothThere = async (world: AccessWorld) => ({ guid: await world.sentry(), policyGuid: await world.policy() });
const taggingThere = async (world: AccessWorld) => ({ guid: world.location, policyGuid: await world.tagging() });
const zoneThere = async (world: AccessWorld) => ({ guid: world.location, zoneId: await world.zone() });

const TARGETS: Partial<Record<EndpointKey, Prepare>> = {
  'POST /auth/login': () => ({ body: { username: 'nobody@acme.example', password: WRONG } }),
  'POST /auth/login/tenant': () => ({ body: { challenge: 'none', tenant: ABSENT } }),
  'POST /auth/login/mfa': () => ({ body: { challenge: 'none', code: '123456' } }),
  'POST /auth/oidc/finish': () => ({ body: { query: '?code=1' } }),
  'POST /auth/confirm': () => ({ body: { password: WRONG } }),
  'POST /auth/change-password': () => ({ body: { oldPassword: WRONG, newPassword: WEAK } }),
  'POST /auth/forgot-password': () => ({ body: { email: 'nobody@acme.example' } }),
  'GET /auth/reset-password/{token}': async (world) => ({ params: { token: await world.link('reset-link') } }),
  'POST /auth/reset-password/{token}': async (world) => ({
    params: { token: await world.link('reset-link') },
    body: { newPassword: WEAK },
  }),
  'GET /auth/finish-signup/{token}': async (world) => ({ params: { token: await world.link('invite') } }),
  'POST /auth/finish-signup/{token}': async (world) => ({
    params: { token: await world.link('invite') },
    body: { newPassword: WEAK },
  }),
  'POST /uilog': () => ({ body: { msg: 'Error: it broke' } }),
  'POST /feedback': () => ({ body: { mood: 'happy' } }),
  'POST /announcements/{id}/seen': () => ({ params: { id: 'activity-grid' } }),
  'POST /announcements': (world) => ({ body: { title: `News ${world.next()}`, text: 'Something is new.' } }),
  'DELETE /announcements/{id}': async (world) => ({ params: { id: await world.announcement() } }),
  'POST /downtimes': (world) => ({
    body: { startsAt: formatInstant(world.picket.clock.now() + 60_000), context: 'New disks' },
  }),
  'DELETE /tenants/{guid}': (world) => ({ params: { guid: world.neighbor } }),
  'DELETE /downtimes/{guid}': async (world) => ({ params: { guid: await world.downtime() } }),
  'GET /locations/{guid}/weather': here,
  'PUT /locations/{guid}/weather': async (world) => ({ params: { guid: world.location }, body: { provider: null } }),
  'POST /users/my-profile/display': () => ({ body: {} }),
  'PATCH /users/my-profile': () => ({ body: { displayName: 'Somebody' } }),
  'DELETE /users/my-profile/sessions/{guid}': () => ({ params: { guid: ABSENT } }),
  'POST /users/my-profile/mfa/totp/confirm': () => ({ body: { code: '123456' } }),
  'POST /users/my-profile/mfa/passkeys': () => ({ body: { challenge: 'none', name: 'Key', response: { id: 'x' } } }),
  'DELETE /users/my-profile/mfa/passkeys/{guid}': () => ({ params: { guid: ABSENT } }),
  'POST /api-tokens': (world) => ({ body: { name: `t${world.next()}`, days: 1, permissions: [{ role: 'ADMIN' }] } }),
  'DELETE /api-tokens/{guid}': async (world) => {
    await world.token([{ role: 'VIEWER' }]);
    const { prisma } = world.picket.platform.db;
    const { guid } = await prisma.apiToken.findFirstOrThrow({
      where: { tenantGuid: world.tenant },
      orderBy: { guid: 'desc' },
    });
    return { params: { guid } };
  },
  'POST /users': (world) => ({
    body: { email: `new${world.next()}@acme.example`, permissions: [{ role: 'VIEWER' }] },
  }),
  'GET /users/{guid}': colleagueThere,
  'PATCH /users/{guid}': async (world) => ({
    params: { guid: await world.colleague() },
    body: { permissions: [{ role: 'METRICS' }] },
  }),
  'DELETE /users/{guid}': colleagueThere,
  'POST /users/{guid}/invite': async (world) => ({ params: { guid: await world.invited() } }),
  'DELETE /users/{guid}/invite': async (world) => ({ params: { guid: await world.invited() } }),
  'POST /users/{guid}/reset-link': colleagueThere,
  'GET /users/{guid}/sessions': colleagueThere,
  'DELETE /users/{guid}/sessions': colleagueThere,
  'DELETE /users/{guid}/mfa': async (world) => ({ params: { guid: await world.withMfa() } }),
  'PUT /retention': () => ({ body: { keepDays: { READINGS: 365 } } }),
  'PATCH /tenant': (world) => ({ body: { name: `Renamed ${world.next()}` } }),
  'POST /tenants': (world) => ({ body: { name: `Tenant ${world.next()}`, administrator: 'first@tenant.example' } }),
  'GET /tenants/{guid}': ({ tenant }) => ({ params: { guid: tenant } }),
  'PATCH /tenants/{guid}': ({ tenant }) => ({ params: { guid: tenant }, body: { businessStatus: 'PAID' } }),
  'POST /tenants/{guid}/invite': (world) => ({
    params: { guid: world.neighbor },
    body: { administrator: `other${world.next()}@tenant.example` },
  }),
  ...INSTALLATION_TARGETS,
  ...INTEGRATION_TARGETS,
  ...CAMERA_TARGETS,
  ...PROMETHEUS_TARGETS,
  ...CLIP_TARGETS,
  'GET /tenants/{guid}/outbound-destinations': ({ tenant }) => ({ params: { guid: tenant } }),
  'POST /tenants/{guid}/outbound-destinations': (world) => ({
    params: { guid: world.tenant },
    body: { address: `host${world.next()}:8080` },
  }),
  'DELETE /tenants/{guid}/outbound-destinations/{destination}': async (world) => ({
    params: { guid: world.tenant, destination: await world.outboundDestination() },
  }),
  'POST /locations': (world) => ({ body: { name: `Place ${world.next()}`, timezone: 'UTC' } }),
  'GET /locations/{guid}': here,
  'PATCH /locations/{guid}': ({ location, ...world }) => ({
    params: { guid: location },
    body: { address: `Street ${Object.keys(world).length}` },
  }),
  'DELETE /locations/{guid}': async (world) => ({ params: { guid: await world.newLocation() } }),
  'POST /locations/{guid}/sentries': (world) => ({
    params: { guid: world.location },
    body: { name: `New rack ${world.next()}` },
  }),
  'GET /sentries/{guid}': sentryHere,
  'PATCH /sentries/{guid}': async (world) => ({
    params: { guid: await world.sentry() },
    body: { name: `Renamed rack ${world.next()}` },
  }),
  'DELETE /sentries/{guid}': sentryHere,
  'POST /sentries/{guid}/activation-code': sentryHere,
  'GET /views/locations/{guid}/setup': here,
  'PUT /get-started/{step}': () => ({ params: { step: 'PERSON' }, body: { isNeeded: false } }),
  'POST /locations/{guid}/simulated-sentries': here,
  'POST /sentries/{guid}/simulation': sentryHere,
  'POST /sentries/{guid}/replace': async (world) => ({ params: { guid: await world.sentryWithFrame() } }),
  'GET /sentries/{guid}/frames': sentryHere,
  'GET /sentries/{guid}/frame': async (world) => ({ params: { guid: await world.sentryWithFrame() } }),
  'GET /locations/{guid}/demo': here,
  'POST /locations/{guid}/demo': ({ location }) => ({ params: { guid: location }, body: { scenario: 'leak' } }),
  'GET /locations/{guid}/assets': here,
  'POST /locations/{guid}/assets': (world) => ({ params: { guid: world.location }, body: world.assetBody() }),
  'GET /locations/{guid}/assets/{asset}': async (world) => ({
    params: { guid: world.location, asset: await world.asset() },
  }),
  'PATCH /locations/{guid}/assets/{asset}': async (world) => ({
    params: { guid: world.location, asset: await world.asset() },
    body: { kind: 'pump' },
  }),
  'DELETE /locations/{guid}/assets/{asset}': async (world) => ({
    params: { guid: world.location, asset: await world.asset() },
  }),
  'GET /sentries/{guid}/activations': sentryHere,
  'GET /sentries/{guid}/installations': sentryHere,
  'POST /sentry/activate': async (world) => ({
    body: { activationCode: await world.code(), model: 'PT-1', serialNumber: 'S', softwareVersion: '1' },
  }),
  'POST /sentry/telemetry': () => ({ body: { sentAt: '2026-03-02T10:00:00Z', readings: [] } }),
  'GET /locations/{guid}/sensors': here,
  'POST /locations/{guid}/sensors/subscribe': async (world) => ({
    params: { guid: world.location },
    body: await world.discoveredSensors(),
  }),
  'POST /locations/{guid}/sensors/ignore': async (world) => ({
    params: { guid: world.location },
    body: await world.discoveredSensors(),
  }),
  'GET /sentries/{guid}/sensors': sentryHere,
  'PATCH /sentries/{guid}/sensors/{sensorMetricId}': async (world) => ({
    params: { guid: await world.sentry(), sensorMetricId: 'environment_temperature' },
    body: { intervalSeconds: 30 },
  }),
  'GET /locations/{guid}/zones': here,
  'POST /locations/{guid}/zones': (world) => ({ params: { guid: world.location }, body: world.zoneBody() }),
  'GET /locations/{guid}/zones/{zoneId}': async (world) => ({ params: await zoneThere(world) }),
  'PATCH /locations/{guid}/zones/{zoneId}': async (world) => ({
    params: await zoneThere(world),
    body: { name: `Renamed zone ${world.next()}` },
  }),
  'DELETE /locations/{guid}/zones/{zoneId}': async (world) => ({ params: await zoneThere(world) }),
  'GET /locations/{guid}/latest': here,
  'GET /locations/{guid}/telemetry/export': here,
  'GET /views/locations/{guid}': here,
  'GET /views/locations/{guid}/annotations': here,
  'GET /views/locations/{guid}/activity': here,
  'GET /views/locations/{guid}/calendar': here,
  'GET /locations/{guid}/telemetry': ({ location }) => ({
    params: { guid: `${location}` },
  }),
  'GET /policies/{guid}': policyThere,
  'POST /policies': (world) => ({ body: world.policyBody() }),
  'PATCH /policies/{guid}': async (world) => ({
    params: { guid: await world.policy() },
    body: { name: `Renamed policy ${world.next()}` },
  }),
  'DELETE /policies/{guid}': policyThere,
  'GET /policies/{guid}/versions': policyThere,
  'POST /policies/{guid}/versions/{version}/restore': async (world) => {
    const guid = await world.policy();
    const body = { name: `Renamed policy ${world.next()}` };
    await world.picket.call('PATCH', `/policies/${guid}`, { as: world.admin, body });
    return { params: { guid, version: '1' } };
  },
  'GET /policies/{guid}/overrides': policyThere,
  'POST /policies/{guid}/backtest': async (world) => ({
    params: { guid: await world.policy() },
    body: { definition: { violations: [VIOLATION] }, location: world.location, ...DAY },
  }),
  'POST /policies/backtest': (world) => ({
    body: { definition: { violations: [VIOLATION] }, location: world.location, ...DAY },
  }),
  'POST /policies/preview': async (world) => ({
    body: { policy: await world.policy(), name: `Draft ${world.next()}`, definition: { violations: [VIOLATION] } },
  }),
  'POST /policies/simulate': async (world) => ({
    body: {
      sentry: await world.sentry(),
      sensorMetricId: 'environment_temperature',
      column: 'value',
      value: 40,
      at: DAY.from,
    },
  }),
  'GET /policies/{guid}/suggestions': policyThere,
  'POST /locations/{guid}/zones/preview': async (world) => ({
    params: { guid: world.location },
    body: {
      sentry: await world.sentryWithFrame(),
      sensorMetricId: 'thermal_temperature',
      rows: 24,
      columns: 32,
      exclusions: Array.from({ length: 24 }, () => Array.from({ length: 32 }, () => 'included')),
      ...DAY,
    },
  }),
  'POST /locations/{guid}/tagging-zones': async (world) => ({
    params: { guid: world.location },
    body: world.taggingBody(await world.zone()),
  }),
  'GET /locations/{guid}/tagging-zones/{policyGuid}': async (world) => ({ params: await taggingThere(world) }),
  'PATCH /locations/{guid}/tagging-zones/{policyGuid}': async (world) => ({
    params: await taggingThere(world),
    body: { name: `Renamed rack ${world.next()}` },
  }),
  'DELETE /locations/{guid}/tagging-zones/{policyGuid}': async (world) => ({ params: await taggingThere(world) }),
  'GET /sentries/{guid}/policies': sentryHere,
  'GET /sentries/{guid}/policies/{policyGuid}': async (world) => ({ params: await bothThere(world) }),
  'PUT /sentries/{guid}/policies/{policyGuid}': async (world) => ({ params: await bothThere(world), body: PINNED }),
  'DELETE /sentries/{guid}/policies/{policyGuid}': async (world) => {
    const params = await bothThere(world);
    const path = `/sentries/${params.guid}/policies/${params.policyGuid}`;
    await world.picket.call('PUT', path, { as: world.admin, body: PINNED });
    return { params };
  },
  'POST /alerts': (world) => ({ body: { location: world.location, severity: 300, message: 'Smoke' } }),
  'GET /alerts/{guid}': alertThere,
  'GET /views/alerts/{guid}': alertThere,
  'POST /alerts/{guid}/acknowledge': alertThere,
  'POST /alerts/{guid}/unacknowledge': async (world) => {
    const guid = await world.alert();
    await world.picket.call('POST', `/alerts/${guid}/acknowledge`, { as: world.admin });
    return { params: { guid } };
  },
  'POST /alerts/acknowledge': async (world) => ({ body: { alerts: [await world.alert()] } }),
  'GET /alerts/{guid}/assignees': alertThere,
  'POST /alerts/{guid}/assign': async (world) => {
    const guid = await world.alert();
    const { items } = (
      await world.picket.call<ResponseOf<'GET /alerts/{guid}/assignees'>>('GET', `/alerts/${guid}/assignees`, {
        as: world.admin,
      })
    ).body;
    return { params: { guid }, body: { user: items[0]?.guid } };
  },
  'POST /alerts/{guid}/resolve': alertThere,
  'POST /alerts/{guid}/restore': async (world) => ({ params: { guid: await world.edit() } }),
  'GET /alerts/{guid}/trace': alertThere,
  'POST /alerts/{guid}/snooze': async (world) => ({
    params: { guid: await world.alert() },
    body: { until: formatInstant(world.picket.clock.now() + 600_000) },
  }),
  'PUT /users/my-profile/notifications': () => ({ body: { preferences: CHOSEN } }),
  'POST /users/my-profile/destinations': (world) => ({ body: world.destinationBody('NTFY') }),
  'DELETE /users/my-profile/destinations/{guid}': () => ({ params: { guid: ABSENT } }),
  'POST /users/my-profile/destinations/{guid}/arrival': () => ({ params: { guid: ABSENT }, body: ARRIVED }),
  'POST /users/my-profile/destinations/{guid}/test': () => ({ params: { guid: ABSENT } }),
  'GET /users/{guid}/notifications': colleagueThere,
  'PUT /users/{guid}/notifications': async (world) => ({
    params: { guid: await world.colleague() },
    body: { preferences: CHOSEN },
  }),
  'POST /destinations': (world) => ({ body: world.destinationBody('SLACK') }),
  'PATCH /destinations/{guid}': async (world) => ({
    params: { guid: await world.destination() },
    body: { name: `Renamed ${world.next()}` },
  }),
  'DELETE /destinations/{guid}': destinationThere,
  'POST /destinations/{guid}/arrival': async (world) => ({ ...(await destinationThere(world)), body: ARRIVED }),
  'POST /destinations/{guid}/test': destinationThere,
  'PUT /notification-rules': () => ({ body: { acknowledgementTimeoutMinutes: 30, chains: [] } }),
  'POST /messages/{guid}/retry': async (world) => ({ params: { guid: await world.message('FAILED') } }),
  'POST /notifications/preview': (world) => ({
    body: { location: world.location, kind: 'POLICY', severity: 400, at: DAY.from },
  }),
  'GET /locations/{guid}/maintenance': here,
  'POST /locations/{guid}/maintenance': (world) => ({
    params: { guid: world.location },
    body: { endsAt: formatInstant(world.picket.clock.now() + 3_600_000) },
  }),
  'DELETE /locations/{guid}/maintenance/{window}': async (world) => ({
    params: { guid: world.location, window: await world.maintenance() },
  }),
  'GET /links/{token}': async (world) => ({ params: { token: await world.actionLink() } }),
  'POST /links/{token}': async (world) => ({
    params: { token: await world.actionLink() },
    body: { action: 'ACKNOWLEDGE' },
  }),
  'POST /alerts/{guid}/verdict': async (world) => ({
    params: { guid: await world.alert() },
    body: { verdict: 'REAL' },
  }),
  'GET /alerts/{guid}/comments': alertThere,
  'POST /alerts/{guid}/comments': async (world) => ({ params: { guid: await world.alert() }, body: { text: 'Seen' } }),
};
