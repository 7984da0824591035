/**
 * The socket that the library for SNMP is given: connected to one peer, bounded in what it takes, and without a way for a message to end
 * the process. The library reads some messages without looking first whether what it reads is there.
 */
import type { Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import type { IntegrationProblem } from '@picket/contracts/integrations';

/** Of all answers of a poll. */
const MAX_BYTES = 64 * 1024;

type Sent = (error: Error | null, bytes: number) => void;

export class SnmpSocket extends EventEmitter {
  readonly #socket: Socket;
  readonly #fail: (problem: IntegrationProblem) => void;
  #received = 0;
  #isClosed = false;

  constructor(socket: Socket, fail: (problem: IntegrationProblem) => void) {
    super();
    this.#socket = socket;
    this.#fail = fail;
    socket.on('message', (message) => this.#take(message));
    socket.on('error', (error) => this.#refuse(error));
    socket.on('close', () => this.emit('close'));
  }

  /** It is connected: `_port` and `_host` are those of the library. */
  send(buffer: Buffer, offset: number, length: number, _port: number, _host: string, done: Sent): void {
    this.#socket.send(buffer.subarray(offset, offset + length), (error, bytes) => {
      if (error !== null) this.#refuse(error);
      done(error, bytes);
    });
  }

  ref(): void {
    if (!this.#isClosed) this.#socket.ref();
  }

  unref(): void {
    if (!this.#isClosed) this.#socket.unref();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }

  #take(message: Buffer): void {
    this.#received += message.length;
    if (this.#received > MAX_BYTES) {
      this.#fail('ANSWER_TOO_LARGE');
      return;
    }
    try {
      this.emit('message', message);
    } catch {
      this.#fail('NOT_SNMP');
    }
  }

  #refuse(error: Error): void {
    this.#fail('code' in error && error.code === 'ECONNREFUSED' ? 'CONNECTION_REFUSED' : 'UNREACHABLE');
  }
}
