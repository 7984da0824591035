/** Every channel, by kind. A new one is a row in domain's CHANNELS, a file here, and a line below. */
import type { ChannelKind } from '@picket/domain/channels';
import type { ChannelSender } from './channel.ts';
import { sendApprise } from './send-apprise.ts';
import { sendEmail } from './send-email.ts';
import { sendNtfy } from './send-ntfy.ts';
import { sendPush } from './send-push.ts';
import { sendSlack } from './send-slack.ts';
import { sendTeams } from './send-teams.ts';
import { sendWebhook } from './send-webhook.ts';

export const CHANNEL_TABLE: { readonly [K in ChannelKind]: ChannelSender<K> } = {
  EMAIL: sendEmail,
  PUSH: sendPush,
  NTFY: sendNtfy,
  SLACK: sendSlack,
  TEAMS: sendTeams,
  WEBHOOK: sendWebhook,
  APPRISE: sendApprise,
};
