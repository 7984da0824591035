/** The files of deploy/patroni and the profile ha of the compose file fit together, without an engine and without a cluster. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const Service = z.object({
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.unknown().optional(),
});
const { services } = z
  .object({ services: z.record(z.string(), Service) })
  .parse(parse(read('docker-compose.yml'), { merge: true }));
const ha = Object.entries(services).filter(([, { profiles }]) => profiles.includes('ha'));
const environmentOf = (name: string): Record<string, string> => services[name]?.environment ?? {};
const namesIn = (path: string): string[] => [...read(path).matchAll(/^([A-Z0-9_]+)=/gmu)].map(([, name]) => name ?? '');
const isPassword = (name: string): boolean => name.endsWith('_PASSWORD');

const Patroni = z.object({
  watchdog: z.object({ mode: z.literal('off') }),
  bootstrap: z.object({
    dcs: z.looseObject({
      ttl: z.literal(20),
      loop_wait: z.number(),
      retry_timeout: z.number(),
      synchronous_mode: z.literal(true),
      failsafe_mode: z.literal(true),
      postgresql: z.looseObject({ use_pg_rewind: z.literal(true), use_slots: z.literal(true) }),
    }),
    initdb: z.array(z.unknown()),
    post_init: z.string(),
  }),
  postgresql: z.looseObject({ pg_hba: z.array(z.string()) }),
});
const settings = Patroni.parse(parse(read('deploy/patroni/patroni.yml')));

test('the lock of a primary lasts longer than its Patroni may be without an answer of etcd', () => {
  const { ttl, loop_wait, retry_timeout } = settings.bootstrap.dcs;
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
});

test('no file has a password, and every role signs in with one', () => {
  expect(read('deploy/patroni/patroni.yml')).not.toMatch(/^\s*password:/mu);
  for (const path of ['deploy/patroni/patroni.env.example', 'deploy/patroni/etcd.env.example'])
    for (const [line, name = ''] of read(path).matchAll(/^([A-Z0-9_]+)=.*$/gmu))
      if (isPassword(name)) expect(line).toBe(`${name}=`);
  for (const [name, { environment }] of ha.filter(([name]) => !name.startsWith('server-')))
    expect(Object.keys(environment).filter(isPassword), name).toEqual([]);
  // Otherwise pgBackRest, which is started by the system, could not sign in.
  const [ofMachine, ...others] = settings.postgresql.pg_hba;
  expect(ofMachine).toBe('local all postgres peer');
  for (const line of others) expect(line).toMatch(/ scram-sha-256$/u);
  expect(settings.bootstrap.initdb).toContain('data-checksums');
});

test('the roles of Picket may connect to the databases that picket verify makes', () => {
  expect(settings.postgresql.pg_hba).toContain('host all picket,picket_owner samenet scram-sha-256');
});

test('compose gives Patroni what the example of Debian names: addresses in its environment, passwords at its start', () => {
  const example = namesIn('deploy/patroni/patroni.env.example');
  for (const name of ['postgres-one', 'postgres-two'])
    expect(Object.keys(environmentOf(name)).sort(), name).toEqual(
      example.filter((variable) => !isPassword(variable)).sort(),
    );
  const start = read('deploy/patroni/start.sh');
  const given = [...start.matchAll(/^([A-Z_]+)=\$\(cat \/secrets\/[a-z-]+\)$/gmu)].map(([, name]) => name ?? '');
  expect(given.sort()).toEqual(example.filter(isPassword).sort());
  for (const name of given) expect(start.slice(start.indexOf('export '))).toContain(name);
});

test('each member of etcd has the settings of the example, and knows all three', () => {
  const members = ['one', 'two', 'three'];
  for (const name of members) {
    const environment = environmentOf(`etcd-${name}`);
    expect(Object.keys(environment).sort()).toEqual(namesIn('deploy/patroni/etcd.env.example').sort());
    expect(environment).toMatchObject({
      ETCD_NAME: name,
      ETCD_ADVERTISE_CLIENT_URLS: `http://etcd-${name}:2379`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://etcd-${name}:2380`,
      ETCD_INITIAL_CLUSTER: members.map((member) => `${member}=http://etcd-${member}:2380`).join(','),
    });
    expect(services[`etcd-${name}`]?.volumes).toEqual([`etcd-${name}:/var/lib/etcd`]);
  }
  for (const name of ['postgres-one', 'postgres-two'])
    expect(environmentOf(name).PATRONI_ETCD3_HOSTS).toBe(members.map((member) => `etcd-${member}:2379`).join(','));
});

test('haproxy gets every address its file asks for, and both servers reach Postgres through it alone', () => {
  const asked = [...read('deploy/haproxy.cfg').matchAll(/"\$\{([A-Z_]+)\}"/gu)].map(([, name]) => name ?? '');
  expect(Object.keys(environmentOf('balancer')).sort()).toEqual([...new Set(asked)].sort());
  for (const name of ['server-one', 'server-two']) {
    const { DATABASE_URL, PICKET_OWNER_DATABASE_URL, ...others } = environmentOf(name);
    expect([DATABASE_URL, PICKET_OWNER_DATABASE_URL], name).toEqual([
      'postgres://picket@balancer:5432/picket',
      'postgres://picket_owner@balancer:5432/picket',
    ]);
    const single = environmentOf('server');
    expect(Object.keys({ ...others, DATABASE_URL, PICKET_OWNER_DATABASE_URL }).sort()).toEqual(
      Object.keys(single).sort(),
    );
  }
  for (const [name, { depends_on }] of ha)
    expect(JSON.stringify(depends_on ?? {}), name).not.toMatch(/"(server|database)"/u);
});

test('the image has every file and program that its services run', () => {
  const image = read('deploy/patroni/Dockerfile');
  for (const program of ['postgresql-15', 'patroni', 'etcd-server', 'haproxy', 'python3-etcd'])
    expect(image).toContain(` ${program}`);
  for (const file of [
    'patroni/patroni.yml',
    'patroni/container.yml',
    'patroni/start.sh',
    'patroni/is-running.py',
    'database/create-role.sh',
  ])
    expect(image).toContain(` deploy/${file} `);
  expect(image).toContain('COPY deploy/haproxy.cfg /etc/haproxy/haproxy.cfg\n');
  expect(settings.bootstrap.post_init).toBe('sh /etc/patroni/create-role.sh');
});
