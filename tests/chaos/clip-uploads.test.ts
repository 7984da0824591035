/**
 * Clips are uploaded while the server is killed with -9 again and again: what Upload-Offset acknowledged is there afterwards, and a clip that
 * is ready plays what the sentry recorded.
 */
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { encodePassword } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { IS_DEEP } from '../support/deep.ts';
import { freePort } from '../support/free-port.ts';
import { digestsOf, madeClip } from '../support/made-clip.ts';
import { startServer } from '../support/server-process.ts';

const KILLS = IS_DEEP ? 50 : 3;
// Each kill is followed by a start and by reading all that was uploaded: a slow machine needs most of 30 s for it.
vi.setConfig({ testTimeout: KILLS * 30_000 });
const CLIPS = 4;
const ADMIN = { email: 'ada@acme.example', password: 'quiet rooms need a good guard' };
const PIECE_BYTES = 200_000;

interface Upload {
  readonly video: Buffer;
  readonly clip: string;
  readonly url: string;
  /** The largest offset that was acknowledged. */
  acknowledged: number;
}

/** Someone who calls a server that may be gone. */
class Caller {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(base: string, headers: Readonly<Record<string, string>> = {}) {
    this.#base = base;
    this.#headers = headers;
  }

  as(headers: Readonly<Record<string, string>>): Caller {
    return new Caller(this.#base, headers);
  }

  send(method: string, path: string, body?: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) {
    return fetch(`${this.#base}/api/v1${path}`, {
      method,
      headers: { ...this.#headers, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Guarantee: the endpoint's answer has the shape that is asked for. */
  async json<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const text = body === undefined ? undefined : new Uint8Array(Buffer.from(JSON.stringify(body)));
    const response = await this.send(method, path, text, { 'content-type': 'application/json', origin: this.#base });
    if (response.status >= 300) throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}

async function signIn(server: Caller): Promise<Caller> {
  const body = new Uint8Array(
    Buffer.from(JSON.stringify({ username: ADMIN.email, password: encodePassword(ADMIN.password) })),
  );
  const response = await server.send('POST', '/auth/login', body, { 'content-type': 'application/json' });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .join('; ');
  return server.as({ cookie });
}

async function addSentry(admin: Caller, server: Caller): Promise<Caller> {
  const location = await admin.json<{ guid: string }>('POST', '/locations', { name: 'Vault', timezone: 'UTC' });
  await admin.json('PUT', `/locations/${location.guid}/camera`, { mode: 'ON' });
  const path = `/locations/${location.guid}/sentries`;
  const { activationCode } = await admin.json<{ activationCode: string }>('POST', path, { name: 'Rack' });
  const device = { activationCode, model: 'PT-1', serialNumber: 'S1', softwareVersion: '1.0' };
  const { token } = await server.json<{ token: string }>('POST', '/sentry/activate', device);
  return server.as({ authorization: `Bearer ${token}` });
}

async function announce(sentry: Caller): Promise<Upload> {
  const video = madeClip({ seconds: 10, bytesPerPicture: 20_000 });
  // After the cameras were turned on; a device's clock may be ahead of the server's by so much.
  const end = Date.now() + 10_000;
  const { clip, uploads } = await sentry.json<ResponseOf<'POST /sentry/video'>>('POST', '/sentry/video', {
    startedAt: formatInstant(end - 10_000),
    endedAt: formatInstant(end),
    contentType: 'video/mp4',
    codec: 'avc1.42c01f',
    ...digestsOf(video),
  });
  return { video, clip, url: uploads[0]?.url ?? '', acknowledged: 0 };
}

/** Goes on with an upload from what the server has, until it is done or the server is gone. */
async function upload(sentry: Caller, one: Upload): Promise<void> {
  const head = await sentry.send('HEAD', one.url);
  let offset = Number(head.headers.get('upload-offset'));
  if (head.status !== 200) throw new Error(`HEAD answered ${head.status}`);
  expect(offset, 'what was acknowledged is there').toBeGreaterThanOrEqual(one.acknowledged);
  while (offset < one.video.length) {
    const piece = new Uint8Array(one.video.subarray(offset, offset + PIECE_BYTES));
    const response = await sentry.send('PATCH', one.url, piece, {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    });
    if (response.status !== 204) throw new Error(`PATCH answered ${response.status} ${await response.text()}`);
    offset = Number(response.headers.get('upload-offset'));
    one.acknowledged = offset;
  }
}

/** A server that is gone refuses or breaks connections; anything else is a failure. */
const untilGone = (work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
  });

async function expectReady(admin: Caller, { clip, video }: Upload): Promise<void> {
  const shown = await admin.json<ResponseOf<'GET /clips/{guid}'>>('GET', `/clips/${clip}`);
  if (shown.state !== 'READY') throw new Error(`clip ${clip} is ${shown.state}`);
  const played = await admin.send('GET', shown.links?.play ?? '');
  expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true);
}

test(`${KILLS} kills during uploads lose nothing that was acknowledged`, async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const env = {
    PICKET_ADMIN_EMAIL: ADMIN.email,
    PICKET_ADMIN_PASSWORD: ADMIN.password,
    PICKET_CLIPS_MIN_FREE_MB: '1',
    PICKET_LOG_LEVEL: 'fatal',
  };
  let server = await startServer(database.url, { port, env });
  const { dataDir } = server;
  try {
    const caller = new Caller(server.base);
    const admin = await signIn(caller);
    const sentry = await addSentry(admin, caller);
    let open: Upload[] = [];
    const done: Upload[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      while (open.length < CLIPS) open.push(await announce(sentry));
      const uploading = Promise.all(open.map((one) => untilGone(upload(sentry, one))));
      await wait(Math.random() * 400);
      await server.kill();
      await uploading;
      server = await startServer(database.url, { port, dataDir, env });
      done.push(...open.filter(({ video, acknowledged }) => acknowledged === video.length));
      open = open.filter(({ video, acknowledged }) => acknowledged < video.length);
      // The last piece is acknowledged after the clip is ready.
      for (const one of done) await expectReady(admin, one);
    }
    for (const one of open) await upload(sentry, one);
    for (const one of open) await expectReady(admin, one);
  } finally {
    await server.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
