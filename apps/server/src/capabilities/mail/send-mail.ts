import type { Millis } from '@picket/domain/time';
import { newGuid } from '../../platform/keys/ids.ts';
import { composeMail, type MailText, toOneLine } from './compose-mail.ts';
import { MailStages, type ReachedStage } from './mail-stages.ts';
import { mailDeadline, openTransport } from './mail-transport.ts';
import { formatMailError, type MailPlatform, recordRelayHealth } from './relay-health.ts';

/** A mail as it goes out; `guid` makes its Message-ID, so that a repetition is known as one. */
export interface OutgoingMail {
  readonly guid: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Pictures the HTML shows, by content id. */
  readonly pictures?: readonly { readonly cid: string; readonly png: Buffer }[];
}

/**
 * Sends one mail and returns the response of the mail server. Throws its refusal. Saves the health of the mail server. `stages` has
 * what it did, as far as it came.
 */
export async function sendMail(
  platform: MailPlatform,
  mail: OutgoingMail,
  stages: MailStages = new MailStages(),
): Promise<string> {
  const { mail: server, publicUrl } = platform.settings.current();
  if (server === null || publicUrl === null)
    throw Object.assign(new Error('no mail server is set up'), { code: 'ECONFIG' });
  const startedAt = platform.clock.now();
  const deadlineMs = mailDeadline(platform);
  const signal = AbortSignal.timeout(deadlineMs);
  let sent: { readonly response?: string | undefined };
  try {
    const transport = await openTransport(platform, server, stages);
    sent = await transport.sendMail({
      signal,
      from: server.from,
      to: mail.recipient,
      subject: toOneLine(mail.subject),
      text: mail.text,
      html: mail.html,
      attachments: (mail.pictures ?? []).map(({ cid, png }) => ({
        cid,
        content: png,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        filename: `${cid}.png`,
      })),
      messageId: `<${mail.guid}@${new URL(publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (cause) {
    const error = signal.aborted ? lateAnswer(deadlineMs, cause) : cause;
    await recordRelayHealth(platform, startedAt, error);
    throw error;
  }
  stages.mark('ACCEPTED');
  await recordRelayHealth(platform, startedAt, null);
  return sent.response ?? 'accepted';
}

/** It may have been handed over. */
const lateAnswer = (deadlineMs: Millis, cause: unknown): Error =>
  Object.assign(new Error(`no answer within ${deadlineMs / 1000} s`, { cause }), { code: 'ETIMEDOUT' });

export interface SentNow {
  readonly delivered: boolean;
  readonly response: string;
  readonly milliseconds: number;
  /** As far as it came. */
  readonly stages: readonly ReachedStage[];
}

/** Sends one mail at once and says what the mail server answered: for the test button. */
export async function sendNow(platform: MailPlatform, recipient: string, mail: MailText): Promise<SentNow> {
  const begun = performance.now();
  const stages = new MailStages();
  const outgoing = { guid: newGuid(), recipient, subject: mail.subject, ...composeMail(mail) };
  const [delivered, response] = await sendMail(platform, outgoing, stages).then(
    (accepted) => [true, accepted] as const,
    (error: unknown) => [false, formatMailError(error)] as const,
  );
  return { delivered, response, milliseconds: Math.round(performance.now() - begun), stages: stages.reached };
}
