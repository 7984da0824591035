/**
 * The requests of the examples in the API document: those of the access tests, and where they are rejected there, or say too
 * little, requests that succeed.
 */
import { encodePassword } from '@picket/contracts/client';
import { ENDPOINT_TABLE, type EndpointKey, type ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { createAdministrator } from '../src/capabilities/user-administration/index.ts';
import type { Prepared } from './access-clips.ts';
import { readIntegration, sourceTest } from './access-integrations.ts';
import { QUERIES } from './access-queries.ts';
import { partsOf } from './access-requests.ts';
import { type AccessWorld, VIOLATION } from './access-world.ts';
import { challengeOf, codeOf, MFA, OTHER, signedIn, withApp } from './browsers-that-sign-in.ts';
import type { ExampleRequest } from './example-request.ts';
import { VIDEO_REQUESTS } from './example-video-requests.ts';
import { type Device, PASSWORD, type Session } from './harness.ts';
import { SoftKey } from './software-authenticator.ts';
import { TestBrowser } from './test-browser.ts';

/** Operations whose example is not sent, and why. Their own tests send such requests. */
export const NOT_SENT: Partial<Record<EndpointKey, string>> = {
  'POST /auth/oidc/start': 'needs a provider: apps/server/test/oidc.test.ts',
  'POST /auth/oidc/finish': 'needs a provider: apps/server/test/oidc.test.ts',
  'POST /recovery-checks': 'needs an archive of the database: tests/chaos/recovery-check.test.ts',
};

type Prepare = (world: AccessWorld) => Promise<ExampleRequest> | ExampleRequest;

const login = (username: string) => ({ username, password: encodePassword(PASSWORD) });

/** The address of an account with a password. */
async function account(world: AccessWorld, ...tenants: readonly string[]): Promise<string> {
  const email = `new${world.next()}@acme.example`;
  for (const tenant of tenants.length === 0 ? [world.tenant] : tenants)
    await createAdministrator(world.picket.platform, tenant, { email, password: PASSWORD });
  return email;
}

const browserOf = async (world: AccessWorld): Promise<TestBrowser> => signedIn(world.picket, await account(world));

async function withDestination(world: AccessWorld): Promise<ExampleRequest> {
  const browser = await browserOf(world);
  const made = await browser.call<{ guid: string }>(
    'POST',
    '/users/my-profile/destinations',
    world.destinationBody('NTFY'),
  );
  return { as: browser.as, params: { guid: made.body.guid } };
}

async function passkey(world: AccessWorld): Promise<ExampleRequest & { readonly browser: TestBrowser }> {
  const browser = await browserOf(world);
  const key = new SoftKey('http://localhost:80', 'localhost');
  type Offer = { challenge: string; options: { challenge: string } };
  const { body } = await browser.call<Offer>('POST', `${MFA}/passkeys/options`);
  const response = key.register(body.options.challenge);
  return { browser, as: browser.as, body: { challenge: body.challenge, name: 'Blue key', response } };
}

/** One for all: an organization may have a few only. */
const SIMULATED = new WeakMap<AccessWorld, Promise<{ guid: string; location: string }>>();

function simulated(world: AccessWorld): Promise<{ guid: string; location: string }> {
  const make = async () => {
    const path = `/locations/${await world.newLocation()}/simulated-sentries`;
    return (await world.picket.call<{ guid: string; location: string }>('POST', path, { as: world.admin })).body;
  };
  const made = SIMULATED.get(world) ?? make();
  SIMULATED.set(world, made);
  return made;
}

const GRID = [
  ['included', 'included', 'included'],
  ['included', 'excluded', 'excluded'],
];

const SIGN_IN: Partial<Record<EndpointKey, Prepare>> = {
  'POST /auth/login': async (world) => ({ body: login(await account(world)) }),
  'POST /auth/login/tenant': async (world) => {
    const email = await account(world, world.tenant, world.neighbor);
    const { challenge } = challengeOf(await new TestBrowser(world.picket).logIn(email));
    return { body: { challenge, tenant: world.tenant } };
  },
  'POST /auth/login/mfa': async (world) => {
    const email = await account(world);
    const { secret } = await withApp(world.picket, await signedIn(world.picket, email));
    const { challenge } = challengeOf(await new TestBrowser(world.picket).logIn(email));
    return { body: { challenge, code: codeOf(world.picket, secret) } };
  },
  'POST /auth/confirm': async (world) => ({
    as: (await browserOf(world)).as,
    body: { password: encodePassword(PASSWORD) },
  }),
  'POST /auth/change-password': async (world) => ({
    as: (await browserOf(world)).as,
    body: { oldPassword: encodePassword(PASSWORD), newPassword: encodePassword(OTHER) },
  }),
  'POST /auth/reset-password/{token}': async (world) => ({
    params: { token: await world.link('reset-link') },
    body: { newPassword: encodePassword(OTHER) },
  }),
  'POST /auth/finish-signup/{token}': async (world) => ({
    params: { token: await world.link('invite') },
    body: { newPassword: encodePassword(OTHER), displayName: 'Ada' },
  }),
  'DELETE /users/my-profile/sessions/{guid}': async (world) => {
    const email = await account(world);
    await signedIn(world.picket, email);
    const browser = await signedIn(world.picket, email);
    type Sessions = ResponseOf<'GET /users/my-profile/sessions'>;
    const { items } = (await browser.call<Sessions>('GET', '/users/my-profile/sessions')).body;
    return { as: browser.as, params: { guid: items.find(({ current }) => !current)?.guid ?? '' } };
  },
  'POST /users/my-profile/mfa/totp/confirm': async (world) => {
    const browser = await browserOf(world);
    const { secret } = (await browser.call<{ secret: string }>('POST', `${MFA}/totp`)).body;
    return { as: browser.as, body: { code: codeOf(world.picket, secret) } };
  },
  'DELETE /users/my-profile/mfa/totp': async (world) => {
    const browser = await browserOf(world);
    await withApp(world.picket, browser);
    return { as: browser.as };
  },
  'POST /users/my-profile/mfa/passkeys': async (world) => {
    const { as, body } = await passkey(world);
    return { as, body };
  },
  'DELETE /users/my-profile/mfa/passkeys/{guid}': async (world) => {
    const { browser, body } = await passkey(world);
    type Added = ResponseOf<'POST /users/my-profile/mfa/passkeys'>;
    const { mfa } = (await browser.call<Added>('POST', `${MFA}/passkeys`, body)).body;
    return { as: browser.as, params: { guid: mfa.passkeys[0]?.guid ?? '' } };
  },
  'POST /users/my-profile/mfa/recovery-codes': async (world) => {
    const browser = await browserOf(world);
    await withApp(world.picket, browser);
    return { as: browser.as };
  },
};

/** A test message was accepted by the server of the channel: whether it arrived is for people to say. */
async function delivered(world: AccessWorld, destinationGuid: string): Promise<void> {
  const lastDeliveredAt = new Date(world.picket.clock.now());
  await world.picket.platform.db.prisma.destinationHealth.create({
    data: { destinationGuid, tenantGuid: world.tenant, lastDeliveredAt },
  });
}

const OTHERS: Partial<Record<EndpointKey, Prepare>> = {
  ...VIDEO_REQUESTS,
  'POST /users/my-profile/destinations/{guid}/arrival': async (world) => {
    const request = await withDestination(world);
    await delivered(world, request.params?.guid ?? '');
    return { ...request, body: { arrived: true } };
  },
  'POST /destinations/{guid}/arrival': async (world) => {
    const guid = await world.destination();
    await delivered(world, guid);
    return { params: { guid }, body: { arrived: true } };
  },
  'POST /announcements': () => ({ body: { title: 'Dark theme', text: 'The console has a dark theme.' } }),
  'DELETE /users/my-profile/destinations/{guid}': withDestination,
  'POST /users/my-profile/destinations/{guid}/test': withDestination,
  'DELETE /tenants/{guid}': async (world) => {
    const guid = (await world.picket.addTenant(`Former ${world.next()}`)).tenant;
    await world.picket.call('PATCH', `/tenants/${guid}`, { as: world.picket.admin, body: { suspended: true } });
    return { as: world.picket.admin, params: { guid } };
  },
  'POST /sentries/{guid}/simulation': async (world) => ({ params: { guid: (await simulated(world)).guid } }),
  'GET /locations/{guid}/demo': async (world) => ({ params: { guid: (await simulated(world)).location } }),
  'POST /locations/{guid}/demo': async (world) => ({
    params: { guid: (await simulated(world)).location },
    body: { scenario: 'go-silent' },
  }),
  'POST /sentry/telemetry': async (world) => {
    const at = formatInstant(world.picket.clock.now());
    const readings = [
      { sensorMetricId: 'environment_temperature', at, values: { value: 21.5 } },
      { sensorMetricId: 'power_battery', at, values: { percent: 98, volts: 12.6 } },
      {
        sensorMetricId: 'thermal_temperature',
        at,
        frame: { rows: 2, columns: 3, data: [21.5, 21.7, 22, 21.4, 35.2, null] },
      },
      { sensorMetricId: 'fluid-FX2-0042_leak', at, values: { value: 0 } },
    ];
    // A device of its own: pictures of a sensor have one size at a location.
    return { as: await world.device(await world.newLocation()), body: { sentAt: at, readings } };
  },
  'GET /sentry/sources': async (world) => {
    const device = await world.device(await world.newLocation());
    await readIntegration(world, device.sentry);
    return { as: device };
  },
  'POST /sentry/observations': async (world) => {
    const device = await world.device(await world.newLocation());
    const at = formatInstant(world.picket.clock.now());
    const events = [
      { kind: 'CONNECTED', at },
      { kind: 'MESSAGE', at, topic: 'zigbee2mqtt/0x1', message: '{"temperature":21.5}', isRetained: false },
    ];
    return { as: device, body: { integration: await readIntegration(world, device.sentry), sentAt: at, events } };
  },
  'POST /sentry/source-tests': async (world) => {
    const device = await world.device(await world.newLocation());
    const result = { connected: true, topics: ['homeassistant/sensor/0x1/temperature/config'] };
    return { as: device, body: { test: await sourceTest(world, device.sentry), result } };
  },
  'GET /gateways': async (world) => {
    const { sentry } = await world.device(await world.newLocation());
    await world.picket.platform.db.prisma.sentry.updateMany({ where: { guid: sentry }, data: { isGateway: true } });
    return {};
  },
  'POST /sentry/discovered': () => ({ body: { sensors: [{ model: 'FX2', serial_number: '0042', type: 'FLUID' }] } }),
  'POST /destinations': (world) => ({
    body: { kind: 'WEBHOOK', name: `Channel ${world.next()}`, settings: { url: 'https://hooks.example.org/picket' } },
  }),
  'POST /locations/{guid}/zones': async (world) => ({
    params: { guid: await world.newLocation() },
    body: {
      name: `Zone ${world.next()}`,
      sensorMetricIdList: ['thermal_temperature'],
      rows: 2,
      columns: 3,
      exclusions: GRID,
    },
  }),
  'PUT /sentries/{guid}/policies/{policyGuid}': async (world) => ({
    params: { guid: await world.sentry(), policyGuid: await world.policy() },
    body: {
      ignoreGlobalPolicyChanges: false,
      definition: {
        violations: [
          {
            description: 'Too hot',
            conditions: [{ sensorMetricId: VIOLATION.conditions[0]?.sensorMetricId, threshold: 28 }],
          },
        ],
      },
    },
  }),
};

function queryOf(key: EndpointKey): Readonly<Record<string, string>> | undefined {
  const query = QUERIES[key];
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query));
}

/** Who may send the request. */
function callerOf(world: AccessWorld, key: EndpointKey): Promise<Session | Device | undefined> {
  const { access } = ENDPOINT_TABLE[key];
  if (access === 'public') return Promise.resolve(undefined);
  if (access === 'sentry') return world.caller('sentry');
  if (access === 'api-token') return world.caller('token');
  return world.caller(access === 'admin-tenant' || access === 'metrics' ? 'owner' : 'admin');
}

/** The query of a signed address, by name. */
function withParsedQuery({ query, ...request }: Prepared): ExampleRequest {
  return query === undefined ? request : { ...request, query: Object.fromEntries(new URLSearchParams(query)) };
}

export async function exampleRequest(world: AccessWorld, key: EndpointKey): Promise<ExampleRequest> {
  const prepare = SIGN_IN[key] ?? OTHERS[key];
  const request = prepare === undefined ? withParsedQuery(await partsOf(world, key)) : await prepare(world);
  const query = queryOf(key);
  return {
    ...(query === undefined ? {} : { query }),
    ...request,
    as: 'as' in request ? request.as : await callerOf(world, key),
  };
}
