/** Requests whose HTTP is (mostly) in order and whose bodies are not: content type x encoding x damage x route. */
import {
  brotliCompressSync,
  constants,
  deflateSync,
  gzipSync,
  brotliCompressSync as stackedOver,
  zstdCompressSync,
} from 'node:zlib';
import type { SeededRandom } from './seeded-random.ts';

const TYPES = {
  json: 'application/json',
  'json in words': 'Application/JSON; charset="utf-8"',
  text: 'text/plain',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=x',
  'octet-stream': 'application/octet-stream',
  upload: 'application/offset+octet-stream',
  none: null,
  odd: 'application/json;;=,/',
} as const;

const brotli = (body: Buffer): Buffer => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

const ENCODINGS: Readonly<Record<string, { readonly name: string | null; readonly encode: (body: Buffer) => Buffer }>> =
  {
    none: { name: null, encode: (body) => body },
    identity: { name: 'identity', encode: (body) => body },
    gzip: { name: 'gzip', encode: (body) => gzipSync(body) },
    deflate: { name: 'deflate', encode: (body) => deflateSync(body) },
    br: { name: 'br', encode: brotli },
    zstd: { name: 'zstd', encode: (body) => zstdCompressSync(body) },
    unknown: { name: 'zip', encode: (body) => body },
    stacked: { name: 'gzip, br', encode: (body) => stackedOver(gzipSync(body)) },
    'upper case': { name: 'GZIP', encode: (body) => gzipSync(body) },
    'of every object': { name: 'constructor', encode: (body) => body },
  };

const DAMAGES = [
  'intact',
  'damaged',
  'truncated',
  'bomb',
  'empty',
  'aborted',
  'length too short',
  'length too long',
  'chunked garbage',
] as const;
type Damage = (typeof DAMAGES)[number];

/** What only somebody who was let in has. */
export interface Access {
  readonly cookie: string;
  readonly token: string;
  readonly location: string;
  /** The path of a video that was announced and not uploaded yet. */
  readonly upload: string;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

const ROUTES = {
  public: () => ({ method: 'POST', path: '/api/v1/uilog', body: '{"msg":"deliberate"}' }),
  'signed in': ({ cookie }) => ({ method: 'POST', path: '/api/v1/locations', headers: { cookie }, body: '{"name":7}' }),
  'not signed in': () => ({ method: 'POST', path: '/api/v1/locations', body: '{"name":"Attic","timezone":"UTC"}' }),
  sentry: ({ token }) => ({
    method: 'POST',
    path: '/api/v1/sentry/telemetry',
    headers: { authorization: `Bearer ${token}` },
    body: '{"sentAt":"2026-03-02T10:00:00Z","readings":[]}',
  }),
  'no sentry': () => ({
    method: 'POST',
    path: '/api/v1/sentry/telemetry',
    headers: { authorization: 'Bearer none' },
    body: '{"sentAt":"2026-03-02T10:00:00Z","readings":[]}',
  }),
  upload: ({ token, upload }) => ({
    method: 'PATCH',
    path: upload,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-offset': '0' },
    body: 'no video',
  }),
  'whole upload': ({ token, upload }) => ({
    method: 'PUT',
    path: upload,
    headers: { authorization: `Bearer ${token}` },
    body: 'no video',
  }),
  "somebody's upload": ({ upload }) => ({ method: 'PUT', path: upload, body: 'no video' }),
  signals: ({ token }) => ({
    method: 'POST',
    path: '/api/v1/sentry/signals',
    headers: { authorization: `Bearer ${token}` },
    body: '{"signals":[{"type":"offer","id":7}]}',
  }),
  'signaling channel': ({ token }) => ({
    method: 'GET',
    path: '/api/v1/sentry/signals',
    headers: { authorization: `Bearer ${token}`, connection: 'Upgrade', upgrade: 'websocket' },
    body: '{}',
  }),
  absent: () => ({ method: 'POST', path: '/api/v1/absent', body: '{}' }),
  'wrong method': () => ({ method: 'DELETE', path: '/api/v1/uilog', body: '{}' }),
  document: () => ({ method: 'GET', path: '/api/v1/openapi.json', body: '{}' }),
  console: () => ({ method: 'GET', path: '/sign-in', body: '{}' }),
  stream: ({ cookie, location }) => ({
    method: 'GET',
    path: `/api/v1/locations/${location}/telemetry/export?from=2026-01-01T00:00:00Z&to=2026-12-01T00:00:00Z`,
    headers: { cookie },
    body: '{}',
  }),
  'live stream': ({ cookie }) => ({ method: 'GET', path: '/api/v1/events', headers: { cookie }, body: '{}' }),
} satisfies Readonly<Record<string, (access: Access) => Route>>;

export interface BodyCase {
  readonly type: keyof typeof TYPES;
  readonly encoding: string;
  readonly damage: Damage;
  readonly route: keyof typeof ROUTES;
}

const keysOf = <Row extends object>(table: Row): (keyof Row & string)[] => Object.keys(table) as (keyof Row & string)[];
const TYPE_NAMES = keysOf(TYPES);
const ENCODING_NAMES = keysOf(ENCODINGS);
const ROUTE_NAMES = keysOf(ROUTES);

/** Where bodies are read. */
const ALWAYS = ['public', 'sentry'] as const;
/** So many of the other routes are taken in turn. */
const IN_TURN = 3;

/** Every content type, encoding and damage once at the routes that read bodies, and at some of the others, in an order of the dice's. */
export function everyBodyCase(random: SeededRandom): BodyCase[] {
  const others = ROUTE_NAMES.filter((route) => !ALWAYS.some((one) => one === route));
  let turn = 0;
  const cases = TYPE_NAMES.flatMap((type) =>
    ENCODING_NAMES.flatMap((encoding) =>
      DAMAGES.flatMap((damage) => {
        const some = Array.from({ length: IN_TURN }, () => others[turn++ % others.length] ?? 'absent');
        return [...ALWAYS, ...some].map((route) => ({ type, encoding, damage, route }));
      }),
    ),
  );
  for (let at = cases.length - 1; at > 0; at--) {
    const other = random.nextInt(at + 1);
    const [a, b] = [cases[at], cases[other]];
    if (a !== undefined && b !== undefined) [cases[at], cases[other]] = [b, a];
  }
  return cases;
}

export const anyBodyCase = (random: SeededRandom): BodyCase => ({
  type: random.pick(TYPE_NAMES),
  encoding: random.pick(ENCODING_NAMES),
  damage: random.pick(DAMAGES),
  route: random.pick(ROUTE_NAMES),
});

/** As an HTTP client sends it, or (`raw`) as no client would. */
export type BuiltRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly kind: 'whole' | 'reset half-way' | 'raw';
};

const BOMB = Buffer.alloc(16 * 1_048_576);
/** More than the server takes, where nothing makes it smaller. */
const HEAP = Buffer.alloc(4 * 1_048_576 + 1, 0x20);
const BOMBS = new Map(
  Object.entries(ENCODINGS).map(([encoding, { encode }]) => {
    const small = encode(BOMB);
    return [encoding, small.length < BOMB.length ? small : HEAP] as const;
  }),
);

export function build({ type, encoding, damage, route }: BodyCase, access: Access, random: SeededRandom): BuiltRequest {
  const { method, path, body: text, ...rest }: Route = ROUTES[route](access);
  const { name = null, encode = (body: Buffer) => body } = ENCODINGS[encoding] ?? {};
  const contentType = TYPES[type];
  const whole = damage === 'bomb' ? (BOMBS.get(encoding) ?? HEAP) : encode(Buffer.from(text));
  // Megabytes are sent now and then; otherwise they are only announced.
  const isAnnounced = whole === HEAP && !random.chance(10);
  const body = isAnnounced ? HEAP.subarray(0, 1000) : damaged(whole, damage, random);
  const length =
    damage === 'length too short'
      ? Math.floor(body.length / 2)
      : isAnnounced
        ? HEAP.length
        : body.length + (damage === 'length too long' ? 50 : 0);
  return {
    method,
    path,
    headers: {
      ...rest.headers,
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(name === null ? {} : { 'content-encoding': name }),
      ...(damage === 'chunked garbage' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    },
    body,
    kind:
      damage === 'aborted' || route === 'live stream'
        ? 'reset half-way'
        : isAnnounced || damage.startsWith('length') || damage === 'chunked garbage'
          ? 'raw'
          : 'whole',
  };
}

function damaged(whole: Buffer, damage: Damage, random: SeededRandom): Buffer {
  if (damage === 'empty') return Buffer.alloc(0);
  if (damage === 'truncated') return whole.subarray(0, random.nextInt(whole.length));
  if (damage === 'chunked garbage')
    return Buffer.concat([
      Buffer.from(random.pick(['zz\r\n', 'ffffffffffffffffff\r\n', '5\r\nab', '-1\r\n', '2\r\nabc\r\n'])),
      random.bytes(20),
    ]);
  if (damage !== 'damaged') return whole;
  const copy = Buffer.from(whole);
  for (let hits = 1 + random.nextInt(8); hits > 0; hits--) copy[random.nextInt(copy.length)] = random.nextInt(256);
  return copy;
}
