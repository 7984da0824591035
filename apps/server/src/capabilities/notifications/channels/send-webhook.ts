/** A signed request for every change, as Standard Webhooks describe it: webhook-id, webhook-timestamp, webhook-signature. */
import type { AlertKind } from '@picket/domain/alert-kinds';
import { formatInstant } from '@picket/domain/time';
import type { MessageItem } from '../messages/message-content.ts';
import type { SentClips } from '../messages/sent-videos.ts';
import { type ChannelSender, type Outgoing, post, toJson } from './channel.ts';

const TYPES: Readonly<Record<MessageItem['change'], string>> = {
  RAISED: 'alert.raised',
  CLEARED: 'alert.cleared',
  OCCURRED: 'alert.occurred',
  REMINDER: 'alert.reminder',
  UPDATED: 'alert.updated',
};

const WITH_VIDEO: AlertKind = 'POLICY_ALERT_WITH_VIDEO';
const WITH_LINKS: AlertKind = 'POLICY_ALERT_WITH_SIGNED_VIDEO_URL';

const time = (at: number | null): string | null => (at === null ? null : formatInstant(at));

/** An alert with video comes with links to it. */
const kindOf = ({ kind, alert }: MessageItem, clips: SentClips): string =>
  kind === WITH_VIDEO && clips.has(alert) ? WITH_LINKS : kind;

/** What became of its video; nothing where its violation asks for none. */
const videoOf = ({ alert, video }: MessageItem, clips: SentClips): object =>
  video === null
    ? {}
    : {
        video: {
          state: video.state,
          ...(video.reason === null ? {} : { reason: video.reason }),
          clips: (clips.get(alert) ?? []).map(({ startedAt, endedAt, stillUrl, ...clip }) => ({
            ...clip,
            ...(stillUrl === null ? {} : { stillUrl }),
            startedAt: time(startedAt),
            endedAt: time(endedAt),
          })),
        },
      };

/** What a machine gets. New fields may come; those there are keep their meaning. */
function webhookBody({ content, rendered, url, clips }: Outgoing): object {
  const [item] = content.items;
  const timestamp = formatInstant(content.at);
  if (item === undefined)
    return {
      type: content.digest === null ? 'test' : 'digest',
      timestamp,
      data: { text: rendered.title, ...(content.digest === null ? {} : { digest: content.digest }) },
    };
  return {
    type: TYPES[item.change],
    timestamp,
    data: {
      alert: item.alert,
      occurrence: item.occurrence,
      kind: kindOf(item, clips),
      severity: item.severity,
      text: rendered.title,
      message: item.message,
      location: item.location,
      sentry: item.sentry,
      policy: item.policy,
      subject: item.subject,
      conditions: item.conditions,
      startedAt: time(item.startedAt),
      clearedAt: time(item.clearedAt),
      ...(item.withdrawn ? { withdrawn: true } : {}),
      ...(item.notificationNumber === null ? {} : { notificationNumber: item.notificationNumber }),
      ...videoOf(item, clips),
      url,
    },
  };
}

/** Signs as the receiver checks: with the secret it was given once. */
async function signatureHeaders(
  secret: string,
  key: string,
  now: number,
  body: string,
): Promise<Record<string, string>> {
  const { Webhook } = await import('standardwebhooks');
  return {
    'webhook-id': key,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': new Webhook(secret).sign(key, new Date(now), body),
  };
}

export const sendWebhook: ChannelSender<'WEBHOOK'> = async (platform, { url, headers = [], secret }, outgoing) => {
  const body = toJson(webhookBody(outgoing));
  return post(platform, {
    url,
    body,
    headers: {
      ...Object.fromEntries(headers.map(({ name, value }) => [name, value])),
      'content-type': 'application/json',
      ...(await signatureHeaders(secret, outgoing.key, outgoing.now, body)),
    },
  });
};
