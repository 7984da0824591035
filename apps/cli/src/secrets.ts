/**
 * Makes the secrets of a docker compose installation, once, and hands each service its own: run by the compose file before
 * anything else. There is no default password.
 *
 *   node apps/cli/src/secrets.ts <folder of all secrets> <folder with one folder a service>
 *
 * A service gets the files in its row below, readable for its own user alone. The folder of all secrets is mounted nowhere
 * else. To add a secret, add a row to SECRETS and its name to the services that need it.
 */
import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileDurably } from '@picket/files';
import { createAuthority, createServerCertificate, isCertificateValid } from '@picket/server/certificates';

const [folder = '/secrets', services = '/services', operatorsCertificate = '/certificate'] = process.argv.slice(2);

const password = (): string => randomBytes(32).toString('base64url');

/** Made once. */
const SECRETS: Readonly<Record<string, () => string>> = {
  'database-admin-password': password,
  'database-password': password,
  'database-owner-password': password,
  'replication-password': password,
  'rewind-password': password,
  'patroni-password': password,
  'mqtt-password': password,
  'metrics-token': password,
  'grafana-password': password,
};

/** What each service reads, and the user it runs as. */
const SERVICES: Readonly<Record<string, { readonly uid: number; readonly files: readonly string[] }>> = {
  server: { uid: 1000, files: ['database-password', 'database-owner-password', 'mqtt-password', 'metrics-token'] },
  database: { uid: 999, files: ['database-admin-password', 'database-password', 'database-owner-password'] },
  patroni: {
    uid: 999,
    files: [
      ...['database-admin-password', 'database-password', 'database-owner-password'],
      ...['replication-password', 'rewind-password', 'patroni-password'],
    ],
  },
  mosquitto: { uid: 1883, files: ['mqtt-accounts.json', 'mqtt-certificate.pem', 'mqtt-key.pem'] },
  prometheus: { uid: 65534, files: ['metrics-token'] },
  grafana: { uid: 472, files: ['grafana-password'] },
};

/** Readable for `uid` alone, where one is given; survives a power cut. */
function write(path: string, text: string, mode: number, uid?: number): void {
  rmSync(`${path}.new`, { force: true });
  writeFileDurably(path, text, mode);
  // Who is not root has only itself to give to: tests.
  if (uid !== undefined && process.getuid?.() === 0) chownSync(path, uid, uid);
}

const pathOf = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(pathOf(name), 'utf8');
const put = (name: string, text: string): void => write(pathOf(name), text, 0o600);

/** The broker's first accounts: Picket's alone, which administers the others. The same for the same password. */
function firstAccounts(secret: string): string {
  const iterations = 1000;
  const salt = createHash('sha256').update(`salt ${secret}`).digest().subarray(0, 12);
  const rights: readonly (readonly [topic: string, ...acltypes: readonly string[]])[] = [
    ['$CONTROL/dynamic-security/#', 'publishClientSend', 'subscribePattern', 'publishClientReceive'],
    ['picket/+/telemetry', 'publishClientSend', 'subscribePattern', 'publishClientReceive'],
    ['picket/+/response', 'publishClientSend'],
  ];
  const acls = rights.flatMap(([topic, ...acltypes]) =>
    acltypes.map((acltype) => ({ acltype, topic, priority: 0, allow: true })),
  );
  const nothing = { publishClientSend: false, publishClientReceive: false, subscribe: false, unsubscribe: true };
  const account = {
    username: 'picket',
    textname: 'Picket',
    password: pbkdf2Sync(secret, salt, iterations, 64, 'sha512').toString('base64'),
    salt: salt.toString('base64'),
    iterations,
    roles: [{ rolename: 'picket' }],
  };
  return JSON.stringify({
    defaultACLAccess: nothing,
    clients: [account],
    groups: [],
    roles: [{ rolename: 'picket', acls }],
  });
}

/** The names devices may know the broker by. */
function brokerHosts(): readonly string[] {
  const url = process.env.PICKET_MQTT_DEVICE_URL ?? '';
  const configuredHost = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/gu, '') : '';
  return [...new Set([configuredHost, 'localhost'])].filter((host) => host !== '');
}

/** The operator's certificate where there is one, else one of an authority made here. */
async function provideCertificate(now: number): Promise<void> {
  const theirs = ['fullchain.pem', 'privkey.pem'].map((name) => join(operatorsCertificate, name));
  if (theirs.every((path) => existsSync(path))) {
    const [certificate = '', key = ''] = theirs.map((path) => readFileSync(path, 'utf8'));
    put('mqtt-certificate.pem', certificate);
    put('mqtt-key.pem', key);
    return;
  }
  if (!existsSync(pathOf('mqtt-ca.pem')) || !existsSync(pathOf('mqtt-ca-key.pem'))) {
    const made = await createAuthority('Picket MQTT', now);
    put('mqtt-ca-key.pem', made.key);
    put('mqtt-ca.pem', made.certificate);
  }
  const authority = { certificate: read('mqtt-ca.pem'), key: read('mqtt-ca-key.pem') };
  const hosts = brokerHosts();
  const isThere = existsSync(pathOf('mqtt-certificate.pem')) && existsSync(pathOf('mqtt-key.pem'));
  if (isThere && (await isCertificateValid(read('mqtt-certificate.pem'), authority.certificate, hosts, now))) return;
  const made = await createServerCertificate(authority, hosts, now);
  put('mqtt-key.pem', made.key);
  put('mqtt-certificate.pem', made.certificate);
}

// An earlier version let every container read them.
for (const [name, make] of Object.entries(SECRETS)) put(name, existsSync(pathOf(name)) ? read(name) : make());
rmSync(pathOf('mqtt-users'), { force: true });
// An operator who chose a token keeps it.
const { PICKET_METRICS_TOKEN: chosen = '' } = process.env;
if (chosen !== '') put('metrics-token', chosen);
put('mqtt-accounts.json', firstAccounts(read('mqtt-password')));
await provideCertificate(Date.now());
for (const [service, { uid, files }] of Object.entries(SERVICES)) {
  mkdirSync(join(services, service), { recursive: true });
  for (const name of files) write(join(services, service, name), read(name), 0o400, uid);
}
