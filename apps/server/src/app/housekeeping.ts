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

/** Makes the partitions of the days to come, and deletes what nobody needs any more. */
export async function runHousekeeping(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  await createReadingPartitions(db, clock.now());
  const now = await deletionTime(platform);
  await applyRetention(db, now);
  await deleteExpiredAuthData(platform);
  await deleteMailsBefore(db.console, new Date(now - MAIL_RETENTION));
  await deleteDeliveriesBefore(db.console, new Date(now - DELIVERY_RETENTION));
  await deleteMessagesBefore(db.console, new Date(now - DELIVERY_RETENTION));
  await deleteEndedEscalations(db.console);
  await anonymizeFeedbackAllTenants(db.console);
  await deleteEventsBefore(db.console, new Date(now - DAY));
  await deleteLiveViewsBefore(db.console, new Date(now - LIVE_VIEW_RETENTION));
}
