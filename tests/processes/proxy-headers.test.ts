/**
 * The proxies as deploy/ sets them up: whatever a caller writes about where it comes from, Picket reads the truth, and reports reach
 * a server that is not healthy.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const fileIn = (name: string): string => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url));
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

interface Proxy {
  readonly name: string;
  /** What answers that it is there. */
  readonly version: string;
  /** Runs it as its file says, listening at `http`, before a server at `picket`; `folder` is its own. */
  readonly start: (http: string, picket: string, folder: string) => Promise<ChildProcess>;
}

const PROXIES: readonly Proxy[] = [
  {
    name: 'haproxy',
    version: '-v',
    start: async (http, picket) => {
      const [postgres, status] = [await freePort(), await freePort()];
      const addresses = {
        PICKET_ONE: picket,
        PICKET_TWO: picket,
        POSTGRES_ONE: picket,
        POSTGRES_TWO: picket,
        PATRONI_ONE_PORT: String(postgres),
        PATRONI_TWO_PORT: String(postgres),
        LISTEN_HTTP: http,
        LISTEN_POSTGRES: `127.0.0.1:${postgres}`,
        LISTEN_STATUS: `127.0.0.1:${status}`,
      };
      const args = ['-db', '-f', fileIn('haproxy.cfg')];
      return spawn('haproxy', args, { env: { ...env, ...addresses }, stdio: 'ignore' });
    },
  },
  {
    name: 'caddy',
    version: 'version',
    start: async (http, picket, folder) => {
      // In compose the server has a name; here, an address. And no port of Caddy's own is opened.
      const written = readFileSync(fileIn('Caddyfile'), 'utf8').replace('server:8080', picket);
      const file = join(folder, 'Caddyfile');
      writeFileSync(file, `{\n\tadmin off\n}\n${written}`);
      const places = { PICKET_DOMAIN: `http://${http}`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const args = ['run', '--adapter', 'caddyfile', '--config', file];
      return spawn('caddy', args, { env: { ...env, ...places }, stdio: 'ignore' });
    },
  },
];

/** Whether it is on this machine; on Debian the tests bring it. */
const isThere = ({ name, version }: Proxy): boolean => spawnSync(name, [version], { env }).status === 0;
for (const proxy of PROXIES)
  if (!isThere(proxy)) process.stdout.write(`${proxy.name} is not tested: there is none on this machine.\n`);

const FORGED = {
  'x-forwarded-for': '10.20.30.40, 10.20.30.41',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=10.20.30.40',
  'x-real-ip': '10.20.30.40',
};

/** Runs the proxy before a server with these answers; `act` gets where it listens. */
async function withProxy(proxy: Proxy, answer: RequestListener, act: (http: string) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Guarantee: a server listening on a port has an address of this shape.
  const picket = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = `127.0.0.1:${await freePort()}`;
  const folder = mkdtempSync(join(tmpdir(), 'picket-proxy-'));
  const program = await proxy.start(http, picket, folder);
  const ended = once(program, 'exit');
  try {
    await act(http);
  } finally {
    program.kill();
    await ended;
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 0: nothing answers yet. */
const statusOf = (url: string, init: RequestInit): Promise<number> =>
  fetch(url, init).then(
    ({ status }) => status,
    () => 0,
  );

test.each(PROXIES.filter(isThere))(
  '$name replaces the address of the client, and keeps the metrics inside',
  async (proxy) => {
    const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
    const answer: RequestListener = ({ url = '', headers }, response) => {
      if (url !== '/api/v1/health') asked.push({ path: url, headers });
      response.writeHead(204).end();
    };
    await withProxy(proxy, answer, async (http) => {
      const get = (path: string): Promise<number> => statusOf(`http://${http}${path}`, { headers: FORGED });
      await expect.poll(() => get('/ready')).toBe(204);
      asked.length = 0;
      expect(await get('/page')).toBe(204);
      // The proxy also probes the server all the time.
      const pages = asked.filter(({ path }) => path !== '/primary');
      expect(pages.map(({ path }) => path)).toEqual(['/page']);
      expect(pages[0]?.headers).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': http,
      });
      expect(pages[0]?.headers).not.toHaveProperty('forwarded');
      expect(pages[0]?.headers).not.toHaveProperty('x-real-ip');
      expect(await get('/internal/metrics')).toBe(404);
      expect(asked.filter(({ path }) => path !== '/primary').length).toBe(1);
    });
  },
);

test.each(PROXIES.filter(isThere))(
  'while the report of one sentry fails, $name passes those of the others on',
  async (proxy) => {
    let checks = 0;
    const answer: RequestListener = ({ url, method }, response) => {
      if (url === '/api/v1/health') checks += 1;
      // A failed report makes the health check fail, and no other report.
      response.writeHead(method === 'POST' ? 200 : 503).end();
    };
    await withProxy(proxy, answer, async (http) => {
      const report = (): Promise<number> => statusOf(`http://${http}/api/v1/sentry/telemetry`, { method: 'POST' });
      await expect.poll(report).not.toBe(0);
      // After two failed checks of each of its servers haproxy takes them for down.
      if (proxy.name === 'haproxy') await expect.poll(() => checks, { timeout: 10_000 }).toBeGreaterThan(6);
      for (let count = 0; count < 20; count += 1) expect(await report()).toBe(200);
    });
  },
);
