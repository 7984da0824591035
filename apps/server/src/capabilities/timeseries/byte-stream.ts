/** Varints: small numbers in few bytes. Seven bits a byte, lowest first, the eighth marks that more follow. */

export class ByteWriter {
  #bytes: Buffer;
  #end = 0;

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(Math.max(16, expected));
  }

  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#end++] = value;
  }

  /** A whole number from 0 to 2^53. */
  varint(value: number): void {
    this.#room(8);
    let rest = value;
    while (rest >= 0x8000_0000) {
      this.#bytes[this.#end++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      this.#bytes[this.#end++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#end++] = rest;
  }

  /** A whole number from -2^52 to 2^52: the sign goes into the lowest bit. */
  signed(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  double(value: number): void {
    this.#room(8);
    this.#end = this.#bytes.writeDoubleLE(value, this.#end);
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(this.#bytes.length * 2 + bytes);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** Reads what a ByteWriter wrote, in the same order. Throws where the bytes end too soon. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw new RangeError('packed readings end too soon');
    return value;
  }

  varint(): number {
    const byte = this.#bytes[this.#at++];
    if (byte !== undefined && byte < 0x80) return byte;
    if (byte === undefined) throw new RangeError('packed readings end too soon');
    let value = byte & 0x7f;
    for (let scale = 128; ; scale *= 128) {
      const more = this.byte();
      value += (more & 0x7f) * scale;
      if (more < 0x80) return value;
    }
  }

  signed(): number {
    const value = this.varint();
    if (value < 0x4000_0000) return (value >>> 1) ^ -(value & 1);
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    const value = this.#bytes.readDoubleLE(this.#at);
    this.#at += 8;
    return value;
  }
}
