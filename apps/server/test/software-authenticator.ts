/** A security key in software: what a browser and its authenticator answer, made by hand (WebAuthn, attestation "none"). */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const base64url = (bytes: Buffer): string => bytes.toString('base64url');
const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

// The little CBOR that is needed: small integers, byte strings, texts, maps.
const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytesOf = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);
const textOf = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const mapOf = (...entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export class SoftKey {
  readonly id: string;
  counter = 1;
  readonly #origin: string;
  readonly #host: string;
  readonly #private: KeyObject;
  readonly #public: KeyObject;

  /** `id` and `keys` make it pass for another one. */
  constructor(origin: string, host: string, id = base64url(randomBytes(32)), keys?: SoftKey) {
    this.#origin = origin;
    this.#host = host;
    this.id = id;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = keys === undefined ? pair.privateKey : keys.#private;
    this.#public = keys === undefined ? pair.publicKey : keys.#public;
    if (keys !== undefined) this.counter = keys.counter + 1;
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, attested: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.#host), Buffer.from([flags]), count, attested]);
  }

  /** What navigator.credentials.create answers. */
  register(challenge: string): object {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' });
    const cose = mapOf(
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytesOf(Buffer.from(x, 'base64url'))],
      [integer(-3), bytesOf(Buffer.from(y, 'base64url'))],
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = this.#authenticatorData(
      PRESENT | VERIFIED | ATTESTED,
      Buffer.concat([Buffer.alloc(16), length, id, cose]),
    );
    const attestation = mapOf(
      [textOf('fmt'), textOf('none')],
      [textOf('attStmt'), mapOf()],
      [textOf('authData'), bytesOf(data)],
    );
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
      attestationObject: base64url(attestation),
      transports: ['usb'],
    });
  }

  /** What navigator.credentials.get answers. */
  sign(challenge: string): object {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge);
    const data = this.#authenticatorData(PRESENT | VERIFIED);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#private);
    return this.#answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', response, clientExtensionResults: {} };
  }
}
