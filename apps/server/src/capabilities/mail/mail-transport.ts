/** The connection to the mail server: one for each mail. */

import type { Millis } from '@picket/domain/time';
import { literalAddress } from '@picket/source-io/broker-address';
import type { Transporter } from 'nodemailer';
import { connectToMailServer } from '../../platform/outbound/outbound-socket.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MailServer } from '../../platform/settings/installation-settings.ts';
import type { MailStages } from './mail-stages.ts';

/**
 * A mail is handed over within this, or its outcome is unknown: with ten seconds, a minute. Servers that scan a mail before they
 * confirm it take longer than other receivers.
 */
export const mailDeadline = ({ config }: Pick<Platform, 'config'>): Millis => 6 * config.delivery.timeoutMs;

/**
 * The operator's own server is connected to as it is. One that was entered in the browser is connected to through the outbound
 * guard, and what is private inside it must be allowed. Throws what connecting throws.
 */
export async function openTransport(
  { config, settings }: Pick<Platform, 'config' | 'settings'>,
  server: MailServer,
  stages: MailStages,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { timeoutMs } = config.delivery;
  const options = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: mailDeadline({ config }),
    // Nothing in a mail is a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: stages.logger(),
  };
  if (server.managedBy === 'ENVIRONMENT') return createTransport({ url: server.smtpUrl, ...options });
  const { host, port, security, user, password } = server;
  const allowed = await settings.allowedHosts();
  return createTransport({
    ...options,
    host: literalAddress(host) ?? host,
    port,
    connection: await connectToMailServer(server, { allowed, deadlineMs: timeoutMs }),
    secure: security === 'TLS',
    requireTLS: security === 'STARTTLS',
    ignoreTLS: security === 'NONE',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
  });
}
