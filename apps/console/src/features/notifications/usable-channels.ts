import type { NotificationSettingsOut } from '@picket/contracts/types';
import { type ChannelKind, isSetUp } from '@picket/domain/channels';

/** The channels of a user on which messages can be sent, each once. */
export const usableChannels = ({ destinations, mail }: NotificationSettingsOut): readonly ChannelKind[] => [
  ...new Set(destinations.map(({ kind }) => kind).filter((kind) => isSetUp(kind, mail))),
];
