/**
 * A way in which devices report to a broker without announcing themselves for Home Assistant. Each is a file of this folder and a row in
 * `known-formats.ts`. Pure: what a reader remembers is bounded.
 */
import type { Millis } from '@picket/domain/time';
import type { AnnouncedDevice, AnnouncedEntity, LeftOutReason } from '../announced.ts';
import type { DecodedMessage } from '../value-rule.ts';

export interface Format {
  /** Its topics. `+` stands for one level; none covers all topics of a broker. */
  readonly filters: readonly string[];
  readonly open: () => FormatReader;
}

export interface FormatReader {
  /** null: this topic, or this message at it, is none of the format. */
  readonly read: (message: FormatMessage) => FormatReading | null;
  /** Topics that the filters do not cover, and devices say they report to. */
  readonly topics?: () => Iterable<string>;
  /** The broker is connected again: what was sent meanwhile is not known. */
  readonly connected?: (now: Millis) => void;
}

export interface FormatMessage {
  readonly topic: string;
  readonly message: DecodedMessage;
  readonly receivedAt: Millis;
  /** Its sender repeats it until it is taken; left out: it is sent once. */
  readonly isRepeated?: true;
  /** What a device has said before; null: nothing. */
  readonly known: (deviceKey: string) => KnownDevice | null;
}

export interface KnownDevice {
  readonly device: AnnouncedDevice;
  readonly entities: readonly AnnouncedEntity[];
}

/** A value with its name in the device, and what it is. */
export interface NamedValue {
  /** The same for as long as the device measures it. */
  readonly id: string;
  /** As it was sent; null: unknown. */
  readonly value: unknown;
  /** As in announcements: it decides with unit and category which series this becomes. null: not understood. */
  readonly deviceClass: string | null;
  readonly unit: string | null;
  /** "diagnostic": about the device itself. */
  readonly category: string | null;
  /** Of something that is on or off: the texts that say so. */
  readonly states?: readonly [on: string, off: string];
}

export interface FormatValues {
  readonly kind: 'values';
  /** See `deviceKeyOf`. */
  readonly deviceKey: string;
  readonly device: AnnouncedDevice;
  readonly values: readonly NamedValue[];
  /** false: they describe the device, and were measured at some time before. */
  readonly isReading: boolean;
  /** The device's own time, if it can be trusted; null: receipt. */
  readonly at: Millis | null;
  /** How often the device says that it reports, in seconds; null: it does not. */
  readonly expectedSeconds: number | null;
  /** The receiver that heard the device; null if the device reports itself. */
  readonly through: string | null;
  readonly leftOut: readonly LeftOutReason[];
}

export type FormatReading =
  | FormatValues
  /** One message about several devices. */
  | { readonly kind: 'several'; readonly readings: readonly FormatValues[] }
  | { readonly kind: 'left-out'; readonly reason: LeftOutReason }
  /** Understood; there is nothing to store. */
  | { readonly kind: 'ignored' };

export const IGNORED: FormatReading = { kind: 'ignored' };
export const leftOut = (reason: LeftOutReason): FormatReading => ({ kind: 'left-out', reason });

/** Identifies a device of a format among the topics of the broker. It contains `#`, which no topic of a message may. */
export const deviceKeyOf = (format: string, name: string): string => `${format}#${name}`;
export const isDeviceKey = (topic: string): boolean => topic.includes('#');
