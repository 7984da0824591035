/** Sends requests, whole ones over connections that are kept and others over sockets of their own, and says what became of each. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuiltRequest } from './wire-bodies.ts';
import type { Noise } from './wire-noise.ts';

/** How long a connection may stay without a response or a close. */
const TIMEOUT_MS = 30_000;

export interface Outcome {
  readonly end: 'answered' | 'closed' | 'reset by us' | 'silent';
  /** Of all answers on that connection. */
  readonly statuses: readonly number[];
  /** Answers of 5xx that were no 503 with Retry-After. */
  readonly faults: readonly string[];
}

export interface Wire {
  send(built: BuiltRequest): Promise<Outcome>;
  sendNoise(noise: Noise): Promise<Outcome>;
  close(): void;
}

export function openWire(port: number, connections: number): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: (built) => (built.kind === 'whole' ? ask(agent, port, built) : overSocket(port, partsOf(built), built.kind)),
    sendNoise: ({ parts, ending }) => overSocket(port, parts, ending === 'reset' ? 'reset half-way' : 'raw'),
    close: () => agent.destroy(),
  };
}

const isAcceptable = (status: number, retryAfter: boolean): boolean => status < 500 || (status === 503 && retryAfter);

function ask(agent: Agent, port: number, { method, path, headers, body }: BuiltRequest): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers });
    const timer = setTimeout(() => finish({ end: 'silent', statuses: [], faults: [] }), TIMEOUT_MS);
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      if (outcome.end === 'silent') sent.destroy();
      resolve(outcome);
    };
    const take = (answer: IncomingMessage): void => {
      const { statusCode: status = 0 } = answer;
      const faults = isAcceptable(status, answer.headers['retry-after'] !== undefined)
        ? []
        : [`${status} ${method} ${path}`];
      answer.resume();
      // An answer that comes before the whole body was read may end with the connection.
      answer.on('error', () => {});
      answer.on('close', () => finish({ end: 'answered', statuses: [status], faults }));
    };
    sent.on('response', take);
    sent.on('error', () => finish({ end: 'closed', statuses: [], faults: [] }));
    sent.end(body);
  });
}

function partsOf({ method, path, headers, body, kind }: BuiltRequest): Buffer[] {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return kind === 'raw' ? [Buffer.concat([head, body])] : [head, body.subarray(0, Math.ceil(body.length / 2))];
}

const STATUS = /HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n/gu;
/** Of an answer no more is looked at. */
const MAX_RESPONSE_CHARS = 65_536;

async function overSocket(port: number, parts: readonly Buffer[], kind: 'reset half-way' | 'raw'): Promise<Outcome> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
  let answer = '';
  socket.on('data', (chunk) => {
    if (answer.length < MAX_RESPONSE_CHARS) answer += chunk.toString('latin1');
  });
  const closed = closeOf(socket);
  await write(socket, parts);
  if (kind === 'raw') socket.end();
  else {
    await pause(1);
    socket.resetAndDestroy();
  }
  const isClosed = await closed;
  const found = [...answer.matchAll(STATUS)].map(([head, status]) => ({ head, status: Number(status) }));
  return {
    end: kind === 'raw' ? (isClosed ? (found.length > 0 ? 'answered' : 'closed') : 'silent') : 'reset by us',
    statuses: found.map(({ status }) => status),
    faults: found
      .filter(({ head, status }) => !isAcceptable(status, /\r\nretry-after:/iu.test(head)))
      .map(({ head }) => head),
  };
}

/** True once nothing more comes; false when that takes too long. */
function closeOf(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(false);
      socket.destroy();
    }, TIMEOUT_MS);
    const over = (): void => {
      clearTimeout(timer);
      resolve(true);
      socket.destroy();
    };
    socket.on('error', over);
    socket.on('end', over);
    socket.on('close', over);
  });
}

async function write(socket: Socket, parts: readonly Buffer[]): Promise<void> {
  for (const [place, part] of parts.entries()) {
    if (place > 0) await pause(1);
    if (socket.destroyed) return;
    socket.write(part);
  }
}
