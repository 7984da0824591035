/**
 * Notification channels. A new one is a row here: its settings' schemas, the form and every list derive from it. The compiler then
 * names the three places that are left: its icon and its texts (in each language) in the console, and the server's sender.
 */
import { isNameOf, namesOf } from './kind-table.ts';

/**
 * What a setting holds: an http(s) address; one line; the name of an ntfy topic; headers to send along; the keys a browser
 * encrypts push messages with. Contracts has a schema for each.
 */
export type SettingForm = 'address' | 'line' | 'topic' | 'headers' | 'pushKeys';

export interface ChannelSetting {
  readonly form: SettingForm;
  /** An example, in the form that adds a destination. */
  readonly placeholder?: string;
  readonly isOptional?: true;
  /** Of a line. */
  readonly maxLength?: number;
  /** Of a line that is sent in a header. */
  readonly isHeader?: true;
  /** The form says something about it, below its input. */
  readonly hasHint?: true;
  /** Destinations show it after the host of their address. */
  readonly isShown?: true;
}

export interface ChannelTraits {
  /** Whether a person may have one of their own, and whether the organization may. */
  readonly owners: readonly ('user' | 'tenant')[];
  /** People read it: alerts that belong together are grouped. Machines get every change by itself. */
  readonly isGrouped: boolean;
  /** Where its settings come from: the account of a person, who has it without adding it; the browser; a form. */
  readonly addedBy: 'account' | 'browser' | 'form';
  /** Sent over the mail server of the installation, if it has one. */
  readonly isMail: boolean;
  /** Requests are signed with a secret, which is shown once. */
  readonly isSigned: boolean;
  /** What follows a message about an alert when its video arrives: each clip, the first picture, or nothing. */
  readonly followUps: 'CLIPS' | 'PICTURE' | null;
  /** A message may wait for the picture of an alert, as its reader chose. */
  readonly waitsForPicture: boolean;
  readonly settings: Readonly<Record<string, ChannelSetting>>;
}

const overHttp = {
  isMail: false,
  isSigned: false,
  addedBy: 'form',
  followUps: null,
  waitsForPicture: false,
} as const;

export const CHANNELS = {
  EMAIL: {
    owners: ['user'],
    isGrouped: true,
    addedBy: 'account',
    isMail: true,
    isSigned: false,
    followUps: null,
    waitsForPicture: true,
    settings: {},
  },
  PUSH: {
    ...overHttp,
    owners: ['user'],
    isGrouped: true,
    addedBy: 'browser',
    followUps: 'PICTURE',
    settings: {
      endpoint: { form: 'address' },
      keys: { form: 'pushKeys' },
    },
  },
  NTFY: {
    ...overHttp,
    owners: ['user', 'tenant'],
    isGrouped: true,
    settings: {
      server: { form: 'address', placeholder: 'https://ntfy.sh', hasHint: true },
      topic: {
        form: 'topic',
        placeholder: 'picket-7f3a9c',
        hasHint: true,
        isShown: true,
      },
      token: { form: 'line', isOptional: true, maxLength: 256, isHeader: true },
    },
  },
  SLACK: {
    ...overHttp,
    owners: ['tenant'],
    isGrouped: true,
    settings: {
      url: {
        form: 'address',
        placeholder: 'https://hooks.slack.com/services/…',
        hasHint: true,
      },
    },
  },
  TEAMS: {
    ...overHttp,
    owners: ['tenant'],
    isGrouped: true,
    settings: {
      url: { form: 'address', hasHint: true },
    },
  },
  WEBHOOK: {
    ...overHttp,
    owners: ['tenant'],
    isGrouped: false,
    isSigned: true,
    followUps: 'CLIPS',
    settings: {
      url: {
        form: 'address',
        placeholder: 'https://example.com/picket',
        hasHint: true,
      },
      headers: { form: 'headers', isOptional: true },
    },
  },
  APPRISE: {
    ...overHttp,
    owners: ['user', 'tenant'],
    isGrouped: true,
    settings: {
      url: {
        form: 'address',
        placeholder: 'https://apprise.example/notify/picket',
      },
      tag: {
        form: 'line',
        isOptional: true,
        maxLength: 128,
        hasHint: true,
      },
    },
  },
} as const satisfies Record<string, ChannelTraits>;

type Channels = typeof CHANNELS;
export type ChannelKind = keyof Channels;

/** The channels whose rows have these traits. */
type ChannelsWith<Traits> = { [K in ChannelKind]: Channels[K] extends Traits ? K : never }[ChannelKind];

/** Channels with settings: people add destinations on them. */
export type SettableChannel = ChannelsWith<{ readonly addedBy: 'browser' | 'form' }>;
/** Channels whose settings are typed into a form. */
export type FormChannel = ChannelsWith<{ readonly addedBy: 'form' }>;
/** Channels whose requests are signed. */
export type SignedChannel = ChannelsWith<{ readonly isSigned: true }>;

export const CHANNEL_KINDS = namesOf(CHANNELS);

/** The channel's row, for code that walks over the table rather than naming a row. */
export const channelTraits = (kind: ChannelKind): ChannelTraits => CHANNELS[kind];

export const isChannelKind = (text: string): text is ChannelKind => isNameOf(CHANNELS, text);
export const isSettable = (kind: ChannelKind): kind is SettableChannel => channelTraits(kind).addedBy !== 'account';
/** A browser or phone subscribes: the same one cannot be meant twice. */
export const isSubscribed = (kind: ChannelKind): boolean => channelTraits(kind).addedBy === 'browser';
const isFormChannel = (kind: ChannelKind): kind is FormChannel => channelTraits(kind).addedBy === 'form';
export const isSigned = (kind: ChannelKind): kind is SignedChannel => channelTraits(kind).isSigned;

export const SETTABLE_CHANNELS = CHANNEL_KINDS.filter(isSettable);
export const FORM_CHANNELS = CHANNEL_KINDS.filter(isFormChannel);

/** Whether messages can be sent on it here: `mail` says whether the installation has a mail server. */
export const isSetUp = (kind: ChannelKind, mail: boolean): boolean => mail || !channelTraits(kind).isMail;

const settingWhere = (kind: ChannelKind, fits: (setting: ChannelSetting) => boolean): string | null =>
  Object.entries(channelTraits(kind).settings).find(([, setting]) => fits(setting))?.[0] ?? null;

/** The setting that says where its destinations lead. */
export const addressSettingOf = (kind: ChannelKind): string | null =>
  settingWhere(kind, ({ form }) => form === 'address');
/** The setting that is shown after the host of the address. */
export const shownSettingOf = (kind: ChannelKind): string | null =>
  settingWhere(kind, ({ isShown }) => isShown === true);

/** Whether somebody may have a destination of their own on it, or the organization may. */
export const mayOwn = (owner: 'user' | 'tenant', kind: ChannelKind): boolean =>
  channelTraits(kind).owners.includes(owner);

export const DEVICE_SYSTEMS = ['android', 'ios'] as const;
