/** The compose file held to what operators are promised, without an engine: rights, secrets, networks, ports, settings. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  REPLACED_SETTINGS,
  readConfig,
  readOwnerDatabaseUrl,
  SETTINGS,
} from '../apps/server/src/platform/config/config.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** As compose writes it: 30s, 2m; it gives 10 s where nothing is written. */
const secondsOf = (period = '10s'): number => Number.parseInt(period, 10) * (period.endsWith('m') ? 60 : 1);
/** As compose writes it: 768m, 2g. */
const megabytesOf = (limit = ''): number => Number.parseInt(limit, 10) * (limit.endsWith('g') ? 1024 : 1);
const Service = z.object({
  image: z.string(),
  build: z.unknown().optional(),
  pull_policy: z.string().optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  privileged: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ start_period: z.string().optional() }).optional(),
  network_mode: z.string().optional(),
  networks: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  profiles: z.array(z.string()).default([]),
  depends_on: z.unknown().optional(),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
  volumes: z.record(z.string(), z.unknown()),
});
const { services, networks, volumes } = Compose.parse(parse(read('docker-compose.yml'), { merge: true }));
const all = Object.entries(services);
const of = <Value>(pick: (service: z.output<typeof Service>) => Value): Record<string, Value> =>
  Object.fromEntries(all.map(([name, service]) => [name, pick(service)]));
/** Services of the profile ha, in the order of the file. */
const OF_HA: readonly string[] = [
  ...['server-one', 'server-two', 'balancer', 'postgres-one', 'postgres-two'],
  ...['etcd-one', 'etcd-two', 'etcd-three'],
];
const sourceOf = (volume: string): string => volume.split(':')[0] ?? '';

test('every service drops all capabilities, and adds only those listed here', () => {
  for (const [name, service] of all) {
    expect(service.cap_drop, name).toEqual(['ALL']);
    expect(service.read_only, name).toBe(true);
    expect(service.privileged, name).toBe(undefined);
    expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    expect(service.mem_limit, name).toMatch(/^(\d+[mg]|\$\{PICKET_MEMORY:-1g\})$/u);
    expect(service.pids_limit, name).toBeGreaterThan(0);
  }
  expect(of(({ cap_add }) => cap_add)).toEqual({
    secrets: ['CHOWN'],
    server: [],
    database: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
    caddy: ['NET_BIND_SERVICE'],
    mosquitto: [],
    ntfy: ['NET_BIND_SERVICE'],
    prometheus: [],
    grafana: [],
    ...Object.fromEntries(OF_HA.map((name) => [name, []])),
  });
});

test('secrets are mounted where they are needed, read-only, and nowhere else', () => {
  const mounted = of(({ volumes: list }) => list.filter((volume) => sourceOf(volume).startsWith('secrets')));
  const { secrets, ...others } = mounted;
  expect(others).toEqual({
    server: ['secrets-server:/secrets:ro'],
    database: ['secrets-database:/secrets:ro'],
    caddy: [],
    mosquitto: ['secrets-mosquitto:/secrets:ro'],
    ntfy: [],
    prometheus: ['secrets-prometheus:/secrets:ro'],
    grafana: ['secrets-grafana:/secrets:ro'],
    ...{ 'server-one': ['secrets-server:/secrets:ro'], 'server-two': ['secrets-server:/secrets:ro'] },
    ...{ 'postgres-one': ['secrets-patroni:/secrets:ro'], 'postgres-two': ['secrets-patroni:/secrets:ro'] },
    ...{ balancer: [], 'etcd-one': [], 'etcd-two': [], 'etcd-three': [] },
  });
  expect(services.secrets?.network_mode).toBe('none');
  expect(secrets?.map(sourceOf).sort()).toEqual(
    Object.keys(volumes)
      .filter((name) => name.startsWith('secrets'))
      .sort(),
  );
  for (const [name, { volumes: list }] of all) expect(list.join(), name).not.toMatch(/docker\.sock|\.env/u);
  for (const source of all.flatMap(([, { volumes: list }]) => list.map(sourceOf)))
    if (!source.startsWith('.')) expect(Object.keys(volumes), source).toContain(source);
});

test('a service is handed its own secrets, for its own user alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'picket-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [own, handed] = [join(folder, 'own'), join(folder, 'handed')];
  mkdirSync(own);
  const run = (environment: Record<string, string> = {}): void => {
    execFileSync(process.execPath, [join(ROOT, 'apps/cli/src/secrets.ts'), own, handed, join(folder, 'certificate')], {
      env: { ...process.env, ...environment },
    });
  };
  run();
  const contents = (): Record<string, Record<string, string>> =>
    Object.fromEntries(
      readdirSync(handed).map((service) => [
        service,
        Object.fromEntries(
          readdirSync(join(handed, service)).map((name) => [name, readFileSync(join(handed, service, name), 'utf8')]),
        ),
      ]),
    );
  const first = contents();
  expect(Object.fromEntries(Object.entries(first).map(([service, files]) => [service, Object.keys(files)]))).toEqual({
    database: ['database-admin-password', 'database-owner-password', 'database-password'],
    grafana: ['grafana-password'],
    mosquitto: ['mqtt-accounts.json', 'mqtt-certificate.pem', 'mqtt-key.pem'],
    patroni: [
      ...['database-admin-password', 'database-owner-password', 'database-password'],
      ...['patroni-password', 'replication-password', 'rewind-password'],
    ],
    prometheus: ['metrics-token'],
    server: ['database-owner-password', 'database-password', 'metrics-token', 'mqtt-password'],
  });
  for (const [service, files] of Object.entries(first))
    for (const name of Object.keys(files)) {
      const { mode, uid } = statSync(join(handed, service, name));
      expect(mode & 0o777, name).toBe(0o400);
      const runsAs = { server: 1000, database: 999, patroni: 999, mosquitto: 1883, prometheus: 65_534, grafana: 472 }[
        service
      ];
      if (process.getuid?.() === 0) expect(uid, name).toBe(runsAs);
    }
  for (const name of readdirSync(own)) expect(statSync(join(own, name)).mode & 0o777, name).toBe(0o600);
  // The broker knows Picket's password by its hash alone.
  expect(JSON.stringify(first.mosquitto)).not.toContain(first.server?.['mqtt-password'] ?? '?');

  run();
  expect(contents()).toEqual(first);
  run({ PICKET_METRICS_TOKEN: 'chosen by an operator', PICKET_MQTT_DEVICE_URL: 'mqtts://10.1.2.3:8883' });
  const then = contents();
  expect(then.prometheus).toEqual({ 'metrics-token': 'chosen by an operator' });
  expect(then.mosquitto?.['mqtt-certificate.pem']).not.toBe(first.mosquitto?.['mqtt-certificate.pem']);
  expect(then.database).toEqual(first.database);
});

test('services that need not communicate cannot: networks are for two, without internet access', () => {
  expect(of(({ networks: list }) => list)).toEqual({
    secrets: [],
    server: ['default', 'database', 'broker', 'metrics'],
    database: ['database'],
    caddy: ['default'],
    mosquitto: ['broker', 'devices'],
    ntfy: ['default'],
    prometheus: ['metrics'],
    grafana: ['metrics', 'dashboards'],
    'server-one': ['default', 'database', 'broker', 'metrics'],
    'server-two': ['default', 'database', 'broker', 'metrics'],
    balancer: ['default', 'database'],
    ...{ 'postgres-one': ['cluster', 'database'], 'postgres-two': ['cluster', 'database'] },
    ...{ 'etcd-one': ['cluster'], 'etcd-two': ['cluster'], 'etcd-three': ['cluster'] },
  });
  const isInternal = Object.fromEntries(Object.entries(networks).map(([name, net]) => [name, net?.internal === true]));
  expect(isInternal).toEqual({
    default: false,
    database: true,
    cluster: true,
    broker: true,
    metrics: true,
    devices: false,
    dashboards: false,
  });
});

test('ports are published as intended, for this machine alone unless somebody asks for more', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: compose's, not ours
  expect(of(({ ports }) => ports)).toEqual({
    secrets: [],
    server: ['${PICKET_BIND:-127.0.0.1}:${PICKET_PORT:-8080}:8080'],
    database: [],
    caddy: ['80:80', '443:443', '443:443/udp'],
    mosquitto: ['${PICKET_MQTT_BIND:-127.0.0.1}:8883:8883'],
    ntfy: ['${PICKET_NTFY_BIND:-127.0.0.1}:8082:80'],
    prometheus: [],
    grafana: ['127.0.0.1:3000:3000'],
    ...Object.fromEntries(OF_HA.map((name) => [name, []])),
    balancer: ['${PICKET_BIND:-127.0.0.1}:${PICKET_PORT:-8080}:8080'],
  });
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: compose's, not ours
});

const builtAs = (name: string): string =>
  OF_HA.includes(name) && !name.startsWith('server-') ? 'picket-ha' : 'picket';

test('Picket is built here; every other image is named by its full version', () => {
  for (const [name, { image, build, pull_policy }] of all) {
    if (build !== undefined) expect([image, pull_policy], name).toEqual([builtAs(name), 'build']);
    // Postgres' versions have two parts.
    else expect(image, name).toMatch(/(^postgres:\d+\.\d+|:v?\d+\.\d+\.\d+)(@sha256:[0-9a-f]{64})?$/u);
  }
  expect(all.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual([
    'secrets',
    'server',
    ...OF_HA,
  ]);
});

test('Grafana has no default password and no anonymous access', () => {
  expect(services.grafana?.environment).toMatchObject({
    GF_SECURITY_ADMIN_PASSWORD__FILE: '/secrets/grafana-password',
    GF_AUTH_ANONYMOUS_ENABLED: 'false',
  });
});

/** The image says these itself. */
const OF_THE_IMAGE = ['HOST', 'PORT', 'PICKET_DATA_DIR', 'NODE_ENV', 'PICKET_COMMIT', 'PICKET_CONSOLE_DIR'];
/** For builds and tests: not for operators to set. */
const NOT_IN_README = ['NODE_ENV', 'PICKET_COMMIT', 'PICKET_CONSOLE_DIR'];

test('every setting reaches the server, and is in the README', () => {
  const passed = Object.keys(services.server?.environment ?? {});
  const wanted = [...SETTINGS.filter((name) => !OF_THE_IMAGE.includes(name)), ...REPLACED_SETTINGS];
  expect(wanted.sort()).toEqual([...passed].sort());
  const readme = read('README.md');
  const table = readme.slice(readme.indexOf('\n## Settings'), readme.indexOf('\n## Other commands'));
  const named = [...table.matchAll(/^\| (?<names>[^|]+) \|/gmu)]
    .flatMap(({ groups }) => [...(groups?.names ?? '').matchAll(/`([A-Z_]+)`/gu)])
    .map(([, name]) => name);
  expect(named.sort()).toEqual(SETTINGS.filter((name) => !NOT_IN_README.includes(name)).sort());
});

test('the broker requires accounts, and publishes no port without TLS', () => {
  const settings = read('deploy/mosquitto/mosquitto.conf');
  expect(settings).toMatch(/^allow_anonymous false$/mu);
  expect(settings).not.toMatch(/^(password_file|acl_file|allow_anonymous true)/mu);
  const [, , devices = ''] = settings.split(/^listener /mu);
  expect(devices).toMatch(/^8883\ncertfile \S+\nkeyfile \S+\n/u);
});

test('what waits at the broker fits into its memory, with as much again for the rest', () => {
  const [, queued] = /^max_queued_bytes (\d+)$/mu.exec(read('deploy/mosquitto/mosquitto.conf')) ?? [];
  expect(Number(queued) * 2).toBeLessThanOrEqual(megabytesOf(services.mosquitto?.mem_limit) * 2 ** 20);
  expect(read('docs/operations.md')).toContain(`${Number(queued) / 2 ** 20} MiB`);
});

test('what is stopped has the time that it takes, and a database that recovers is not given up', () => {
  const constantIn = (path: string, name: string): number =>
    Number(new RegExp(`^const ${name} = ([\\d_]+);$`, 'mu').exec(read(path))?.[1]?.replaceAll('_', ''));
  const longest = Math.max(
    constantIn('apps/server/src/main.ts', 'GRACE_MS'),
    constantIn('apps/server/src/app/workers.ts', 'STOP_TIMEOUT_MS'),
  );
  for (const name of ['server', 'server-one', 'server-two'])
    expect(secondsOf(services[name]?.stop_grace_period) * 1000, name).toBeGreaterThan(longest);
  for (const name of ['database', 'postgres-one', 'postgres-two']) {
    expect(secondsOf(services[name]?.stop_grace_period), name).toBeGreaterThanOrEqual(120);
    expect(secondsOf(services[name]?.healthcheck?.start_period), name).toBeGreaterThanOrEqual(600);
  }
  expect(secondsOf(services.mosquitto?.stop_grace_period)).toBeGreaterThanOrEqual(30);
});

test('the override of the manual leads to a Postgres of your own, with its passwords, and to no other', () => {
  const [, block = ''] = /^```yaml\n(services:\n {2}server:\n[\s\S]*?)^```$/mu.exec(read('docs/operations.md')) ?? [];
  const override = z
    .object({ server: Service.partial(), database: z.object({ profiles: z.array(z.string()).min(1) }) })
    .parse(parse(block.replaceAll('!override', '')).services);
  const environment = { ...services.server?.environment, ...override.server.environment };
  // What is set in .env is not there.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => !value.startsWith('${')));
  expect(readConfig({ ...given, PICKET_MQTT_PASSWORD_FILE: '', PICKET_METRICS_TOKEN_FILE: '' }).databaseUrl).toBe(
    'postgres://picket:PASSWORD@postgres.example.org:5432/picket',
  );
  expect(readOwnerDatabaseUrl(given)).toBe('postgres://picket_owner:OWNER_PASSWORD@postgres.example.org:5432/picket');
  expect(Object.keys(override.server.depends_on ?? {})).toEqual(['secrets']);
});

test('the documents name the image of Citus as its compose file does', () => {
  const [, image = ''] = /image: (citusdata\/citus:\S+)/u.exec(read('deploy/citus/compose.yml')) ?? [];
  for (const path of ['docs/scaling.md', 'deploy/citus/README.md']) expect(read(path)).toContain(`\`${image}\``);
});
