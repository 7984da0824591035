/** That a clip was opened is audited: one entry a person, or address, and clip in an hour. */
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Platform } from '../../../platform/platform.ts';
import { TtlCache } from '../../../platform/ttl-cache.ts';
import { auditAs } from '../../audit/index.ts';
import { findUserOfTenant, nameOf } from '../../users/index.ts';
import type { ClipRow } from '../storage/clip-row.ts';
import type { OnClipOpened } from './serve-clip.ts';

const HOUR: Millis = 3_600_000;

/** Each process counts for itself. */
export function createOpenedAudit(platform: Platform): OnClipOpened {
  const { clock } = platform;
  const opened = new TtlCache<string, void>(HOUR);
  const write = async (clip: ClipRow, viewer: string | undefined, address: string): Promise<void> => {
    const db = platform.db.ofTenant(clip.tenant);
    const user = viewer === undefined ? null : await findUserOfTenant(db.prisma, clip.tenant, viewer);
    const actor =
      user === null
        ? ({ kind: 'SYSTEM', guid: null, name: 'signed link', address } as const)
        : ({ kind: 'USER', guid: user.guid, name: nameOf(user), address } as const);
    await db.inSqlTx((sql) =>
      auditAs(platform, { sql }, clip.tenant, actor, {
        action: 'CLIP_OPENED',
        target: { kind: 'clip', guid: clip.guid, name: formatInstant(clip.startedAt.getTime()) },
      }),
    );
  };
  return (clip, viewer, address) =>
    opened.get(`${clip.guid} ${viewer ?? address}`, clock.now(), () => write(clip, viewer, address));
}
