/** A server that speaks to the camera of a sentry as Picket does, and whose connections can be made to fail. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FieldProblem } from '../../packages/contracts/src/client.ts';

type Json = Record<string, unknown>;

export interface ReceivedClip {
  readonly announcement: Json & { readonly bytes: number; readonly sha256: string };
  readonly parts: Map<string, Buffer>;
}

const API = '/api/v1';
const EPOCH = 1_800_000_000;

export class FakePicket {
  readonly signals: (Json & { readonly id: string })[] = [];
  /** `after` of every time the channel was opened, with its protocol. */
  readonly opened: string[] = [];
  readonly answers: Json[] = [];
  readonly cameraReports: Json[] = [];
  readonly clips: ReceivedClip[] = [];
  /** What came over the uplinks: parsed text, or bytes. */
  readonly uplink: (Json | Buffer)[] = [];
  readonly uplinks = new Set<WebSocket>();
  /** Requests of uploads: method and offset. */
  readonly uploads: string[] = [];
  config: Json = { videoPolicies: [] };
  /** The next answer with the configuration, as it is when it is asked for, waits for this. */
  delayedConfig: Promise<void> | null = null;
  allowsWebSockets = true;
  isReachable = true;
  /** Connections that were closed because it is not reachable. */
  refusedConnections = 0;
  /** Uploads that are taken, and not answered. */
  lostAnswers = 0;
  /** Bytes of the next uploads after which the connection is cut. */
  cuts: number[] = [];
  /** What the next announcements of clips are answered with instead. */
  refusals: { readonly status: number; readonly message: string; readonly errors?: readonly FieldProblem[] }[] = [];
  base = '';
  readonly #channels = new Set<WebSocket>();
  readonly #polls = new Set<() => void>();
  readonly #sockets = new Set<Duplex>();
  readonly #webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  #id = 0;

  /** Sends a signal over the channel, or keeps it until one is opened. */
  signal(signal: Json): void {
    this.#id += 1;
    const whole = { ...signal, id: `${this.#id}` };
    this.signals.push(whole);
    for (const channel of this.#channels) channel.send(bodyOf([whole]));
    for (const poll of this.#polls) poll();
  }

  get hasChannel(): boolean {
    return this.#channels.size > 0;
  }

  /** Sends what is no message of Picket. */
  sendRaw(text: string): void {
    for (const channel of this.#channels) channel.send(text);
  }

  closeChannels(): void {
    for (const channel of this.#channels) channel.terminate();
  }

  disconnectAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async open(): Promise<void> {
    const server = createServer((request, response) => {
      this.#respond(request, response).catch(() => request.socket.destroy());
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      if (this.isReachable) return;
      this.refusedConnections += 1;
      socket.destroy();
    });
    server.on('upgrade', (request, socket, head) => {
      if (this.allowsWebSockets)
        this.#webSockets.handleUpgrade(request, socket, head, (ws) => this.#accept(request, ws));
      else socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    this.base = `http://127.0.0.1:${port}`;
    onTestFinished(async () => {
      this.disconnectAll();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  #accept(request: IncomingMessage, socket: WebSocket): void {
    const { pathname, searchParams } = urlOf(request);
    if (pathname === `${API}/sentry/signals`) {
      this.opened.push(`WSS ${searchParams.get('after') ?? ''}`);
      this.#channels.add(socket);
      socket.on('close', () => this.#channels.delete(socket));
      socket.on('message', (data) => this.#take(String(data)));
      socket.send(bodyOf(this.#pending(searchParams)));
    } else {
      this.uplinks.add(socket);
      socket.on('close', () => this.uplinks.delete(socket));
      socket.on('message', (data: Buffer, isBinary) =>
        this.uplink.push(isBinary ? data : (JSON.parse(data.toString()) as Json)),
      );
    }
  }

  #take(text: string): void {
    this.answers.push(...(JSON.parse(text) as { signals: Json[] }).signals);
  }

  #pending(query: URLSearchParams): readonly Json[] {
    const after = BigInt(query.get('after') ?? '0');
    return this.signals.filter(({ id }) => BigInt(id) > after);
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = urlOf(request);
    const send = (status: number, body: unknown = null, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === null ? '' : JSON.stringify(body));
    };
    switch (`${request.method} ${pathname.slice(API.length)}`) {
      case 'GET /sentry/config':
        return this.#sendConfig(send);
      case 'GET /sentry/signals':
        return this.#poll(request, response);
      case 'POST /sentry/signals':
        this.#take((await read(request)).toString());
        return send(204);
      case 'POST /sentry/camera':
        this.cameraReports.push(JSON.parse((await read(request)).toString()) as Json);
        return send(204);
      case 'POST /sentry/video': {
        const body = JSON.parse((await read(request)).toString()) as ReceivedClip['announcement'];
        const refusal = this.refusals.shift();
        if (refusal !== undefined)
          return send(refusal.status, { message: refusal.message, errors: refusal.errors ?? [] });
        return send(201, this.#announce(body));
      }
      default:
        return this.#upload(request, send);
    }
  }

  async #sendConfig(send: (status: number, body: Json) => void): Promise<void> {
    const { config, delayedConfig } = this;
    this.delayedConfig = null;
    await delayedConfig;
    send(200, config);
  }

  async #poll(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = urlOf(request);
    this.opened.push(`HTTPS ${searchParams.get('after') ?? ''}`);
    if (this.#pending(searchParams).length === 0 && searchParams.get('wait') !== '0')
      await new Promise<void>((resolve) => {
        this.#polls.add(resolve);
        request.socket.once('close', resolve);
      });
    response.writeHead(200, { 'content-type': 'application/json' }).end(bodyOf(this.#pending(searchParams)));
  }

  /** The clip of these bytes, as Picket answers: what it has of each part. */
  #announce(announcement: ReceivedClip['announcement']): Json {
    let clip = this.clips.findIndex((one) => one.announcement.sha256 === announcement.sha256);
    if (clip === -1) clip = this.clips.push({ announcement, parts: new Map() }) - 1;
    const received = this.clips[clip];
    const uploads = ['video', 'still', 'strip'].flatMap((part) => {
      const total =
        part === 'video' ? announcement.bytes : (announcement[part] as { bytes: number } | undefined)?.bytes;
      const offset = received?.parts.get(part)?.length ?? 0;
      const url = `${API}/sentry/video/${clip}/${part}?expires=${EPOCH}&sig=x`;
      return total === undefined || offset >= total ? [] : [{ part, url, offset }];
    });
    const guid = `00000000-0000-4000-8000-${String(clip).padStart(12, '0')}`;
    return { clip: guid, state: uploads.length === 0 ? 'READY' : 'UPLOADING', uploads };
  }

  async #upload(
    request: IncomingMessage,
    send: (status: number, body?: unknown, headers?: Record<string, string>) => void,
  ): Promise<void> {
    const [, index, part = ''] = /video\/(\d+)\/(\w+)/u.exec(urlOf(request).pathname) ?? [];
    const clip = this.clips[Number(index)];
    if (clip === undefined) return send(404, { message: 'There is no such clip' });
    const known = clip.parts.get(part) ?? Buffer.alloc(0);
    const offset = { 'upload-offset': `${known.length}` };
    this.uploads.push(`${request.method} ${request.headers['upload-offset'] ?? ''}`.trim());
    if (request.method === 'HEAD') return send(200, null, offset);
    if (Number(request.headers['upload-offset']) !== known.length)
      return send(409, { message: 'Wrong offset' }, offset);
    const cut = this.cuts.shift();
    const body = await read(request);
    const whole = Buffer.concat([known, body.subarray(0, cut)]);
    clip.parts.set(part, whole);
    if (cut !== undefined) {
      request.socket.destroy();
      return;
    }
    const isDamaged =
      part === 'video' && whole.length === clip.announcement.bytes && sha256(whole) !== clip.announcement.sha256;
    if (isDamaged) {
      clip.parts.delete(part);
      return send(422, { message: 'The video is not what was announced' });
    }
    // An answer that says less than is there is as good as a lost one.
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      return send(204, null, { 'upload-offset': `${known.length}` });
    }
    return send(204, null, { 'upload-offset': `${whole.length}` });
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const urlOf = (request: IncomingMessage): URL => new URL(request.url ?? '/', 'http://picket');

const bodyOf = (signals: readonly Json[]): string => JSON.stringify({ signals, serverTime: new Date().toISOString() });

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
