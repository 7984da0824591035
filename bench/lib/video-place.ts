/** What the benchmarks of video share: cameras that are on, people who may look, and the WebSockets of viewers. */
import { createClient } from '@picket/contracts/client';
import { openClient } from '@picket/server/database-connections';
import WebSocket from 'ws';
import { OWNER, signInAs, sleep, type startBenchServer } from './bench-server.ts';

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

/** Many people of one address sign in within a minute. */
export const VIDEO_ENV = { PICKET_SIGN_IN_RATE_LIMIT: '100000' };

export interface Camera {
  readonly location: string;
  readonly sentry: string;
  readonly token: string;
}

/** A sentry that is not activated yet, at a location of its own whose cameras are on. */
export async function addRoom({ api }: BenchServer, name: string) {
  const { guid: location } = await api('POST /locations', { body: { name, timezone: 'UTC' } });
  const params = { guid: location };
  await api('PUT /locations/{guid}/camera', { params, body: { mode: 'ON' } });
  const { guid, activationCode } = await api('POST /locations/{guid}/sentries', { params, body: { name: 'Camera' } });
  return { location, sentry: guid, activationCode };
}

/** A sentry that has reported a camera. Its pictures are those of a program. */
export async function addCamera(server: BenchServer, name: string): Promise<Camera> {
  const { location, activationCode } = await addRoom(server, name);
  const { token, sentry } = await server.api('POST /sentry/activate', {
    body: { activationCode, model: 'bench', serialNumber: name, softwareVersion: '1' },
  });
  await deviceOf(server.base, token)('POST /sentry/camera', {
    body: { hasCamera: true, supportsMasks: true, ringSeconds: 600 },
  });
  return { location, sentry, token };
}

/** Cameras that are on now were never off: clips may be from before. */
export async function forgetOffPeriods({ databaseUrl }: Pick<BenchServer, 'databaseUrl'>): Promise<void> {
  const client = openClient(databaseUrl, 'script');
  await client.connect();
  await client.query('DELETE FROM camera_off_period');
  await client.end();
}

export const deviceOf = (base: string, token: string) =>
  createClient({
    base: `${base}/api/v1`,
    credentials: 'omit',
    headers: () => ({ authorization: `Bearer ${token}` }),
  });

export interface Person {
  readonly guid: string;
  readonly cookie: string;
}

/** People who may look at every location, signed in. They have the password of the owner. */
export async function addPeople({ base, databaseUrl }: BenchServer, count: number, prefix = 'viewer') {
  const client = openClient(databaseUrl, 'script');
  await client.connect();
  const { rows } = await client.query<{ guid: string; tenant: string; email: string }>(
    `INSERT INTO user_account (guid, tenant_guid, email, display_name, password_hash, preferences, welcomed_at, created_at,
                               last_update_ts)
     SELECT gen_random_uuid(), tenant_guid, $3 || n || '@picket.example', $3 || n, password_hash, preferences, now(), now(), now()
       FROM user_account, generate_series(1, $1::int) n WHERE email = $2 RETURNING guid, tenant_guid AS tenant, email`,
    [count, OWNER.email, prefix],
  );
  await client.query(
    `INSERT INTO permission (tenant_guid, guid, user_guid, role)
     SELECT tenant, gen_random_uuid(), x, 'VIEWER' FROM unnest($1::uuid[], $2::uuid[]) AS made(tenant, x)`,
    [rows.map(({ tenant }) => tenant), rows.map(({ guid }) => guid)],
  );
  await client.end();
  const people: Person[] = [];
  for (const { guid, email } of rows) people.push({ guid, cookie: await signInAs(base, email, OWNER.password) });
  return people;
}

export interface View {
  readonly socket: WebSocket;
  /** Fragments that have arrived. */
  fragments: number;
  /** The time of the last capture that was announced, in milliseconds since 1970. */
  capturedAt: number | null;
  /** When it was closed, by `performance.now()`; null: it is open. */
  closedAt: number | null;
}

/** Counts what arrives at a socket of a viewer. */
export function countingView(socket: WebSocket): View {
  const view: View = { socket, fragments: 0, capturedAt: null, closedAt: null };
  socket.on('message', (data, isBinary) => {
    if (isBinary) view.fragments += 1;
    else
      view.capturedAt = /"at":([\d.]+)/u.test(String(data)) ? Number(/"at":([\d.]+)/u.exec(String(data))?.[1]) : null;
  });
  socket.on('close', () => {
    view.closedAt = performance.now();
  });
  socket.on('error', () => socket.terminate());
  return view;
}

/** Begins to view as this person. Resolves when the socket is open. */
export async function openView(base: string, cookie: string, { location, sentry }: Omit<Camera, 'token'>) {
  const api = createClient({ base: `${base}/api/v1`, credentials: 'omit', headers: () => ({ cookie }) });
  const { url } = await api('POST /locations/{guid}/live', { params: { guid: location }, body: { sentry } });
  const socket = new WebSocket(new URL(url, base.replace(/^http/u, 'ws')), { perMessageDeflate: false });
  const view = countingView(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('close', (code) => reject(new Error(`the view was closed with ${code}`)));
  });
  return view;
}

/** `viewers` views: at each camera the same number, no more than eight of one person. */
export async function openViews(
  base: string,
  cameras: readonly Omit<Camera, 'token'>[],
  cookies: readonly string[],
  viewers: number,
): Promise<readonly View[]> {
  const views: View[] = [];
  for (let index = 0; index < viewers; index += 1) {
    const camera = cameras[index % cameras.length];
    const cookie = cookies[Math.floor(index / MAX_OF_PERSON)];
    if (camera === undefined || cookie === undefined) throw new Error('more viewers than people may be');
    views.push(await openView(base, cookie, camera));
  }
  return views;
}

const MAX_OF_PERSON = 8;
export const peopleFor = (viewers: number): number => Math.ceil(viewers / MAX_OF_PERSON);

/** Waits for a condition; throws after a while. */
export async function waitFor(what: string, condition: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  for (const began = performance.now(); !(await condition()); await sleep(20))
    if (performance.now() - began > ms) throw new Error(`${what} did not happen within ${ms / 1000} s`);
}

export const closeViews = async (views: readonly View[]): Promise<void> => {
  for (const { socket } of views) socket.close();
  await waitFor('closing the views', () => views.every(({ closedAt }) => closedAt !== null));
};
