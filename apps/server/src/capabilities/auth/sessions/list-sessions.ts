import type { SessionInfo } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { type Page, parseGuidCursor, toPage } from '../../../platform/http/pages.ts';
import type { Platform } from '../../../platform/platform.ts';
import { browserName, identifyBrowser } from './browser-name.ts';
import { IDLE_TIMEOUT } from './session-lifetimes.ts';
import { listSessions, type SessionData } from './session-store.ts';

const sessionInfo = (row: SessionData, current: string | null): SessionInfo => {
  const browser = browserName(row.userAgent);
  const browserIdentity = identifyBrowser(row.userAgent);
  return {
    guid: row.guid,
    current: row.guid === current,
    createdAt: formatInstant(row.createdAt.getTime()),
    activeAt: formatInstant(row.activeAt.getTime()),
    expiresAt: formatInstant(
      row.staySignedIn
        ? row.expiresAt.getTime()
        : Math.min(row.expiresAt.getTime(), row.activeAt.getTime() + IDLE_TIMEOUT),
    ),
    staySignedIn: row.staySignedIn,
    display: row.display,
    ...(browser === null ? {} : { browser }),
    ...(browserIdentity === null ? {} : { browserIdentity }),
    ...(row.address === null ? {} : { address: row.address }),
  };
};

/** The sessions of a user, newest first. */
export async function listUserSessions(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  tenantGuid: string,
  userGuid: string,
  current: string | null,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<SessionInfo>> {
  const now = clock.now();
  const before = parseGuidCursor(query.cursor);
  const rows = await listSessions(
    db.prisma,
    tenantGuid,
    userGuid,
    new Date(now),
    new Date(now - IDLE_TIMEOUT),
    before,
    query.limit + 1,
  );
  return toPage(
    rows,
    query.limit,
    (row) => sessionInfo(row, current),
    (row) => [row.guid],
  );
}
