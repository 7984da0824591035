/** What a socket may bring that is no HTTP, or HTTP of a kind nobody should send. */
import type { SeededRandom } from './seeded-random.ts';

export interface Noise {
  readonly kind: string;
  /** Written one after the other, with a moment between them. */
  readonly parts: readonly Buffer[];
  /** Half-closes after the last byte and waits for what comes, or resets at once. */
  readonly ending: 'end' | 'reset';
}

const line = 'POST /api/v1/uilog HTTP/1.1\r\n';
const host = 'Host: localhost\r\n';
const json = 'Content-Type: application/json\r\n';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${host}\r\n`;

const METHODS = [
  'GET',
  'POST',
  'get',
  'G\0T',
  'PATCH',
  'TRACE',
  'CONNECT',
  'OPTIONS',
  'PROPFIND',
  'QUERY',
  '',
  'M-SEARCH',
  'PRI',
];
const TARGETS = [
  '/',
  '*',
  '',
  '//',
  '/%',
  '/%00',
  '/%ff%fe',
  '/api/v1/%2e%2e/%2e%2e/etc/passwd',
  '/../../etc/passwd',
  '/a b',
  '/\x7f',
  '/\xff',
  'http://elsewhere.example/api/v1/health',
  'localhost:443',
  '/api/v1/locations/%00',
  '/api/v1/health?a=%',
  '/api/v1/health?__proto__[x]=1',
  '/api/v1/alerts?limit=1e999',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1', 'ICE/1.0', ''];
const HEADERS = [
  'X: a\0b',
  'X: a\rb',
  'X : a',
  ' folded: a',
  'X: a\r\n continued',
  ': nameless',
  'X',
  'Host: other',
  'Content-Length: 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 0x10',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding:\x0bchunked',
  'Expect: 100-continue',
  'Expect: miracles',
  'Connection: close, keep-alive, upgrade',
  'Cookie: picket_session=%; a=b; =;;',
  'Authorization: Bearer \xff\xfe',
  'If-None-Match: "',
  'If-Modified-Since: yesterday',
  'Range: bytes=5-1,-0',
  'Accept-Encoding: *;q=x, br;q=',
  'Origin: null',
  'Last-Event-ID: 99999999999999999999-1',
  'X-Forwarded-For: , ,',
  'Content-Encoding: br',
  'Content-Encoding: gzip, gzip, gzip',
  'Content-Type: application/json; charset=\xff',
];

const text = (content: string): Buffer => Buffer.from(content, 'latin1');

/** A few random bytes put in anywhere. */
function mutated(content: string, random: SeededRandom): Buffer {
  const bytes = text(content);
  for (let hits = random.nextInt(4); hits > 0; hits--) bytes[random.nextInt(bytes.length)] = random.nextInt(256);
  return bytes;
}

const MAKERS: Readonly<Record<string, (random: SeededRandom) => Buffer>> = {
  'request lines': (random) =>
    text(
      `${random.pick(METHODS)}${random.pick([' ', '\t', '', '  '])}${random.pick(TARGETS)} ${random.pick(VERSIONS)}\r\n${host}\r\n`,
    ),
  'long request lines': (random) =>
    text(get(`/${'a'.repeat(random.nextInt(40_000))}?${'b=c&'.repeat(random.nextInt(4000))}`)),
  headers: (random) => {
    const some = Array.from({ length: 1 + random.nextInt(4) }, () => `${random.pick(HEADERS)}\r\n`).join('');
    return mutated(`${line}${random.chance(8) ? '' : host}${json}${some}\r\n{}`, random);
  },
  'huge headers': (random) =>
    text(
      random.chance(2)
        ? `${line}${host}X: ${'a'.repeat(random.nextInt(60_000))}\r\n\r\n`
        : `${line}${host}${Array.from({ length: random.nextInt(4000) }, (_, i) => `x${i}: 1\r\n`).join('')}\r\n`,
    ),
  pipelines: (random) =>
    mutated(
      Array.from({ length: 2 + random.nextInt(8) }, () =>
        random.pick([
          get('/api/v1/health'),
          get('/sign-in'),
          `${line}${host}${json}Content-Length: 2\r\n\r\n{}`,
          `${line}${host}Content-Type: text/plain\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx`,
          `HEAD /api/v1/version HTTP/1.1\r\n${host}\r\n`,
        ]),
      ).join(''),
      random,
    ),
  chunks: (random) =>
    text(
      `${line}${host}${json}Transfer-Encoding: chunked\r\n\r\n${random.pick([
        '2;a=b\r\n{}\r\n0\r\n\r\n',
        `2;${'x'.repeat(random.nextInt(40_000))}\r\n{}\r\n0\r\n\r\n`,
        '2\r\n{}\r\n0\r\nContent-Length: 7\r\nHost: x\r\n\r\n',
        `2\r\n{}\r\n0\r\n${'T: x\r\n'.repeat(random.nextInt(3000))}\r\n`,
        '2\n{}\n0\n\n',
        '02\r\n{}\r\n00\r\n\r\n',
        'ffffffffffffffff1\r\n{}',
        '2\r\n{}',
        '1\r\n{\r\n1\r\n}\r\n0\r\n',
        '+2\r\n{}\r\n0\r\n\r\n',
        '2 \r\n{}\r\n0\r\n\r\n',
      ])}`,
    ),
  upgrades: (random) =>
    text(
      `GET ${random.pick(['/', '/api/v1/events', '/api/v1/health'])} HTTP/1.1\r\n${host}Connection: Upgrade${random.pick(['', ', HTTP2-Settings'])}\r\nUpgrade: ${random.pick(
        ['websocket', 'h2c', 'TLS/1.0', '\x01'],
      )}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nHTTP2-Settings: AAMAAABk\r\n\r\n\x81\x05hello`,
    ),
  'HTTP/2': (random) => Buffer.concat([text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), random.bytes(random.nextInt(60))]),
  TLS: (random) => Buffer.concat([Buffer.from('16030100c8010000c40303', 'hex'), random.bytes(190)]),
  'other protocols': (random) =>
    text(
      random.pick([
        'SSH-2.0-OpenSSH_9\r\n',
        'EHLO me\r\n',
        '\0\0\0\x08\x04\xd2\x16\x2f',
        '*1\r\n$4\r\nPING\r\n',
        '\r\n\r\n\r\n',
        '\0',
        '',
      ]),
    ),
  noise: (random) => random.bytes(1 + random.nextInt(300)),
};

const KINDS = Object.entries(MAKERS);

/** One of every kind of nonsense, written at once or in parts, ended or reset. */
export function anyNoise(random: SeededRandom): Noise {
  const [kind, make] = random.pick(KINDS);
  const whole = make(random);
  const parts: Buffer[] = [];
  if (random.chance(4))
    for (let from = 0; from < whole.length && parts.length < 6; ) {
      const to = parts.length === 5 ? whole.length : from + 1 + random.nextInt(whole.length);
      parts.push(whole.subarray(from, to));
      from = to;
    }
  else parts.push(whole);
  return { kind, parts, ending: random.chance(5) ? 'reset' : 'end' };
}
