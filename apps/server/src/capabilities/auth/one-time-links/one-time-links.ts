/** Invitations and reset links: created, sent by mail (or returned to the administrator) and read. */
import { PASSWORD_RULES } from '@picket/domain/passwords';
import { formatInstant } from '@picket/domain/time';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashSecret, newSecret } from '../../../platform/keys/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkBase } from '../../../platform/settings/installation-settings.ts';
import { isMailConfigured, type MailText, queueMail } from '../../mail/index.ts';
import { findLink, type LinkKind, type LinkRow, replaceLink } from '../links/link-store.ts';

const DAY = 86_400_000;

export const INVITATION_LIFETIME = 7 * DAY;

const RESET_LIFETIME = 3_600_000;

const PAGES: Readonly<Record<LinkKind, string>> = {
  USER_INVITE: '/sign-up/',
  TENANT_INVITE: '/sign-up/',
  FORGOT_PASSWORD: '/reset-password/',
};

export interface LinkTarget {
  readonly kind: LinkKind;
  readonly tenantGuid: string;
  readonly userGuid: string | null;
  /** Its user asked for it: an administrator, who may be shown a link, did not make it. */
  readonly byOwner?: boolean;
}

export interface CreatedLink {
  readonly path: string;
  readonly expiresAt: Date;
}

/** Creates a link; earlier ones of the same kind stop working. */
export async function createLink(
  platform: Pick<Platform, 'clock'>,
  { prisma }: Pick<Tx, 'prisma'>,
  { kind, tenantGuid, userGuid, byOwner = false }: LinkTarget,
): Promise<CreatedLink> {
  const secret = newSecret();
  const now = platform.clock.now();
  const expiresAt = new Date(now + (kind === 'FORGOT_PASSWORD' ? RESET_LIFETIME : INVITATION_LIFETIME));
  const link = { kind, tenantGuid, userGuid, byOwner };
  await replaceLink(prisma, { hash: hashSecret(secret), ...link, at: new Date(now), expiresAt });
  return { path: `${PAGES[kind]}${secret}`, expiresAt };
}

export interface SentLink {
  readonly sentTo?: string;
  readonly path?: string;
  readonly expiresAt: string;
}

/** Sends a link by mail; without a mail server, returns it and prints it on the terminal. */
export async function sendLink(
  platform: Platform,
  tx: Tx,
  link: CreatedLink,
  to: { readonly tenant: string; readonly recipient: string },
  mail: (url: string) => MailText,
): Promise<SentLink> {
  const expiresAt = formatInstant(link.expiresAt.getTime());
  if (!isMailConfigured(platform)) {
    platform.terminal(`A link for ${to.recipient}: ${linkBase(platform)}${link.path}`);
    return { path: link.path, expiresAt };
  }
  await queueMail(platform, tx, to, mail(`${linkBase(platform)}${link.path}`));
  return { sentTo: to.recipient, expiresAt };
}

/** The link of a token. Throws a 404 if it is unknown, a 410 if it was used or has expired. */
export async function requireValidLink(
  platform: Platform,
  token: string,
  kinds: readonly LinkKind[],
): Promise<LinkRow> {
  const found = await findLink(platform.db.prisma, hashSecret(token));
  if (found === null || !kinds.includes(found.kind) || found.tenant.suspended) throw new AppError('notFound');
  if (found.usedAt !== null) throw new AppError('tokenUsed');
  if (found.expiresAt.getTime() <= platform.clock.now()) throw new AppError('tokenExpired');
  return found;
}

/** What the page of a link shows. */
export const toLinkInfo = ({ user, tenant, expiresAt }: LinkRow) => ({
  ...(user === null ? {} : { email: user.email }),
  ...(user?.displayName == null ? {} : { displayName: user.displayName }),
  tenant: { name: tenant.name },
  expiresAt: formatInstant(expiresAt.getTime()),
  passwordRules: [...PASSWORD_RULES],
});
