/** Keys and references that do not begin with the organization, each with the reason (decision 77). */
import type { Exception } from './exception.ts';

const SCHEMA = 'prisma/schema.prisma';
const inSchema = (reason: string, parts: string): readonly Exception[] =>
  parts
    .trim()
    .split(/\s*\n\s*/u)
    .map((part) => ({ where: `${SCHEMA}: ${part}`, reason }));

const OLDER = 'servers of the version before name it in ON CONFLICT, or look rows up by it; dropped once none runs';

/** For good, or until rows are distributed over several databases. */
export const KEPT_KEYS: Readonly<Record<string, readonly Exception[]>> = {
  'keys-begin-with-the-tenant': [
    ...inSchema(
      'of the installation',
      `announcement (id)
       audit_anchor_mark (fileGuid, tenantGuid)
       downtime (guid)
       health_observation (checkName)
       installation_setting (name)
       mail_relay_health (relay)
       platform_uptime (id)
       recovery_check (source)`,
    ),
    ...inSchema(
      'of somebody who is not signed in yet, and whose organization is not known',
      `attempt_count (key)
       login_challenge (hash)
       reset_request (guid)`,
    ),
    ...inSchema('shared by sentries with the same policies, of whatever organization', 'policy_fingerprint (hash)'),
    ...inSchema('mail about an account may be of no organization', 'outgoing_mail (guid)'),
    ...inSchema('consoles of all organizations read them in the order of their transactions', 'live_event (id)'),
    ...inSchema(
      'looked up by a secret, or the user name with it, before it is known whose it is',
      `activation_code (hash)
       api_token (hash)
       credential (hash)
       hosted_broker (userName)
       integration (hookTokenHash)
       one_time_token (hash)
       session (hash)
       session (nextHash)`,
    ),
  ],
  'references-begin-with-the-tenant': [
    ...inSchema(
      'stays as the record when its organization is deleted',
      `audit_entry -> none
       audit_head -> none`,
    ),
    ...inSchema(
      'its series would be looked up for each reading; an integrity check does it for all',
      'reading -> none',
    ),
  ],
};

/** Until the table takes its turn. */
export const PENDING_KEYS: Readonly<Record<string, readonly Exception[]>> = {
  'keys-begin-with-the-tenant': [
    ...inSchema(
      OLDER,
      `known_device (hash, userGuid)
       sentry_network (sentryGuid)
       location_weather (locationGuid)
       weather_warning (locationGuid, provider, eventKey)
       sensor_setting (sentryGuid, sensorMetricId)
       fluid_sensor (sentryGuid, model, serialNumber)
       alert (sentryGuid, violationKey, raisedAt)
       notification_preference (ownerGuid)
       delivery (alertGuid, destinationGuid, change, occurrence)
       destination_health (destinationGuid)
       alert_escalation (alertGuid)
       monitor_state (sentryGuid)
       monitor_checkpoint (sentryGuid, at)
       series (id)
       series (sentryGuid, sensorMetricId, columnName)
       frame (sentryGuid, sensorMetricId, at)
       reading_chunk (seriesId, day, keepDays)
       reading_rollup (seriesId, day, keepDays)`,
    ),
  ],
};
