/** Asks a device over SNMP, guarded and bounded. It reads only. */

import type { SnmpSettings } from '@picket/contracts/connected-settings';
import type { IntegrationProblem } from '@picket/contracts/integrations';
import * as snmp from 'net-snmp';
import { AddressRefused, type SourceNetwork } from '../source-network.ts';
import { SnmpSocket } from './snmp-socket.ts';

const ANSWER_TIMEOUT_MS = 2000;
/** A datagram may be lost. */
const RETRIES = 1;
/** Of version 3; a key takes some milliseconds to make. */
const MAX_KEYS = 1000;
/** Of all that is asked in a poll. */
const DEADLINE_MS = 20_000;
const LEVELS = {
  NONE: snmp.SecurityLevel.noAuthNoPriv,
  AUTHENTICATED: snmp.SecurityLevel.authNoPriv,
  ENCRYPTED: snmp.SecurityLevel.authPriv,
} as const;
const AUTH_PROTOCOLS = {
  MD5: snmp.AuthProtocols.md5,
  SHA: snmp.AuthProtocols.sha,
  SHA224: snmp.AuthProtocols.sha224,
  SHA256: snmp.AuthProtocols.sha256,
  SHA384: snmp.AuthProtocols.sha384,
  SHA512: snmp.AuthProtocols.sha512,
} as const;
const PRIVACY_PROTOCOLS = {
  DES: snmp.PrivProtocols.des,
  AES: snmp.PrivProtocols.aes,
  AES256B: snmp.PrivProtocols.aes256b,
  AES256R: snmp.PrivProtocols.aes256r,
} as const;
const UNAUTHORIZED = [snmp.ResponseInvalidCode.EAuthFailure, snmp.ResponseInvalidCode.ECouldNotDecrypt];
const NO_ACCESS = [snmp.ErrorStatus.NoAccess, snmp.ErrorStatus.AuthorizationError];

/** Why there is no answer. */
export class SnmpProblem extends Error {
  readonly problem: IntegrationProblem;
  constructor(problem: IntegrationProblem) {
    super(problem);
    this.problem = problem;
  }
}

type Rows = readonly (readonly snmp.Varbind[])[];
type Answered = (error: Error | null, varbinds?: readonly (snmp.Varbind | readonly snmp.Varbind[])[]) => void;

export class SnmpClient {
  readonly #settings: SnmpSettings;
  readonly #session: snmp.Session;
  readonly #failing = Promise.withResolvers<never>();
  #failure: SnmpProblem | null = null;

  /** Resolves the name and checks its address. Throws SnmpProblem. `closing`: ends it at once. */
  static async open(settings: SnmpSettings, network: SourceNetwork, closing: AbortSignal): Promise<SnmpClient> {
    const ending = AbortSignal.any([closing, AbortSignal.timeout(DEADLINE_MS)]);
    const connecting = network.connectDatagrams(settings).catch((error: unknown) => {
      throw new SnmpProblem(error instanceof AddressRefused ? 'ADDRESS_REFUSED' : 'UNREACHABLE');
    });
    const socket = await Promise.race([connecting, rejectOn(ending)]).catch((error: unknown) => {
      // It is closed whenever it comes after all.
      void connecting.then((late) => late?.close()).catch(() => undefined);
      throw error;
    });
    if (socket === null) throw new SnmpProblem('ADDRESS_REFUSED');
    forgetKeys();
    return new SnmpClient(settings, socket, ending);
  }

  private constructor(
    settings: SnmpSettings,
    socket: NonNullable<Awaited<ReturnType<SourceNetwork['connectDatagrams']>>>,
    ending: AbortSignal,
  ) {
    this.#settings = settings;
    // It may fail while nothing is asked.
    this.#failing.promise.catch(() => undefined);
    const guarded = new SnmpSocket(socket, (problem) => this.#fail(problem));
    this.#session = sessionOf(settings, { createSocket: () => guarded });
    this.#session.on('error', () => this.#fail('NOT_SNMP'));
    ending.addEventListener('abort', () => this.#fail('NO_ANSWER'), { once: true });
    if (ending.aborted) this.#fail('NO_ANSWER');
  }

  /** Whether it is asked for several rows at once; over version 1 for one after the other. */
  get asksInBulk(): boolean {
    return this.#settings.version !== '1';
  }

  /** What follows each of these, `repetitions` of each where the version can do that. null: asked otherwise, there may be an answer. */
  async next(oids: readonly string[], repetitions: number): Promise<Rows | null> {
    const asked = [...oids];
    const inBulk = repetitions > 1 && this.asksInBulk;
    return this.#ask((answered) => {
      if (inBulk) this.#session.getBulk(asked, 0, repetitions, answered);
      else this.#session.getNext(asked, answered);
    });
  }

  close(): void {
    this.#fail('NO_ANSWER');
  }

  async #ask(send: (answered: Answered) => void): Promise<Rows | null> {
    if (this.#failure !== null) throw this.#failure;
    const answer = new Promise<Rows | null>((resolve, reject) => {
      send((error, varbinds) => {
        if (error === null) resolve((varbinds ?? []).map((one) => ('oid' in one ? [one] : one)));
        else if (isAboutValue(error)) resolve(null);
        else reject(new SnmpProblem(problemOf(error)));
      });
    });
    try {
      return await Promise.race([answer, this.#failing.promise]);
    } catch (error) {
      throw this.#failure ?? error;
    }
  }

  #fail(problem: IntegrationProblem): void {
    if (this.#failure !== null) return;
    this.#failure = new SnmpProblem(problem);
    this.#failing.reject(this.#failure);
    this.#session.cancelRequests(this.#failure);
    this.#session.close();
  }
}

/** The library keeps a key for every device it has spoken to: one that changes its identifier each time would fill the memory. */
function forgetKeys(): void {
  const authentication: unknown = Reflect.get(snmp, 'Authentication');
  if (typeof authentication !== 'object' || authentication === null) return;
  const keys: unknown = Reflect.get(authentication, 'authToKeyCache');
  if (typeof keys === 'object' && keys !== null && Object.keys(keys).length > MAX_KEYS)
    Reflect.set(authentication, 'authToKeyCache', {});
}

const rejectOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = (): void => reject(new SnmpProblem('NO_ANSWER'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

function sessionOf(settings: SnmpSettings, dgramModule: object): snmp.Session {
  const { host, port, version, community } = settings;
  const options = { port, timeout: ANSWER_TIMEOUT_MS, retries: RETRIES, dgramModule };
  if (version === '3') return snmp.createV3Session(host, userOf(settings), { ...options, version: snmp.Version3 });
  return snmp.createSession(host, community ?? '', {
    ...options,
    version: version === '1' ? snmp.Version1 : snmp.Version2c,
  });
}

function userOf(settings: SnmpSettings): snmp.User {
  const { user, securityLevel, authProtocol, password, privacyProtocol, privacyPassword } = settings;
  return {
    name: user ?? '',
    level: LEVELS[securityLevel],
    ...(securityLevel === 'NONE' ? {} : { authProtocol: AUTH_PROTOCOLS[authProtocol], authKey: password ?? '' }),
    ...(securityLevel === 'ENCRYPTED'
      ? { privProtocol: PRIVACY_PROTOCOLS[privacyProtocol], privKey: privacyPassword ?? '' }
      : {}),
  };
}

/** A refusal of what was asked, not of who asks: version 1 refuses all of a question where one part of it does not exist. */
const isAboutValue = (error: Error): boolean =>
  error instanceof snmp.RequestFailedError && !NO_ACCESS.includes(error.status);

function problemOf(error: Error): IntegrationProblem {
  if (error.name === 'RequestTimedOutError') return 'NO_ANSWER';
  if (error instanceof snmp.RequestFailedError) return 'NOT_AUTHORIZED';
  if (error instanceof snmp.ResponseInvalidError)
    return UNAUTHORIZED.includes(error.code) ? 'NOT_AUTHORIZED' : 'NOT_SNMP';
  return error instanceof SnmpProblem ? error.problem : 'UNREACHABLE';
}
