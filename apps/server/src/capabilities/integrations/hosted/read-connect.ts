/** The first packet of a connection, CONNECT: who it is has to be known before anything else is read. */
import type { Socket } from 'node:net';
import { type IConnectPacket, parser } from 'mqtt-packet';

/** With the longest topic and message of a will that are of use. */
const MAX_CONNECT_BYTES = 70_000;
const CONNECT = 0x10;
const MAX_LENGTH_BYTES = 4;

/**
 * Reads it and leaves it in the socket for who reads on. null: what arrived first is something else, too long, or too late; nothing can be
 * responded to that.
 */
export function readConnect(socket: Socket, timeoutMs: number): Promise<IConnectPacket | null> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    const finish = (packet: IConnectPacket | null): void => {
      clearTimeout(timer);
      socket.off('data', take);
      socket.off('close', lost);
      socket.pause();
      if (packet !== null && bytes.length > 0) socket.unshift(bytes);
      resolve(packet);
    };
    const lost = (): void => finish(null);
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const length = lengthOf(bytes);
      if (length === 'BROKEN' || (length !== null && length > MAX_CONNECT_BYTES)) finish(null);
      else if (length !== null && bytes.length >= length) finish(parseConnect(bytes.subarray(0, length)));
    };
    const timer = setTimeout(lost, timeoutMs);
    socket.on('close', lost);
    socket.on('data', take);
  });
}

/** Of the packet that begins here, in bytes; null: more of its head is needed. */
function lengthOf(bytes: Buffer): number | 'BROKEN' | null {
  if (bytes[0] !== CONNECT) return 'BROKEN';
  let length = 0;
  for (const [index, byte] of bytes.subarray(1, 1 + MAX_LENGTH_BYTES).entries()) {
    length += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80) return index + 2 + length;
  }
  return bytes.length > MAX_LENGTH_BYTES ? 'BROKEN' : null;
}

/** null: its content is broken. */
function parseConnect(bytes: Buffer): IConnectPacket | null {
  const reader = parser();
  let read: IConnectPacket | null = null;
  reader.on('packet', (packet) => {
    if (packet.cmd === 'connect') read = packet;
  });
  reader.on('error', () => {});
  reader.parse(bytes);
  return read;
}

/** Why a client may not connect, as MQTT has it: the same in both versions, with other codes. */
export type ConnectRefusal = 'VERSION' | 'UNAVAILABLE' | 'WRONG_PASSWORD' | 'NOT_AUTHORIZED';

const CODES = {
  VERSION: [1, 0x84],
  UNAVAILABLE: [3, 0x88],
  WRONG_PASSWORD: [4, 0x86],
  NOT_AUTHORIZED: [5, 0x87],
} as const satisfies Readonly<Record<ConnectRefusal, readonly [v3: number, v5: number]>>;

/** The CONNACK that refuses, in the version of the client. */
export function refusalPacket(refusal: ConnectRefusal, version: number | undefined): Buffer {
  const [v3, v5] = CODES[refusal];
  return version === 5 ? Buffer.from([0x20, 3, 0, v5, 0]) : Buffer.from([0x20, 2, 0, v3]);
}
