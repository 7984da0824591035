/** What an administrator and a sentry do with it: signing in, a reading, an alert. */
import { type Client, createClient, encodePassword } from '@picket/contracts/client';
import { formatInstant } from '@picket/domain/time';
import { check, until } from './checks.ts';
import { ADMINISTRATOR, BASE } from './compose-project.ts';

/** Signs in; answers a client that is. */
export async function signIn(): Promise<Client> {
  const answer = await fetch(`${BASE}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: BASE },
    body: JSON.stringify({ username: ADMINISTRATOR.email, password: encodePassword(ADMINISTRATOR.password) }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return createClient({ base: `${BASE}/api/v1`, credentials: 'omit', headers: () => ({ cookie, origin: BASE }) });
}

/** The administrator, the console, the version. */
export async function checkConsole(api: Client): Promise<void> {
  const me = await api('GET /users/my-profile', {});
  check('the first administrator signs in', me.email === ADMINISTRATOR.email);
  const page = await fetch(`${BASE}/sign-in`);
  check('the console is served', page.status === 200 && (await page.text()).includes('<div id="root"'));
  const version = await api('GET /version', {});
  check(
    'it reports its version and licenses',
    version.commit === 'checked' && version.licenses.length > 30,
    `${version.licenses.length} libraries`,
  );
}

export interface CheckedSentry {
  readonly location: string;
  readonly token: string;
  /** The open alert that its reading raised; undefined: there is none. */
  readonly alert: string | undefined;
  /** `at`: milliseconds. */
  sendTemperature(value: number, at: number): Promise<Response>;
}

/** A new sentry reports a reading that becomes an alert. */
export async function checkAlert(api: Client): Promise<CheckedSentry> {
  const location = await api('POST /locations', { body: { name: 'Cellar', timezone: 'Europe/Zurich' } });
  const made = await api('POST /locations/{guid}/sentries', {
    params: { guid: location.guid },
    body: { name: 'Rack' },
  });
  const device = await api('POST /sentry/activate', {
    body: { activationCode: made.activationCode, model: 'PT-1', serialNumber: 'S1', softwareVersion: '1' },
  });
  const sendTemperature = (value: number, at: number) =>
    fetch(`${BASE}/api/v1/sentry/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${device.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        sentAt: formatInstant(Date.now()),
        readings: [{ sensorMetricId: 'environment_temperature', at: formatInstant(at), values: { value } }],
      }),
    });
  const hot = await sendTemperature(45, Date.now() - 20_000);
  await sendTemperature(46, Date.now());
  check('a reading is taken', hot.status === 200);
  const alert = await until(async () => (await api('GET /alerts', { query: { state: 'OPEN' } })).items[0] ?? null, 20);
  check('and becomes an alert', alert !== null, alert?.message ?? '');
  return { location: location.guid, token: device.token, alert: alert?.guid, sendTemperature };
}
