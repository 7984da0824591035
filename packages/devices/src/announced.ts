/** What a reader of announcements finds. */
import type { ValueRule } from './value-rule.ts';

/** Where it is announced that a device, or what speaks for it, is there. */
export interface AvailabilityRule {
  readonly topic: string;
  /** null: a program. */
  readonly rule: ValueRule | null;
  readonly available: string;
  readonly notAvailable: string;
  /** Whether this is the availability of the bridge, not of the device. By default the topic decides. */
  readonly isBridge?: true;
}

export interface AnnouncedEntity {
  /** Unique within the device. */
  readonly id: string;
  readonly component: 'sensor' | 'binary_sensor';
  readonly name: string;
  readonly deviceClass: string | null;
  readonly unit: string | null;
  /** "diagnostic" or "config"; "chosen": a person said what it is; null: the device is there for it. */
  readonly category: string | null;
  readonly stateTopic: string;
  /** null: announced with a program. */
  readonly rule: ValueRule | null;
  readonly payloadOn: string;
  readonly payloadOff: string;
  /** Announced with a delay after which it is off, though nobody says so. */
  readonly hasOffDelay?: true;
  /** Seconds after which the device itself calls a value outdated. */
  readonly expireAfterSeconds: number | null;
}

export interface AnnouncedDevice {
  /** The same for as long as the device exists, whatever it is called. */
  readonly identity: string;
  readonly name: string;
  readonly maker: string | null;
  readonly model: string | null;
  readonly serialNumber: string | null;
  readonly softwareVersion: string | null;
  readonly availability: readonly AvailabilityRule[];
}

/** Why an announcement, or a part of it, is left out. */
export type LeftOutReason =
  | 'TOO_LARGE'
  | 'NOT_JSON'
  | 'NO_IDENTIFIERS'
  | 'NO_UNIQUE_ID'
  | 'SAME_UNIQUE_ID'
  | 'BAD_TOPIC'
  | 'BAD_NAME'
  | 'OVER_LIMIT'
  /** A device that changes its address, such as a phone. */
  | 'CHANGING_ADDRESS'
  /** Bytes that the network server was given no decoder for. */
  | 'NOT_DECODED'
  /** A message at a webhook that is in none of the formats that are read. */
  | 'UNKNOWN_FORMAT'
  /** The broker lets nobody read it. */
  | 'SUBSCRIPTION_REFUSED'
  /** The broker in Picket passed it on, and does not keep it: it is too large, or one too many. */
  | 'NOT_RETAINED';

export type Announcement =
  | {
      readonly kind: 'announced';
      readonly device: AnnouncedDevice;
      /** All that this topic announces: what it announced before and is not among them is gone. */
      readonly entities: readonly AnnouncedEntity[];
      readonly leftOut: readonly LeftOutReason[];
    }
  | { readonly kind: 'removed' }
  /** Announced as something that measures nothing. */
  | { readonly kind: 'other' }
  | { readonly kind: 'left-out'; readonly reason: LeftOutReason };
