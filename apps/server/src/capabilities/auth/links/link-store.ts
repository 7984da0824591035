/** The only file that reads and writes one-time links (sign-up, invitation, reset) and reset requests. */

import { bytes } from '../../../platform/bytes.ts';
import type { Prisma, Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';

export type LinkKind = 'USER_INVITE' | 'TENANT_INVITE' | 'FORGOT_PASSWORD';

export interface LinkRow {
  readonly kind: LinkKind;
  readonly tenantGuid: string;
  readonly userGuid: string | null;
  readonly byOwner: boolean;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly tenant: { readonly name: string; readonly suspended: boolean };
  readonly user: { readonly email: string; readonly displayName: string | null } | null;
}

export const findLink = (prisma: Prisma, hash: Buffer): Promise<LinkRow | null> =>
  prisma.oneTimeToken.findUnique({ where: { hash: bytes(hash) }, include: { tenant: true, user: true } });

/** Consumes a link; false if it was already used or has expired. */
export async function consumeOneTimeLink(prisma: Prisma, hash: Buffer, now: Date): Promise<boolean> {
  const { count } = await prisma.oneTimeToken.updateMany({
    where: { hash: bytes(hash), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}

export interface NewLink {
  readonly hash: Buffer;
  readonly kind: LinkKind;
  readonly tenantGuid: string;
  readonly userGuid: string | null;
  /** Its user asked for it: an administrator, who may be shown a link, did not make it. */
  readonly byOwner: boolean;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Links that invite somebody to sign up. */
export const INVITES: readonly LinkKind[] = ['USER_INVITE', 'TENANT_INVITE'];

/** Stores a new link and deletes unused ones for the same user and purpose. */
export async function replaceLink(prisma: Prisma, { hash, at, ...link }: NewLink): Promise<void> {
  const { kind, tenantGuid, userGuid } = link;
  const kinds = INVITES.includes(kind) ? INVITES : [kind];
  await prisma.oneTimeToken.deleteMany({ where: { kind: { in: [...kinds] }, tenantGuid, userGuid, usedAt: null } });
  await prisma.oneTimeToken.create({ data: { ...link, hash: bytes(hash), createdAt: at } });
}

/** Deletes unused links of a user; returns whether there were any. */
export async function revokeLinks(
  prisma: Prisma,
  tenantGuid: string,
  userGuid: string,
  kinds: readonly LinkKind[],
): Promise<boolean> {
  const { count } = await prisma.oneTimeToken.deleteMany({
    where: { tenantGuid, userGuid, usedAt: null, kind: { in: [...kinds] } },
  });
  return count > 0;
}

/** When the open invitations of these users expire. */
export async function listInvitationExpiries(
  prisma: Prisma,
  tenantGuid: string,
  userGuids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await prisma.oneTimeToken.findMany({
    where: {
      tenantGuid,
      userGuid: { in: [...userGuids] },
      usedAt: null,
      expiresAt: { gt: now },
      kind: { in: [...INVITES] },
    },
    select: { userGuid: true, expiresAt: true },
  });
  return new Map(rows.flatMap(({ userGuid, expiresAt }) => (userGuid === null ? [] : [[userGuid, expiresAt]])));
}

/** Deletes old links. They are kept for a while after use, so that their page can say that they were used. */
export async function deleteLinksBefore(prisma: Prisma, before: Date): Promise<void> {
  await prisma.oneTimeToken.deleteMany({ where: { expiresAt: { lt: before } } });
}

export async function insertResetRequest(prisma: Prisma, email: string, at: Date): Promise<void> {
  await prisma.resetRequest.create({ data: { guid: newGuid(), email, requestedAt: at } });
}

/** Removes and returns reset requests, within the transaction that processes them. */
export async function dequeueResetRequests(sql: Sql, limit: number): Promise<readonly { readonly email: string }[]> {
  const { rows } = await sql.query<{ email: string }>(
    `DELETE FROM reset_request WHERE guid IN (SELECT guid FROM reset_request ORDER BY requested_at LIMIT $1
       FOR UPDATE SKIP LOCKED) RETURNING email`,
    [limit],
  );
  return rows;
}
