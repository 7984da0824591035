/** Notification channels; a new one is a row here, its settings in contracts and its file in the server's channels. */
export interface ChannelTraits {
  readonly label: string;
  /** One line for who chooses it. */
  readonly text: string;
  /** Whether a person may have one of their own, and whether the organization may. */
  readonly owners: readonly ('user' | 'tenant')[];
  /** People read it: alerts that belong together are grouped. Machines get every change by itself. */
  readonly isGrouped: boolean;
}

export const CHANNELS = {
  EMAIL: { label: 'E-mail', text: 'To the address of your account', owners: ['user'], isGrouped: true },
  PUSH: {
    label: 'Push',
    text: 'To this browser or phone, also when Picket is closed',
    owners: ['user'],
    isGrouped: true,
  },
  NTFY: {
    label: 'ntfy',
    text: 'To the ntfy app on a phone, over a server of yours or a public one',
    owners: ['user', 'tenant'],
    isGrouped: true,
  },
  SLACK: { label: 'Slack', text: 'An incoming webhook of a channel', owners: ['tenant'], isGrouped: true },
  TEAMS: { label: 'Teams', text: 'A workflow webhook of a channel', owners: ['tenant'], isGrouped: true },
  WEBHOOK: {
    label: 'Webhook',
    text: 'A signed request for every change, for a machine of yours',
    owners: ['tenant'],
    isGrouped: false,
  },
  APPRISE: {
    label: 'Apprise',
    text: 'An Apprise API server, and through it some hundred other services',
    owners: ['user', 'tenant'],
    isGrouped: true,
  },
} as const satisfies Record<string, ChannelTraits>;

export type ChannelKind = keyof typeof CHANNELS;

/** Guarantee: the keys of the table above, of which there is at least one. */
export const CHANNEL_KINDS = Object.keys(CHANNELS) as [ChannelKind, ...ChannelKind[]];

/** Channels with settings; an e-mail address comes with the account. */
export const SETTABLE_CHANNELS = CHANNEL_KINDS.filter(
  (kind): kind is Exclude<ChannelKind, 'EMAIL'> => kind !== 'EMAIL',
);

export const DEVICE_SYSTEMS = ['android', 'ios'] as const;
export type DeviceSystem = (typeof DEVICE_SYSTEMS)[number];
