/**
 * Frigate: `<prefix>/reviews` and `<prefix>/stats`. Pure. A camera is a device. Whether somebody is seen is the state of its review item, which
 * begins, may become an alert, and ends; `stats` names all cameras each minute, so that a quiet camera is no silent one.
 */
import { cleanText } from '@picket/domain/text';
import type { Millis } from '@picket/domain/time';
import { isJsonObject, type JsonObject, ownOf } from '../plain-json.ts';
import { WHOLE_MESSAGE } from '../value-rule.ts';
import {
  deviceKeyOf,
  type Format,
  type FormatMessage,
  type FormatReader,
  type FormatReading,
  type FormatValues,
  IGNORED,
  leftOut,
  type NamedValue,
} from './format.ts';
import { diagnostic, isEntityName, type Kind, measured, objectAt, TRUE_OR_FALSE, unknownKind } from './named-values.ts';

export const FRIGATE: Format = { filters: ['+/reviews', '+/stats'], open: () => new FrigateReader() };

/** Cameras whose review items are remembered; the oldest is forgotten first. */
const MAX_CAMERAS = 1000;
/** Of one message. */
const MAX_LISTED = 100;
/** `stats` is sent each minute unless another interval is set. */
const EXPECTED_SECONDS = 600;
/** An item may change nothing for as long; after it, its end is taken for missed. */
const UNSURE_MS: Millis = 15 * 60_000;

const TYPES = ['new', 'update', 'end'];
const SEVERITIES = ['alert', 'detection'] as const;
type Severity = (typeof SEVERITIES)[number];

/** What a policy is for. */
const ALERT: Kind = { ...measured('motion', null), states: TRUE_OR_FALSE };
/** Whatever is seen: shown beside it. */
const DETECTION: Kind = { ...unknownKind(), states: TRUE_OR_FALSE };

interface Open {
  readonly id: string;
  readonly severity: Severity;
  readonly since: Millis;
  /** Since when its end may have been missed; null: it was not. */
  readonly unsureSince: Millis | null;
}

class FrigateReader implements FormatReader {
  /** The review item of each camera that has not ended. */
  readonly #open = new Map<string, Open>();

  connected(now: Millis): void {
    this.#doubt('', now);
  }

  /** Nobody repeats what ended meanwhile, and what goes on may change nothing for minutes: neither is known. */
  #doubt(prefix: string, now: Millis): void {
    for (const [key, open] of this.#open)
      if (key.startsWith(deviceKeyOf('frigate', prefix)))
        this.#open.set(key, { ...open, unsureSince: open.unsureSince ?? now });
  }

  read(sent: FormatMessage): FormatReading | null {
    const [, leaving] = /^([^/]{1,60})\/available$/u.exec(sent.topic) ?? [];
    // Its broker says so where Frigate lost its connection: what it sends meanwhile is lost.
    if (leaving !== undefined && sent.message.text === 'offline') this.#doubt(`${leaving}/`, sent.receivedAt);
    const [, prefix, kind] = /^([^/]{1,60})\/(reviews|stats)$/u.exec(sent.topic) ?? [];
    if (prefix === undefined) return null;
    const json = sent.message.json();
    if (!isJsonObject(json)) return prefix === 'frigate' ? leftOut('NOT_JSON') : null;
    return kind === 'stats' ? this.#readStats(prefix, json, sent) : this.#readReview(prefix, json, sent);
  }

  #readReview(prefix: string, json: JsonObject, sent: FormatMessage): FormatReading | null {
    const type = ownOf(json, 'type');
    const after = objectAt(json, 'after');
    // Others have topics with this name as well.
    if (after === null || typeof type !== 'string' || objectAt(json, 'before') === null) return null;
    const [camera, id, severity] = ['camera', 'id', 'severity'].map((key) => ownOf(after, key));
    if (!isCameraName(camera)) return leftOut('BAD_NAME');
    const known = SEVERITIES.find((one) => one === severity);
    if (typeof id !== 'string' || id.length > 100 || known === undefined || !TYPES.includes(type)) return IGNORED;
    const key = deviceKeyOf('frigate', `${prefix}/${camera}`);
    const open = this.#open.get(key);
    // The end of one that another has followed says nothing about that. Where messages were missed, it may be the one that has followed.
    if (type === 'end' && open !== undefined && open.id !== id && open.unsureSince === null) return IGNORED;
    const since = open?.id === id ? open.since : sent.receivedAt;
    this.#note(key, type === 'end' ? null : { id, severity: known, since, unsureSince: null });
    return this.#valuesOf(prefix, camera, [], sent);
  }

  #note(key: string, open: Open | null): void {
    this.#open.delete(key);
    if (open === null) return;
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MAX_CAMERAS && oldest !== undefined) this.#open.delete(oldest);
    this.#open.set(key, open);
  }

  /** Of an item that began before Frigate was started again, nobody says that it ends; nor of one whose end was missed. */
  #forgetEnded(prefix: string, startedAt: Millis | null, now: Millis): void {
    for (const [key, { since, unsureSince }] of this.#open) {
      const isBefore = startedAt !== null && since < startedAt;
      const isMissed = unsureSince !== null && now - unsureSince >= UNSURE_MS;
      if (key.startsWith(deviceKeyOf('frigate', `${prefix}/`)) && (isBefore || isMissed)) this.#open.delete(key);
    }
  }

  #readStats(prefix: string, json: JsonObject, sent: FormatMessage): FormatReading | null {
    const cameras = objectAt(json, 'cameras');
    const service = objectAt(json, 'service');
    if (cameras === null || service === null) return null;
    const [version, uptime] = ['version', 'uptime'].map((key) => ownOf(service, key));
    const startedAt = typeof uptime === 'number' ? sent.receivedAt - uptime * 1000 : null;
    this.#forgetEnded(prefix, startedAt, sent.receivedAt);
    const named = Object.entries(cameras).flatMap(([camera, stats]) =>
      isCameraName(camera) && isJsonObject(stats) ? [[camera, ownOf(stats, 'camera_fps')] as const] : [],
    );
    return {
      kind: 'several',
      readings: named.slice(0, MAX_LISTED).map(([camera, rate]) => {
        const rateValue = { id: 'camera_fps', value: rate, ...diagnostic('fps') };
        const values = this.#valuesOf(prefix, camera, typeof rate === 'number' ? [rateValue] : [], sent);
        const softwareVersion = typeof version === 'string' ? cleanText(version, 60) : null;
        return { ...values, device: { ...values.device, softwareVersion } };
      }),
    };
  }

  #valuesOf(prefix: string, camera: string, more: readonly NamedValue[], sent: FormatMessage): FormatValues {
    const deviceKey = deviceKeyOf('frigate', `${prefix}/${camera}`);
    const open = this.#open.get(deviceKey);
    // Without pictures, nobody knows whether somebody is there.
    const isBlind = more.some(({ id, value }) => id === 'camera_fps' && value === 0);
    const isUnsure = open !== undefined && open.unsureSince !== null;
    const state = (isOn: boolean): string | null => (isUnsure || (isBlind && !isOn) ? null : String(isOn));
    return {
      kind: 'values',
      deviceKey,
      device: {
        identity: `frigate_${prefix}_${camera}`,
        name: camera,
        maker: 'Frigate',
        model: null,
        serialNumber: null,
        softwareVersion: sent.known(deviceKey)?.device.softwareVersion ?? null,
        availability: [
          {
            topic: `${prefix}/available`,
            rule: WHOLE_MESSAGE,
            available: 'online',
            notAvailable: 'offline',
            isBridge: true,
          },
        ],
      },
      values: [
        { id: 'alert', value: state(open?.severity === 'alert'), ...ALERT },
        { id: 'detection', value: state(open !== undefined), ...DETECTION },
        ...more,
      ],
      isReading: true,
      // A review item has the times of its first and its last picture, no time of the change that is sent.
      at: null,
      expectedSeconds: EXPECTED_SECONDS,
      through: null,
      leftOut: [],
    };
  }
}

const isCameraName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= 60 && !name.includes('/') && isEntityName(name);
