import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { MailServer, StoredMail } from '../../platform/settings/installation-settings.ts';
import { getRelayHealth, relayOf } from '../mail/index.ts';
import { toChangeOut } from './setting-change.ts';

type MailSettings = ResponseOf<'GET /installation/mail'>;

/** The mail server in force, with where each part of it comes from. Its password stays here. */
export async function getMailSettings(ctx: Ctx<UserActor>): Promise<MailSettings> {
  const { mail, storedMail, publicUrl } = ctx.settings.current();
  const shown = mail ?? (storedMail === null ? null : { managedBy: 'BROWSER' as const, ...storedMail });
  return {
    ...(shown === null ? { managedBy: null, hasPassword: false } : toServerOut(shown)),
    ...(publicUrl === null ? {} : { publicUrl }),
    publicUrlManagedBy: ctx.config.publicUrl !== null ? 'ENVIRONMENT' : publicUrl === null ? null : 'BROWSER',
    health: await healthOut(ctx),
    ...toChangeOut(ctx, 'mail'),
  };
}

async function healthOut(ctx: Ctx<UserActor>): Promise<MailSettings['health']> {
  const relay = relayOf(ctx);
  if (relay === null) return {};
  const { deliveredAt, downSince } = await getRelayHealth(ctx.db.console, relay);
  return {
    ...(deliveredAt === null ? {} : { lastDeliveredAt: formatInstant(deliveredAt) }),
    ...(downSince === null ? {} : { failingSince: formatInstant(downSince) }),
  };
}

function toServerOut(server: MailServer) {
  const { managedBy, from } = server;
  if (server.managedBy === 'ENVIRONMENT') {
    const url = new URL(server.smtpUrl);
    const isTls = url.protocol === 'smtps:';
    return {
      managedBy,
      from,
      host: url.hostname,
      port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
      security: isTls ? ('TLS' as const) : ('STARTTLS' as const),
      ...(url.username === '' ? {} : { user: decodeURIComponent(url.username) }),
      hasPassword: url.password !== '',
    };
  }
  return { managedBy, from, ...toStoredOut(server) };
}

const toStoredOut = ({ host, port, security, user, password }: StoredMail) => ({
  host,
  port,
  security,
  ...(user === null ? {} : { user }),
  hasPassword: password !== null,
});
