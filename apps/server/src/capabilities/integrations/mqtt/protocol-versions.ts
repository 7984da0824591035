/**
 * Which version of MQTT is spoken with a broker: 5, and 3.1.1 with one that refuses 5. Pure.
 *
 * A broker that does not know version 5 responds with "unacceptable protocol version", or closes the connection without an answer. The next
 * attempt is 3.1.1 then, at once. It counts for one connection: after that 5 is asked for again, since a broker may be another one by then.
 */
export type MqttVersion = 5 | 4;

/** How an attempt ended before it was a connection: refused for its version, closed without an answer, or in another way. */
export type Refusal = 'VERSION' | 'CLOSED' | 'OTHER';

export class ProtocolVersions {
  #version: MqttVersion = 5;
  #refusal: Refusal = 'OTHER';

  get version(): MqttVersion {
    return this.#version;
  }

  /** An attempt begins. */
  begin(): void {
    this.#refusal = 'OTHER';
  }

  refused(refusal: Refusal): void {
    if (this.#refusal !== 'VERSION') this.#refusal = refusal;
  }

  /** The attempt, or the connection, is over. Returns whether the other version is to be tried at once. */
  over(wasConnected: boolean): boolean {
    const falls = !wasConnected && this.#version === 5 && this.#refusal !== 'OTHER';
    this.#version = falls ? 4 : 5;
    return falls;
  }
}

const OTHER_VERSION = new Set([1, 132]);
/** The start of a CONNACK of version 3.1.1, and its code for a version that is not known. */
const CONNACK = 0x20;
const UNACCEPTABLE_VERSION = 1;

export const isVersionRefused = (code: number): boolean => OTHER_VERSION.has(code);

/** Whether the first bytes of a broker refuse the version in the form of 3.1.1, which a reader of version 5 cannot read. */
export const refusesVersion = (first: Buffer): boolean =>
  first[0] === CONNACK && first[1] === 2 && first[3] === UNACCEPTABLE_VERSION;

export const protocolName = (version: MqttVersion) => (version === 5 ? 'MQTT_5' : 'MQTT_3_1_1');
