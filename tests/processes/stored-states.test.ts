/** The database accepts the states that the contract names, and no others. */
import { CAMERA_MODES } from '@picket/contracts/cameras';
import { ALERT_VIDEO_STATES, CLIP_DELETION_REASONS, CLIP_PARTS, CLIP_STATES, WHEN_FULL } from '@picket/contracts/clips';
import { BROKER_PROTOCOLS } from '@picket/contracts/integrations';
import { LIVE_TRANSPORTS } from '@picket/contracts/live';
import { DELIVERY_CHANGES, DELIVERY_STATES, MESSAGE_STATES } from '@picket/contracts/notifications';
import { FLUID_STATUSES } from '@picket/contracts/sensors';
import { SIGNALING_PROTOCOLS } from '@picket/contracts/signals';
import { ALERT_STATES } from '@picket/domain/alert-states';
import { MOODS } from '@picket/domain/feedback';
import { VERDICTS } from '@picket/domain/verdicts';
import { expect, test } from 'vitest';
import { query, withDatabase } from '../support/migrated-database.ts';

const STATES: Readonly<Record<string, readonly string[]>> = {
  'alert.cause': ['POWER', 'CONNECTIVITY'],
  'alert.state': ALERT_STATES,
  'alert.verdict': VERDICTS,
  'alert_video.state': ALERT_VIDEO_STATES,
  'camera_setting.mode': CAMERA_MODES,
  'clip.deleted_reason': CLIP_DELETION_REASONS,
  'clip.state': CLIP_STATES,
  'clip_part.part': CLIP_PARTS,
  'delivery.change': DELIVERY_CHANGES,
  'delivery.state': DELIVERY_STATES,
  'feedback.mood': MOODS,
  'fluid_sensor.status': FLUID_STATUSES,
  'integration.protocol': BROKER_PROTOCOLS,
  'live_view.transport': LIVE_TRANSPORTS,
  'message.state': MESSAGE_STATES,
  'sentry.kind': ['DEVICE', 'GATEWAY', 'ADOPTED'],
  'sentry_channel.protocol': SIGNALING_PROTOCOLS,
  'video_retention.when_full': WHEN_FULL,
};

test('states are those of the contract', async () => {
  const constraints = await withDatabase('template_picket', ({ url }) =>
    query<{ name: string; valid: boolean; definition: string }>(
      url,
      `SELECT c.conrelid::regclass || '.' || a.attname AS name, c.convalidated AS valid, pg_get_constraintdef(c.oid) AS definition
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'c' AND c.conname LIKE '%\\_check' AND c.connamespace = 'public'::regnamespace`,
    ),
  );
  const stored = constraints.map(({ name, definition }) => [
    name,
    [...definition.matchAll(/'(\w+)'::text/gu)].map(([, value]) => value).sort(),
  ]);
  expect(constraints.filter(({ valid }) => !valid)).toEqual([]);
  expect(Object.fromEntries(stored)).toEqual(
    Object.fromEntries(Object.entries(STATES).map(([name, values]) => [name, [...values].sort()])),
  );
});
