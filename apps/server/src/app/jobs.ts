/** Everything that runs without being asked. */
import { tidyAccounts, workOffResets } from '../capabilities/accounts/index.ts';
import { anchorHeads } from '../capabilities/audit/index.ts';
import { deleteNotesBefore } from '../capabilities/live/index.ts';
import { deleteMailsBefore, deliverMail } from '../capabilities/mail/index.ts';
import { makePartitions } from '../capabilities/telemetry/index.ts';
import { every, type Platform } from '../platform/index.ts';
import type { Pipeline } from './wire-pipeline.ts';

const DAY = 86_400_000;
const MAILS_KEPT = 30 * DAY;

/** Partitions first: the first reading must find its month. Then the heartbeat, then time itself. */
export async function startJobs(platform: Platform, pipeline: Pipeline): Promise<{ stop(): Promise<void> }> {
  const { db, clock, log } = platform;
  await makePartitions(db.console, clock.now());
  await pipeline.ticker.beat();
  const jobs = [
    every(10_000, 'heartbeat', log, () => pipeline.ticker.beat()),
    every(250, 'ticker', log, async () => {
      await pipeline.ticker.tick();
    }),
    every(1000, 'end of do-not-disturb', log, async () => {
      await pipeline.unmute();
    }),
    every(1000, 'mail', log, async () => {
      await workOffResets(platform);
      await deliverMail(platform);
    }),
    every(300_000, 'audit anchors', log, () => anchorHeads(platform)),
    every(3_600_000, 'housekeeping', log, async () => {
      const now = clock.now();
      await makePartitions(db.console, now);
      await tidyAccounts(platform);
      await deleteMailsBefore(db.console, new Date(now - MAILS_KEPT));
      await deleteNotesBefore(db.console, new Date(now - DAY));
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
