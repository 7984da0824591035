/**
 * Receivers for tests: real HTTP servers that take what they are given, or do not; and a push service with a browser behind
 * it, which checks the sender's signature and opens what was encrypted for it.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly at: number;
}

/**
 * What a receiver does with a request. `DROP`: takes it, and breaks the connection instead of answering. `GARBLE`: takes it,
 * and answers something that is no text.
 */
export type Behavior = 'ACCEPT' | 'GARBLE' | 'REFUSE' | 'HANG' | 'DROP' | 'GONE' | 'REDIRECT' | 'BAD' | 'BUSY';

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** What it took, repetitions among it. */
  readonly accepted: Received[];
  /** Every request, whatever became of it. */
  readonly requests: Received[];
  respondWith(how: (request: Received) => Behavior): void;
  close(): Promise<void>;
}

export async function openReceiver(port = 0): Promise<Receiver> {
  const accepted: Received[] = [];
  const requests: Received[] = [];
  let how: (request: Received) => Behavior = () => 'ACCEPT';
  const answer = (request: Received, response: ServerResponse): void => {
    requests.push(request);
    const behavior = how(request);
    if (behavior === 'ACCEPT' || behavior === 'GARBLE' || behavior === 'DROP') accepted.push(request);
    if (behavior === 'ACCEPT') response.writeHead(201).end('taken');
    if (behavior === 'GARBLE') response.writeHead(200).end(Buffer.from([0x6f, 0x6b, 0, 7, 0xff, 0xed, 0xa0, 0x80]));
    if (behavior === 'REFUSE') response.writeHead(500).end('not today');
    if (behavior === 'BAD') response.writeHead(400).end('not like this');
    if (behavior === 'BUSY') response.writeHead(429, { 'retry-after': '120' }).end();
    if (behavior === 'GONE') response.writeHead(410).end();
    if (behavior === 'REDIRECT') response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (behavior === 'DROP') response.destroy();
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      answer({ path: request.url ?? '/', headers: request.headers, body, at: Date.now() }, response);
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // Guarantee: a server listening on a port has an address of this shape.
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    accepted,
    requests,
    respondWith: (next) => {
      how = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const jsonOf = <Body>({ body }: Received): Body => JSON.parse(body.toString('utf8')) as Body;

/** A browser's side of a push subscription. */
export interface PushBrowser {
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** Opens a push, as the browser would (RFC 8291); throws what is wrong with it. */
  open<Payload>(push: Received, serverKey: string, audience: string): Payload;
}

export function openPushBrowser(): PushBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    open: (push, serverKey, audience) => {
      checkVapid(String(push.headers.authorization), serverKey, audience);
      if (push.headers['content-encoding'] !== 'aes128gcm') throw new Error('not encrypted as browsers expect');
      if (!(Number(push.headers.ttl) > 0)) throw new Error('a push says how long it is to be kept');
      return JSON.parse(decrypted(push.body, own, auth).toString('utf8'));
    },
  };
}

/** Checks who sends (RFC 8292): signed by the key the browser subscribed with, for this push service, not for long. */
function checkVapid(header: string, serverKey: string, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/u.exec(header) ?? [];
  if (key !== serverKey) throw new Error('signed by another server');
  const [head = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: raw.toString('base64url', 1, 33), y: raw.toString('base64url', 33, 65) };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is wrong');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  if (aud !== audience) throw new Error(`signed for ${aud}`);
  if (!(exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400)) throw new Error('signed for too long');
  if (!/^(mailto:|https:)/u.test(sub)) throw new Error('says nobody to write to');
}

function decrypted(body: Buffer, own: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const encrypted = body.subarray(21 + idLength);
  const shared = own.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey]);
  const key = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const contentKey = Buffer.from(hkdfSync('sha256', key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16));
  const nonce = Buffer.from(hkdfSync('sha256', key, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** Checks a Standard Webhooks signature the way its description says; throws what is wrong. */
export function checkWebhook({ headers, body }: Received, secret: string): void {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  const key = Buffer.from(secret.replace(/^whsec_/u, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  if (headers['webhook-signature'] !== `v1,${expected}`) throw new Error('the signature is wrong');
}
