/** Publishes to a broker, MQTT 3.1.1 by hand over a plain socket, so that little of the machine goes to the load generator. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const CONNECT = 0x10;
const CONNACK = 2;
const PUBLISH_ONCE_ACKNOWLEDGED = 0x32;
const RETAINED = 1;
const PUBACK = 4;
const DISCONNECT = Buffer.from([0xe0, 0]);
const CLEAN_SESSION = 2;
const MAX_NUMBER = 65_535;
/** Messages that the broker has not acknowledged. */
const WINDOW = 500;

export interface Message {
  readonly topic: string;
  readonly payload: string;
}

export class MessagePublisher {
  readonly #socket: Socket;
  #unread: Buffer = Buffer.alloc(0);
  #sent = 0;
  #acknowledged = 0;
  #isConnected = false;
  #proceed: (() => void) | null = null;

  static async open(port: number): Promise<MessagePublisher> {
    const socket = connect(port, '127.0.0.1');
    const publisher = new MessagePublisher(socket);
    await once(socket, 'connect');
    const head = [...textOf('MQTT'), 4, CLEAN_SESSION, 0, 0, ...textOf('bench')];
    socket.write(packetOf(CONNECT, Buffer.from(head)));
    await publisher.#until(() => publisher.#isConnected);
    return publisher;
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
  }

  /** Resolves once the broker has them all. At most 500 are on their way. */
  async publish(messages: Iterable<Message>, { retain = false } = {}): Promise<void> {
    for (const { topic, payload } of messages) {
      await this.#until(() => this.#sent - this.#acknowledged < WINDOW);
      this.#sent += 1;
      const number = 1 + (this.#sent % MAX_NUMBER);
      const body = Buffer.concat([textOf(topic), Buffer.from([number >> 8, number & 0xff]), Buffer.from(payload)]);
      this.#socket.write(packetOf(PUBLISH_ONCE_ACKNOWLEDGED | (retain ? RETAINED : 0), body));
    }
    await this.#until(() => this.#acknowledged === this.#sent);
  }

  close(): void {
    this.#socket.end(DISCONNECT);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        this.#proceed = resolve;
      });
    }
  }

  /** What comes is a CONNACK and PUBACKs, of four bytes each. */
  #read(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    for (; this.#unread.length >= 4; this.#unread = this.#unread.subarray(4)) {
      const kind = (this.#unread[0] ?? 0) >> 4;
      if (kind === CONNACK) this.#isConnected = true;
      if (kind === PUBACK) this.#acknowledged += 1;
    }
    this.#proceed?.();
  }
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

function packetOf(first: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = body.length; ; rest = Math.floor(rest / 128)) {
    length.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) break;
  }
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}
