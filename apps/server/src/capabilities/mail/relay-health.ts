/** Records the health of the mail server. */
import { afterDelivery, afterFailure, afterRefusal } from '@picket/domain/receiver-health';
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { toOneLine } from './compose-mail.ts';
import { mailFailure } from './mail-failure.ts';
import { lockRelay, saveRelay } from './relay-store.ts';

/** What is needed to hand over a mail, and to record the health of the mail server. */
export type MailPlatform = Pick<Platform, 'config' | 'db' | 'clock' | 'log' | 'settings'>;

/** The mail server as its health is known by; null where none is set up. */
export function relayOf({ settings }: Pick<Platform, 'settings'>): string | null {
  const { mail } = settings.current();
  if (mail === null) return null;
  return mail.managedBy === 'ENVIRONMENT' ? new URL(mail.smtpUrl).host : `${mail.host}:${mail.port}`;
}

/**
 * `error` null: it took a mail. An answer about one mailbox or one mail shows that it is there. A health that cannot be saved is
 * logged: the mail was accepted or refused all the same.
 */
export const recordRelayHealth = (platform: MailPlatform, beganAt: Millis, error: unknown): Promise<void> =>
  saveOutcome(platform, beganAt, error).catch((err: unknown) =>
    platform.log.error({ err }, 'the health of the mail server could not be saved'),
  );

async function saveOutcome(platform: MailPlatform, beganAt: Millis, error: unknown): Promise<void> {
  const relay = relayOf(platform);
  if (relay === null) return;
  const endedAt = platform.clock.now();
  const { firstRetryMs: firstPause } = platform.config.delivery;
  await platform.db.inSqlTx(async (sql) => {
    const before = await lockRelay(sql, relay);
    if (error === null) return saveRelay(sql, relay, afterDelivery(before, endedAt), null);
    if (mailFailure(error).scope !== 'RELAY') return saveRelay(sql, relay, afterRefusal(before), null);
    const attempt = { beganAt, endedAt, retryAfter: null, firstPause, chance: Math.random() };
    return saveRelay(sql, relay, afterFailure(before, attempt), formatMailError(error));
  });
}

/** What a mail server said, for an administrator: one line, nothing of the address it was asked at. */
export const formatMailError = (error: unknown): string =>
  toOneLine(error instanceof Error ? error.message : String(error));
