import type { ChannelKind } from '@picket/domain/channels';
import {
  type Icon,
  IconBell,
  IconBrandSlack,
  IconBrandTeams,
  IconDeviceMobile,
  IconMail,
  IconPlugConnected,
  IconWebhook,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<ChannelKind, Icon>> = {
  EMAIL: IconMail,
  PUSH: IconDeviceMobile,
  NTFY: IconBell,
  SLACK: IconBrandSlack,
  TEAMS: IconBrandTeams,
  WEBHOOK: IconWebhook,
  APPRISE: IconPlugConnected,
};

export function ChannelIcon({ kind }: { readonly kind: ChannelKind }) {
  const KindIcon = ICONS[kind];
  return <KindIcon size={20} aria-hidden="true" />;
}
