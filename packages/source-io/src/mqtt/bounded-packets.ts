/**
 * Leaves out packets of a broker, or of a client of the broker in Picket, that are longer than a limit. Over MQTT 5 a broker should do this by
 * itself, since a client says what it takes; MQTT 3.1.1 has nothing of the kind.
 *
 * Input: what the other side sends, in pieces of any size. Output: the same without packets that are too long. Invariant: never holds more than
 * the head of one packet. A message that is left out is acknowledged, so that its sender goes on with the others.
 */
import { Duplex, Transform, type TransformCallback } from 'node:stream';

const PUBLISH = 3;
const PUBACK = 0x40;
const MAX_LENGTH_BYTES = 4;

/** A packet that was left out. */
export interface LeftOutPacket {
  /** Of a message; of another packet it is empty. */
  readonly topic: string;
  /** Nothing is missing to its sender: it is a message that needed no acknowledgement, or got it. */
  readonly isAnswered: boolean;
}

export interface BoundedOptions {
  readonly leftOut?: (packet: LeftOutPacket) => void;
  /** Resolves once more may be read; null: it may be now. Asked after each piece. */
  readonly whenReady?: () => Promise<void> | null;
}

export class BoundedPackets extends Transform {
  readonly #maxBytes: number;
  readonly #acknowledge: (packet: Buffer) => void;
  readonly #options: BoundedOptions;
  /** The beginning of a packet whose length is not known yet; of one that is left out, as far as its number. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes that are left of the packet that passes, or is left out. */
  #passing = 0;
  #dropping = 0;

  /** `acknowledge`: sends this packet to the other side. */
  constructor(maxBytes: number, acknowledge: (packet: Buffer) => void, options: BoundedOptions = {}) {
    super();
    this.#maxBytes = maxBytes;
    this.#acknowledge = acknowledge;
    this.#options = options;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#passing > 0) rest = this.#pass(rest);
      else if (this.#dropping > 0) rest = this.#drop(rest);
      else rest = this.#begin(rest);
    }
    const ready = this.#options.whenReady?.() ?? null;
    if (ready === null) done();
    else void ready.then(() => done());
  }

  #pass(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.#passing);
    this.#passing -= part.length;
    this.push(part);
    return bytes.subarray(part.length);
  }

  #drop(bytes: Buffer): Buffer {
    const part = bytes.subarray(0, this.#dropping);
    this.#dropping -= part.length;
    this.#head = withHeadOf(this.#head, part);
    if (this.#dropping === 0) this.#leaveOut();
    return bytes.subarray(part.length);
  }

  #leaveOut(): void {
    const head = this.#head;
    this.#head = Buffer.alloc(0);
    const number = messageNumber(head);
    if (number !== null) this.#acknowledge(Buffer.from([PUBACK, 2, number >> 8, number & 0xff]));
    this.#options.leftOut?.({ topic: topicOf(head), isAnswered: number !== null || needsNoAnswer(head) });
  }

  /** Takes a byte more of the first ones, until the length of the packet is known. */
  #begin(bytes: Buffer): Buffer {
    this.#head = Buffer.concat([this.#head, bytes.subarray(0, 1)]);
    const length = remainingLength(this.#head);
    if (length === null) return bytes.subarray(1);
    // What is no packet is for the reader of packets to refuse.
    if (length === 'BROKEN' || this.#head.length + length <= this.#maxBytes) {
      this.push(this.#head);
      this.#head = Buffer.alloc(0);
      this.#passing = length === 'BROKEN' ? Number.POSITIVE_INFINITY : length;
    } else this.#dropping = length;
    return bytes.subarray(1);
  }
}

/**
 * `read()` returns all that is there, as it did before Node 26: who reads once at each 'readable', as aedes does, would wait for the rest of a
 * packet that has arrived.
 */
class WholeReads extends Duplex {
  override read(size?: number | null): Buffer | null {
    return super.read(size ?? (this.readableLength || undefined));
  }
}

/** The connection without packets that are longer than `maxBytes`. It closes with the socket, and the socket with it. */
export function boundedStream(socket: Duplex, maxBytes: number, options: BoundedOptions = {}): Duplex {
  const bounded = new BoundedPackets(maxBytes, (packet) => void socket.write(packet), options);
  const stream = new WholeReads({
    read: () => void bounded.resume(),
    write: (chunk: Buffer, _encoding, done) => {
      if (socket.write(chunk)) done();
      else socket.once('drain', () => done());
    },
    final: (done) => {
      socket.end();
      done();
    },
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  bounded.on('data', (part: Buffer) => {
    if (!stream.push(part)) bounded.pause();
  });
  bounded.on('end', () => stream.push(null));
  socket.on('close', () => stream.destroy());
  socket.pipe(bounded);
  return stream;
}

/** Of the bytes after the head of a packet; null: more of the head is needed. */
function remainingLength(head: Buffer): number | 'BROKEN' | null {
  let length = 0;
  for (let index = 1; index < head.length; index++) {
    const byte = head[index] ?? 0;
    length += (byte & 0x7f) * 128 ** (index - 1);
    if (byte < 0x80) return length;
    if (index === MAX_LENGTH_BYTES) return 'BROKEN';
  }
  return null;
}

/** A head with what `bytes` have of its rest: where its topic ends is known only once the length of that is. */
function withHeadOf(head: Buffer, bytes: Buffer): Buffer {
  const missing = headLength(head) - head.length;
  if (missing <= 0 || bytes.length === 0) return head;
  return withHeadOf(Buffer.concat([head, bytes.subarray(0, missing)]), bytes.subarray(missing));
}

/** How many bytes have the type, the length, the topic and the number of a message. */
function headLength(head: Buffer): number {
  const begin = lengthOfFixedHeader(head);
  return head.length < begin + 2 ? begin + 2 : begin + 2 + head.readUInt16BE(begin) + 2;
}

/** The number that a message is acknowledged with; null: nothing is to be acknowledged. */
function messageNumber(head: Buffer): number | null {
  const [first = 0] = head;
  const isAcknowledged = first >> 4 === PUBLISH && ((first >> 1) & 3) === 1;
  const end = headLength(head);
  return isAcknowledged && head.length === end ? head.readUInt16BE(end - 2) : null;
}

const isMessage = ([first = 0]: Buffer): boolean => first >> 4 === PUBLISH;
const needsNoAnswer = (head: Buffer): boolean => isMessage(head) && (((head[0] ?? 0) >> 1) & 3) === 0;

function topicOf(head: Buffer): string {
  const begin = lengthOfFixedHeader(head) + 2;
  return isMessage(head) ? head.subarray(begin, headLength(head) - 2).toString('utf8') : '';
}

function lengthOfFixedHeader(head: Buffer): number {
  const last = head.subarray(1).findIndex((byte) => byte < 0x80);
  return last + 2;
}
