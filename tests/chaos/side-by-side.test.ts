/**
 * An upgrade without a pause: the version before the newest migration serves while today's migrates, both serve for a while,
 * then the earlier one stops; all the time a sentry reports and a person looks and edits. No answer is a server's failure,
 * nothing acknowledged is lost, and the alerts are those of an undisturbed run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Backlog } from '../../apps/sentry/src/backlog.ts';
import { runReporter } from '../../apps/sentry/src/reporter.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { loadKeys } from '../../apps/server/src/platform/keys/keys.ts';
import { fsck } from '../../apps/server/src/views/run-integrity-checks.ts';
import { createTestDatabase } from '../support/database.ts';
import { checkOut, findEarlierVersion } from '../support/earlier-version.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN, type Found, found, newDevice, recorded, recordingSource } from '../support/recorded-run.ts';
import { startServer } from '../support/server-process.ts';

/** How long both serve. */
const TOGETHER_MS = process.env.PICKET_DEEP ? 180_000 : 8000;
const REPORT_SIZE = 24;
const EVERY_MS = 100;

const earlier = findEarlierVersion();
if (earlier === null)
  process.stdout.write('Old and new are not tried side by side: this is no clone with its history.\n');

/** Hands requests to the servers in turns, as a proxy without sticky sessions; one that is gone is left out. */
async function startRoundRobin() {
  const ports: number[] = [];
  const failures: string[] = [];
  let turn = 0;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, attempts: number): void => {
    const port = ports[turn++ % ports.length];
    const { method, url: path, headers } = incoming;
    const passed = request({ port, method, path, headers, agent: false }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 500) failures.push(`${method} ${path} ${statusCode}`);
      outgoing.writeHead(statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && attempts > 0) return forward(incoming, outgoing, body, attempts - 1);
      failures.push(`${method} ${path} ${error.code}`);
      outgoing.destroy();
    });
    passed.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => forward(incoming, outgoing, Buffer.concat(parts), 3));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen');
  return { base: `http://127.0.0.1:${address.port}`, ports, failures };
}

/** The whole recording by way of `base`, for about `lastsMs`. */
async function report(base: string, lastsMs: number) {
  const folder = mkdtempSync(join(tmpdir(), 'picket-reports-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { device, cookie } = await newDevice(base, folder);
  const reports = Math.ceil(recorded.readings.length / REPORT_SIZE);
  let acknowledged = 0;
  const source = recordingSource(REPORT_SIZE, () => new Promise((resolve) => setTimeout(resolve, lastsMs / reports)));
  const progress = { sent: ({ readings }: { readings: number }) => (acknowledged += readings) };
  const run = runReporter(
    device,
    new Backlog(join(folder, 'backlog')),
    source,
    3600,
    progress,
    new AbortController().signal,
  );
  return { run, cookie, acknowledged: () => acknowledged };
}

async function undisturbed(): Promise<Found> {
  const database = await createTestDatabase();
  const server = await startServer(database.url, { env: ADMIN });
  try {
    await (await report(server.base, 0)).run;
    return await found(database.url);
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** A user who reads and edits until stopped; returns how often. */
function person(base: string, cookie: string) {
  const wrong: string[] = [];
  let isStopped = false;
  const call = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${base}/api/v1${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const running = (async () => {
    let reads = 0;
    let edited = 0;
    const { items } = (await (await call('GET', '/locations')).json()) as { items: { guid: string }[] };
    const location = items[0]?.guid ?? '';
    while (!isStopped) {
      for (const path of ['/users/my-profile', '/alerts', `/locations/${location}/latest`, '/policies', '/audit']) {
        const answer = await call('GET', path);
        if (answer.status !== 200) wrong.push(`${path} ${answer.status}`);
        await answer.body?.cancel();
        reads += 1;
      }
      const answer = await call('PATCH', `/locations/${location}`, { name: `Office ${edited}` });
      if (answer.status !== 200) wrong.push(`edit ${answer.status} ${await answer.text()}`);
      else edited += 1;
      await answer.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    return { reads, edited, wrong };
  })();
  // Where the test ends early there is nobody left to look at.
  running.catch(() => {});
  return {
    stop: () => {
      isStopped = true;
      return running;
    },
  };
}

test.runIf(earlier !== null)(
  `old and new serve together for ${TOGETHER_MS / 1000} s, without errors`,
  async () => {
    const calm = await undisturbed();
    const code = checkOut(earlier ?? '');
    onTestFinished(() => rmSync(code, { recursive: true, force: true }));
    const database = await createTestDatabase('template0');
    onTestFinished(() => database.drop());
    const dataDir = mkdtempSync(join(tmpdir(), 'picket-both-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const proxy = await startRoundRobin();
    const env = { ...ADMIN, PICKET_PUBLIC_URL: proxy.base };

    const [oldPort, newPort] = [await freePort(), await freePort()];
    const old = await startServer(database.url, { root: code, port: oldPort, dataDir, env });
    onTestFinished(() => old.kill());
    proxy.ports.push(oldPort);
    const sentry = await report(proxy.base, TOGETHER_MS * 1.4);
    const user = person(proxy.base, sentry.cookie);
    await expect.poll(sentry.acknowledged, { timeout: 60_000 }).toBeGreaterThan(REPORT_SIZE * 3);

    // Today's migrates under the other one's feet.
    const today = await startServer(database.url, { port: newPort, dataDir, env });
    onTestFinished(() => today.kill());
    proxy.ports.push(newPort);
    const before = sentry.acknowledged();
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
    expect(sentry.acknowledged()).toBeGreaterThan(before);

    // Taken out of turns first, as a proxy that asks for its health would.
    proxy.ports.splice(0, 1);
    await old.stop();
    await sentry.run;
    const { reads, edited, wrong } = await user.stop();
    process.stdout.write(
      `Side by side: ${sentry.acknowledged()} readings taken, ${reads} pages read, ${edited} edits, ${proxy.failures.length} failures\n`,
    );
    expect([...proxy.failures, ...wrong]).toEqual([]);
    expect(edited).toBeGreaterThan(10);
    expect(sentry.acknowledged()).toBe(recorded.readings.length);
    expect(await found(database.url)).toEqual(calm);
    const config = readConfig({ DATABASE_URL: database.url, PICKET_DATA_DIR: dataDir });
    expect(await fsck({ config, keys: loadKeys(dataDir) })).toEqual([]);
  },
  TOGETHER_MS * 3 + 240_000,
);
