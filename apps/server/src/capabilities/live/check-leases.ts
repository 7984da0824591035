/** Ends the views of users who lost the permission, and keeps the number of viewers current for the others. */
import { formatInstant } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { type Lease, listLeasesAllTenants } from './lease-store.ts';
import { listWatchersAllTenants } from './live-view-store.ts';
import { endReasonOf } from './may-watch.ts';
import type { Picture } from './picture.ts';

/** A device has this long to paint a mask that was just set. */
const MASK_GRACE_MS = 10_000;

export async function checkLeases(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  pictures: readonly Picture[],
): Promise<void> {
  const guids = pictures.flatMap(({ viewers }) => [...viewers].map(({ view }) => view.guid));
  if (guids.length === 0) return;
  const now = clock.now();
  const leases = await listLeasesAllTenants(db.console, guids, now);
  for (const picture of pictures)
    for (const viewer of picture.viewers) {
      // One that came meanwhile was checked when it came.
      if (!guids.includes(viewer.view.guid)) continue;
      const lease = leases.get(viewer.view.guid);
      const reason = endReasonOf(lease);
      if (reason !== null) viewer.end(reason);
      else {
        viewer.check(now);
        checkMask(picture, lease);
      }
    }
}

/** A picture without the mask that is set is not shown. */
function checkMask(picture: Picture, lease: Lease | undefined): void {
  const { format } = picture.feed;
  if (lease?.isMasked !== true || format === null || format.video.isMasked) {
    picture.unmaskedSince = null;
    return;
  }
  picture.unmaskedSince ??= performance.now();
  if (performance.now() - picture.unmaskedSince < MASK_GRACE_MS) return;
  picture.endViewers('REFUSED');
}

export async function notifyWatchers({ db }: Pick<Platform, 'db'>, pictures: readonly Picture[]): Promise<void> {
  const watched = pictures.filter(({ viewers }) => viewers.size > 0);
  if (watched.length === 0) return;
  const rows = await listWatchersAllTenants(
    db.console,
    watched.map(({ sentry }) => sentry),
  );
  for (const picture of watched) {
    const people = rows
      .filter(({ sentry }) => sentry === picture.sentry)
      .map(({ name, since, isDisplay }) => ({ name, since: formatInstant(since.getTime()), isDisplay }));
    for (const viewer of picture.viewers) viewer.notifyWatching(people);
  }
}
