/** The profile `ha`: two servers, and two Postgres of which one is lost and comes back. */
import { z } from 'zod';
import { checkAlert, signIn } from './check-product.ts';
import { check, print, until } from './checks.ts';
import { bringUp, buildHighAvailability, compose, env, inside, isHealthy } from './compose-project.ts';

const DATABASES = ['postgres-one', 'postgres-two'] as const;
type DatabaseService = (typeof DATABASES)[number];

const PATRONI = z.object({ role: z.string(), state: z.string() });
const ASK = "import urllib.request as r; print(r.urlopen('http://127.0.0.1:8008/patroni', timeout=3).read().decode())";

/** What Patroni says of its Postgres; null where it does not answer. */
function statusOf(service: DatabaseService): z.infer<typeof PATRONI> | null {
  const { status, stdout } = inside(service, 'python3', '-c', ASK);
  return status === 0 ? PATRONI.parse(JSON.parse(stdout)) : null;
}

// Patroni 3 calls it master, later ones primary.
const isPrimary = (service: DatabaseService): boolean =>
  ['master', 'primary'].includes(statusOf(service)?.role ?? 'unknown');

/** Starts the profile with nothing of the services before it. */
async function startProfile(): Promise<void> {
  for (const name of ['PICKET_MQTT_URL', 'PICKET_MQTT_MANAGED', 'PICKET_MQTT_DEVICE_URL']) delete env[name];
  print('Building the image of the profile ha …');
  buildHighAvailability();
  compose('--profile', 'mosquitto', 'down', '--volumes');
  const started = performance.now();
  await bringUp('ha', 'server-one', 'server-two');
  check(
    'with the profile ha it becomes healthy',
    (await isHealthy()) === true,
    `${Math.round((performance.now() - started) / 1000)} s after the command`,
  );
}

/** The primary is killed while a sentry reports; the standby takes over, and the old primary comes back as a standby. */
export async function checkFailover(): Promise<void> {
  await startProfile();
  const api = await signIn();
  const sentry = await checkAlert(api);
  const lost = DATABASES.find(isPrimary) ?? DATABASES[0];
  compose('--profile', 'ha', 'kill', lost);
  const killed = performance.now();
  const statuses = new Set<number>();
  const isBack = await until(async () => {
    const { status } = await sentry.sendTemperature(47, Date.now());
    statuses.add(status);
    return status === 200 && isPrimary(DATABASES[lost === DATABASES[0] ? 1 : 0]) ? true : null;
  }, 120);
  check(
    'the standby takes over when the primary is killed',
    isBack === true,
    `after ${Math.round((performance.now() - killed) / 1000)} s`,
  );
  check(
    'a report meanwhile is answered with 503',
    [...statuses].every((status) => status === 200 || status === 503),
    [...statuses].join(', '),
  );
  const { items } = await api('GET /alerts', { query: { state: 'OPEN' } });
  check('the alert is still there, once', items.length === 1 && items[0]?.guid === sentry.alert);
  await bringUp('ha', lost);
  const isStandby = await until(async () => (statusOf(lost)?.role === 'replica' ? true : null), 120);
  check('the old primary comes back as a standby', isStandby === true);
}
