/**
 * The values of an example in the API document: what differs from run to run, ids and secrets, is replaced by values that do not,
 * and long lists are shortened.
 */
import { formatInstant, type Millis } from '@picket/domain/time';

const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const exampleGuid = (number: number): string => `0190a3c4-1f00-7000-8000-${String(number).padStart(12, '0')}`;

/** By name; what a name ends with counts as well, so that `newPassword` is a password. */
const SECRETS: Readonly<Record<string, string>> = {
  activationCode: 'K7RM2XQP',
  expires: '1772532000',
  sig: 'Q2w9fJ4xVb7sT1mZ8nL0',
  ticket: 'Q2w9fJ4xVb7sT1mZ8nL0',
  challenge: 'the-challenge-of-the-response-before',
  code: '492817',
  password: 'base64:c2V2ZW4gcXVpZXQgcm9vbXMgYXQgbmlnaHQ=',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  token: 'picket_Q2w9fJ4xVb7sT1mZ8nL0',
  uri: 'otpauth://totp/Picket:ada@example.org?secret=JBSWY3DPEHPK3PXP&issuer=Picket',
};
const DIGEST = /^[0-9a-f]{64}$/u;
const SECRET_TEXT = /^(?:[A-Za-z0-9_-]{32,}|\w+_[A-Za-z0-9_-]{24,})$/u;
/** Names that the world of the tests numbers. */
const NUMBERED = /^(.* |t|F|(?:new|other|host|invited)(?=\d+[@:]))\d+(?=$|@|:)/u;
/** The name of a metric in PromQL looks like a token. */
const METRIC_NAME = /^picket_[a-z0-9_]+$/u;
const EXAMPLE_DIGEST = 'f5ca38f748a1d6eaf726b8a42fb575c3c71f1864a8143301782de13da2d9202b';
/** Numbers that depend on the machine. */
const MEASURED: Readonly<Record<string, number>> = { milliseconds: 26 };
const MAX_ITEMS = 2;
const MAX_TEXT = 400;

function secretOf(name: string): string | undefined {
  const key = Object.keys(SECRETS).find(
    (one) => name === one || name.endsWith(one.charAt(0).toUpperCase() + one.slice(1)),
  );
  return key === undefined ? undefined : SECRETS[key];
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u;

/** Makes values constant; the same id is the same id everywhere in one example. */
export class ExampleValues {
  readonly #guids = new Map<string, string>();
  readonly #now: Millis;
  readonly #start: Millis;

  /** Times from `now` on are moved, as if it were `start`: the tests before let time pass. */
  constructor(now: Millis, start: Millis) {
    this.#now = now;
    this.#start = start;
  }

  /** `isRequest`: nothing is shortened, as the example has to be accepted. */
  of(value: unknown, isRequest: boolean, name = ''): unknown {
    if (typeof value === 'string') return this.#text(value, name, isRequest);
    if (Array.isArray(value)) {
      const kept = isRequest ? value : value.slice(0, MAX_ITEMS);
      return kept.map((item) => this.of(item, isRequest, name));
    }
    if (typeof value === 'number') return MEASURED[name] ?? value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.#text(key, '', true), this.of(item, isRequest, key)]),
    );
  }

  #text(text: string, name: string, isRequest: boolean): string {
    const isCode = name === 'code' && !/^\d{6}$|^[A-Z0-9-]{8,}$/u.test(text);
    const secret = isCode ? undefined : secretOf(name);
    if (secret !== undefined) return secret;
    if (DIGEST.test(text)) return EXAMPLE_DIGEST;
    const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
    if (at >= this.#now) return formatInstant(at - this.#now + this.#start);
    const constant = text
      .replace(GUID, (guid) => this.#guid(guid))
      .replace(NUMBERED, '$11')
      .replace(/(?<=\/(?:sign-up|reset-password|hooks)\/)[\w-]{20,}/gu, 'Q2w9fJ4xVb7sT1mZ8nL0')
      .replace(/(?<=[?&](?:ticket|sig)=)[\w-]+/gu, 'Q2w9fJ4xVb7sT1mZ8nL0')
      .replace(/(?<=[?&]expires=)\d+/gu, '1772532000')
      .replace(/\b([A-Z][a-z]+) \d+\b/gu, '$1 1')
      .replace(/^(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}$/u, '26QJ-A8FE-87M7')
      .replace(/^(SIM-|S)\d{4,}$/u, '$15098')
      .replace(/\/tmp\/picket-test-\w+/gu, '/data')
      .replace(/http:\/\/127\.0\.0\.1:\d+/gu, 'https://picket.example.org');
    const safe =
      SECRET_TEXT.test(constant) &&
      !METRIC_NAME.test(constant) &&
      !constant.startsWith('0190a3c4') &&
      !/^[A-Z_]+$/u.test(constant)
        ? 'Q2w9fJ4xVb7sT1mZ8nL0'
        : constant;
    return isRequest ? safe : safe.slice(0, MAX_TEXT);
  }

  #guid(guid: string): string {
    const known = this.#guids.get(guid) ?? exampleGuid(this.#guids.size + 1);
    this.#guids.set(guid, known);
    return known;
  }
}
