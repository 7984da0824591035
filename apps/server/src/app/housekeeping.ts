/** What is done once in a while: partitions for the days to come are made, and what nobody needs any more is deleted. */
import { deleteExpiredAuthData } from '../capabilities/auth/index.ts';
import { deletionTime } from '../capabilities/evaluation/index.ts';
import { deleteEventsBefore } from '../capabilities/events/index.ts';
import { deleteLiveViewsBefore } from '../capabilities/live/index.ts';
import { deleteMailsBefore } from '../capabilities/mail/index.ts';
import {
  deleteDeliveriesBefore,
  deleteEndedEscalations,
  deleteMessagesBefore,
  deletePreferencesOfDeletedAllTenants,
  removeDestinationsOfDeletedAllTenants,
} from '../capabilities/notifications/index.ts';
import { anonymizeFeedbackAllTenants } from '../capabilities/operations/index.ts';
import { applyRetention, createReadingPartitions } from '../capabilities/timeseries/index.ts';
import type { Platform } from '../platform/platform.ts';

const DAY = 86_400_000;
const MAIL_RETENTION = 30 * DAY;
/** How long the records of notifications are kept. */
const DELIVERY_RETENTION = 400 * DAY;
/** How long the list of views goes back; the audit log keeps who looked. */
const LIVE_VIEW_RETENTION = 90 * DAY;

/** Makes the partitions of the days to come, and deletes what nobody needs any more. A step that fails keeps none of the others from theirs. */
export async function runHousekeeping(platform: Platform): Promise<void> {
  const { db, clock, log } = platform;
  const now = await deletionTime(platform);
  const before = (age: number): Date => new Date(now - age);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => createReadingPartitions(db, clock.now()),
    () => applyRetention(db, now),
    () => deleteExpiredAuthData(platform),
    () => deleteMailsBefore(db.console, before(MAIL_RETENTION)),
    () => deleteDeliveriesBefore(db.console, before(DELIVERY_RETENTION)),
    () => deleteMessagesBefore(db.console, before(DELIVERY_RETENTION)),
    () => deleteEndedEscalations(db.console),
    () => anonymizeFeedbackAllTenants(db.console),
    () => removeDestinationsOfDeletedAllTenants(db.console, new Date(clock.now())),
    () => deletePreferencesOfDeletedAllTenants(db.console),
    () => deleteEventsBefore(db.console, before(DAY)),
    () => deleteLiveViewsBefore(db.console, before(LIVE_VIEW_RETENTION)),
  ];
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  const [first] = errors;
  if (errors.length > 1) log.error({ errors: errors.length }, 'several steps of housekeeping failed');
  if (first !== undefined) throw first;
}
