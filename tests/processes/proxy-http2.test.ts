/** The proxy that deploy/ sets up in front of the compose stack: a browser loads all files of a page over one connection, with HTTP/2. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';

const WRITTEN = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
/** More than a browser opens connections to one host with HTTP/1.1. */
const FILES = 20;

const isThere = spawnSync('caddy', ['version']).status === 0;
if (!isThere) process.stdout.write('HTTP/2 is not tested: there is no caddy on this machine.\n');

/** Resolves with a session once the proxy speaks HTTP/2; null: not yet. */
function openSession(base: string): Promise<ClientHttp2Session | null> {
  // Caddy made the certificate by itself, for this test.
  const session = connect(base, { rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] });
  return new Promise((resolve) => {
    session.once('connect', () => resolve(session));
    session.once('error', () => resolve(null));
  });
}

async function get(session: ClientHttp2Session, path: string): Promise<{ status: unknown; body: string }> {
  const stream = session.request({ ':path': path }).setEncoding('utf8');
  const [headers] = await once(stream, 'response');
  let body = '';
  for await (const part of stream) body += part;
  return { status: headers[':status'], body };
}

test.skipIf(!isThere)(
  'many files at a time come over one connection, and the server behind sees them all',
  async () => {
    const waiting: (() => void)[] = [];
    const server = createServer(({ url = '' }, response) => {
      if (!url.startsWith('/assets/')) return void response.writeHead(204).end();
      waiting.push(() => response.end(url));
      // None is answered before all have arrived.
      if (waiting.length === FILES) for (const answer of waiting) answer();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Guarantee: a server listening on a port has an address of this shape.
    const { port } = server.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), 'picket-http2-'));
    const base = `https://localhost:${await freePort()}`;
    const file = join(folder, 'Caddyfile');
    // In compose the server has a name; here, an address. And nothing is opened or installed beside the proxy itself.
    const written = readFileSync(WRITTEN, 'utf8').replace('server:8080', `127.0.0.1:${port}`);
    writeFileSync(file, `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${written}`);
    const env = { ...process.env, PICKET_DOMAIN: base, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const proxy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
    const ended = once(proxy, 'exit');
    try {
      const session = await expect
        .poll(() => openSession(base))
        .not.toBe(null)
        .then(() => openSession(base));
      expect(session?.alpnProtocol).toBe('h2');
      if (session === null) return;
      // The proxy has to find out first that the server is healthy.
      await expect.poll(async () => (await get(session, '/ready')).status).toBe(204);
      const paths = Array.from({ length: FILES }, (_, index) => `/assets/file-${index}.js`);
      const answers = await Promise.all(paths.map((path) => get(session, path)));
      expect(answers).toEqual(paths.map((path) => ({ status: 200, body: path })));
      session.close();
    } finally {
      proxy.kill();
      await ended;
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
