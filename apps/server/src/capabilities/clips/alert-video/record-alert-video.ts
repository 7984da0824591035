/** Follows the changes of alerts, in their transaction: an alert that asks for video gets its row, and the sentry the signal to record. */
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AlertChanged, OnAlertsChanged } from '../../alerts/index.ts';
import type { CameraPorts, Reader } from '../clip-ports.ts';
import {
  insertAlertVideo,
  listVideoAlerts,
  type MissingReason,
  setRecordUntil,
  type VideoAlertRow,
  type VideoState,
} from './alert-video-store.ts';
import { linkEarlierClips } from './link-earlier-clips.ts';
import { spanWhileOn } from './recorded-span.ts';

/** What a clip shows before it began and after it ended. */
const MARGIN: Millis = 10_000;
/** How long a sentry has to upload what it recorded. */
const EXPECTED: Millis = 24 * 3_600_000;

export const createVideoRecorder =
  ({ clock }: Pick<Platform, 'clock'>, cameras: CameraPorts): OnAlertsChanged =>
  async (sql, changed) => {
    if (changed.length === 0) return;
    const raised = new Set(changed.filter(({ change }) => change === 'RAISED').map(({ alert }) => alert));
    const now = clock.now();
    for (const alert of await addressedAlerts(sql, cameras, changed))
      if (alert.state === null) {
        if (raised.has(alert.alert)) await expectVideo(sql, cameras, alert, now);
      } else await endRecording(sql, cameras, alert, now);
  };

/** An alert, and who is asked for its clip: the gateway that reads its device, or its sentry. */
interface AddressedAlert extends VideoAlertRow {
  readonly reader: Reader | null;
}

const addresseeOf = ({ reader, sentry }: AddressedAlert): string => reader?.gateway ?? sentry;

/** Sorted by who is asked: transactions that insert signals at the same time then lock in the same order. */
export async function addressedAlerts(
  sql: Sql,
  cameras: CameraPorts,
  changed: readonly AlertChanged[],
): Promise<readonly AddressedAlert[]> {
  const addressed: AddressedAlert[] = [];
  const alerts = [...new Set(changed.map(({ alert }) => alert))];
  for (const alert of await listVideoAlerts(sql, tenantsOf(changed), alerts))
    addressed.push({ ...alert, reader: await cameras.readerOf(sql, alert.tenant, alert.sentry) });
  return addressed.sort((one, other) => addresseeOf(one).localeCompare(addresseeOf(other)));
}

async function expectVideo(sql: Sql, cameras: CameraPorts, alert: AddressedAlert, now: Millis): Promise<void> {
  const { tenant, sentry } = alert;
  const recordFrom = new Date(alert.startedAt.getTime() - MARGIN);
  const recordUntil = endOf(alert);
  const expectation = await expectationOf(sql, cameras, alert, now);
  const expectedUntil = new Date(now + EXPECTED);
  const video = { alert: alert.alert, sentry, ...expectation, recordFrom, recordUntil, expectedUntil };
  if (!(await insertAlertVideo(sql, tenant, video, new Date(now)))) return;
  if (expectation.state === 'OFF') return;
  const isThere = await linkEarlierClips(sql, tenant, { ...video, location: alert.location }, now);
  if (expectation.state === 'EXPECTED' && !isThere)
    await askToRecord(sql, cameras, { ...alert, recordFrom, recordUntil }, now);
}

async function expectationOf(
  sql: Sql,
  cameras: CameraPorts,
  { tenant, sentry, location, raisedAt }: VideoAlertRow,
  now: Millis,
): Promise<{ readonly state: VideoState; readonly reason: MissingReason | null }> {
  const ringSeconds = await cameras.ringSeconds(sql, tenant, sentry);
  if (ringSeconds === null) return { state: 'MISSING', reason: 'NO_CAMERA' };
  if (await cameras.isCameraOffAt(sql, tenant, location, raisedAt)) return { state: 'OFF', reason: null };
  if (raisedAt.getTime() < now - ringSeconds * 1000) return { state: 'MISSING', reason: 'OLDER_THAN_RING' };
  return { state: 'EXPECTED', reason: null };
}

const endOf = ({ isOpen, endedAt }: VideoAlertRow): Date | null =>
  isOpen || endedAt === null ? null : new Date(endedAt.getTime() + MARGIN);

/** The alert is over, and so is what is to be recorded. */
async function endRecording(sql: Sql, cameras: CameraPorts, alert: AddressedAlert, now: Millis): Promise<void> {
  const recordUntil = endOf(alert);
  if (recordUntil === null || alert.recordUntil !== null || alert.recordFrom === null) return;
  if (alert.state === 'OFF' || alert.state === 'MISSING' || alert.state === 'DELETED') return;
  await setRecordUntil(sql, alert.tenant, alert.alert, recordUntil, new Date(now));
  await askToRecord(sql, cameras, { ...alert, recordFrom: alert.recordFrom, recordUntil }, now);
}

/** A gateway is asked for what lies between times at which the cameras are off; a sentry has these with its configuration. */
export async function askToRecord(
  sql: Sql,
  cameras: CameraPorts,
  asked: AddressedAlert & { readonly recordFrom: Date; readonly recordUntil: Date | null },
  now: Millis,
): Promise<void> {
  const { tenant, alert, reader, recordFrom, recordUntil } = asked;
  const whole = { from: recordFrom, until: recordUntil };
  const { from, until } = reader === null ? whole : await spanWhileOn(sql, cameras, asked, whole);
  await cameras.insertSignal(
    sql,
    tenant,
    addresseeOf(asked),
    {
      kind: 'RECORD',
      // One recording an alert; the sentry joins those that overlap.
      recording: alert,
      alerts: [alert],
      ...(reader === null ? {} : { device: reader.device }),
      from: formatInstant(from.getTime()),
      ...(until === null ? {} : { until: formatInstant(until.getTime()) }),
    },
    { at: new Date(now), expiresAt: new Date(now + EXPECTED) },
  );
}
