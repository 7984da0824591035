/** What the audit log records: actions, and problems of the log itself. */
import { namesOf } from './kind-table.ts';

/** The audit actions and their texts; a new action is one row here. */
export const AUDIT_ACTION_TEXTS = {
  SIGNED_IN: 'signed in',
  SIGNED_OUT: 'signed out',
  SIGN_IN_BLOCKED: 'was blocked after too many wrong passwords',
  IDENTITY_CONFIRMED: 'confirmed who they are',
  SIGNED_UP: 'signed up',
  PASSWORD_CHANGED: 'changed the password',
  PASSWORD_RESET: 'reset the password',
  PASSWORD_RESET_REQUESTED: 'requested a password reset for',
  RESET_LINK_CREATED: 'created a password reset link for',
  SESSION_ENDED: 'ended a session of',
  MFA_ADDED: 'added a second factor',
  MFA_REMOVED: 'removed a second factor of',
  RECOVERY_CODES_CREATED: 'created new recovery codes',
  RECOVERY_CODE_USED: 'used a recovery code',
  API_TOKEN_CREATED: 'created the API token',
  API_TOKEN_REVOKED: 'revoked the API token',
  PROFILE_CHANGED: 'changed their profile',
  ACCOUNT_DELETED: 'deleted their account',
  USER_INVITED: 'invited',
  INVITATION_RENEWED: 'renewed the invitation of',
  INVITATION_REVOKED: 'revoked the invitation of',
  USER_CHANGED: 'changed the account of',
  USER_DELETED: 'deleted the account of',
  TENANT_SETTINGS_CHANGED: 'changed the settings of',
  RETENTION_CHANGED: 'changed the retention of',
  MAIL_TESTED: 'sent a test mail to',
  TENANT_CREATED: 'created the organization',
  TENANT_CHANGED: 'changed the organization',
  TENANT_INVITED: 'invited an administrator to',
  MAIL_SERVER_CHANGED: 'set up the mail server',
  MAIL_SERVER_REMOVED: 'removed the mail server',
  HEARTBEAT_CHANGED: 'set the heartbeat to',
  HEARTBEAT_REMOVED: 'removed the heartbeat to',
  HEARTBEAT_TESTED: 'sent a test heartbeat to',
  OUTBOUND_ALLOWED: 'allowed a private host for',
  OUTBOUND_REMOVED: 'removed a private host of',
  AUDIT_EXPORTED: 'exported',
  LOCATION_CREATED: 'added the location',
  LOCATION_CHANGED: 'changed the location',
  LOCATION_DELETED: 'deleted the location',
  SENTRY_CREATED: 'added the sentry',
  SENTRY_CHANGED: 'changed the sentry',
  SENTRY_REMOVED: 'removed the sentry',
  SENTRY_REPLACED: 'started replacing the device of',
  NETWORK_CHANGED: 'changed the network of',
  SIMULATION_PROLONGED: 'kept longer the simulated sentry',
  GET_STARTED_CHANGED: 'changed the get-started list of',
  DEMO_SCENARIO_STARTED: 'started a demo scenario at',
  ASSET_CREATED: 'added the asset',
  ASSET_CHANGED: 'changed the asset',
  ASSET_DELETED: 'deleted the asset',
  DISPLAY_STARTED: 'started a wall display',
  ACTIVATION_CODE_RENEWED: 'created a new activation code for',
  SENSORS_PAIRED: 'paired fluid sensors at',
  SENSORS_IGNORED: 'ignored fluid sensors at',
  SENSOR_TUNED: 'tuned the sensor',
  ZONE_CREATED: 'created the zone',
  ZONE_CHANGED: 'changed the zone',
  ZONE_DELETED: 'deleted the zone',
  POLICY_CREATED: 'created the policy',
  POLICY_CHANGED: 'changed the policy',
  POLICY_DELETED: 'deleted the policy',
  OVERRIDE_SET: 'overrode a policy on',
  OVERRIDE_REMOVED: 'removed the policy override on',
  ALERT_RAISED: 'raised the alert',
  ALERT_ACKNOWLEDGED: 'acknowledged the alert',
  ALERT_UNACKNOWLEDGED: 'removed the acknowledgement of the alert',
  ALERT_RESOLVED: 'resolved the alert',
  ALERT_VERDICT_SET: 'set the verdict of the alert',
  ALERT_SNOOZED: 'snoozed the alert',
  NOTIFICATIONS_CHANGED: 'changed the notifications of',
  NOTIFICATION_RULES_CHANGED: 'changed the escalation rules of',
  DESTINATION_ADDED: 'added the destination',
  DESTINATION_CHANGED: 'changed the destination',
  DESTINATION_REMOVED: 'removed the destination',
  DESTINATION_TESTED: 'sent a test to',
  MESSAGE_RETRIED: 'retried the message',
  MAINTENANCE_PLANNED: 'planned maintenance at',
  MAINTENANCE_ENDED: 'ended the maintenance at',
  LINK_REFUSED: 'was denied an action by link on',
  ALERT_COMMENTED: 'commented on the alert',
  ANNOUNCEMENT_PUBLISHED: 'published the announcement',
  ANNOUNCEMENT_REMOVED: 'removed the announcement',
  DOWNTIME_ANNOUNCED: 'announced maintenance of the service',
  DOWNTIME_ENDED: 'ended the maintenance of the service',
  BACKUP_STARTED: 'started a backup to',
  TENANT_EXPORTED: 'exported the data of',
  TENANT_DELETED: 'deleted the organization',
  WEATHER_CHANGED: 'changed the weather provider of',
  AUDIT_LOG_CHANGED: 'found changes made outside Picket to',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTION_TEXTS;

const WORDS: Readonly<Record<string, string>> = AUDIT_ACTION_TEXTS;

/** The text of an action; an unknown action is returned unchanged. */
export const describeAuditAction = (action: string): string =>
  (Object.hasOwn(WORDS, action) ? WORDS[action] : undefined) ?? action;

/** Names of actions in entries of earlier versions. Entries are never rewritten, as that would break their hashes. */
const FORMER_ACTIONS: Readonly<Record<string, AuditAction>> = {
  ORGANISATION_CHANGED: 'TENANT_SETTINGS_CHANGED',
  ORGANISATION_EXPORTED: 'TENANT_EXPORTED',
  PASSWORD_RESET_ASKED: 'PASSWORD_RESET_REQUESTED',
  RESET_LINK_MADE: 'RESET_LINK_CREATED',
  RECOVERY_CODES_MADE: 'RECOVERY_CODES_CREATED',
  ALERT_LABELLED: 'ALERT_VERDICT_SET',
};

/** The current name of a stored action; an unknown one is returned unchanged. */
export const currentAuditAction = (stored: string): string =>
  (Object.hasOwn(FORMER_ACTIONS, stored) ? FORMER_ACTIONS[stored] : undefined) ?? stored;

/** The names under which entries of an action may be stored. */
export const storedAuditActions = (action: AuditAction): readonly string[] => [
  action,
  ...Object.keys(FORMER_ACTIONS).filter((former) => FORMER_ACTIONS[former] === action),
];

export const AUDIT_ACTIONS = namesOf(AUDIT_ACTION_TEXTS);

/** Problems of an audit log, for one or several entries. */
export const AUDIT_PROBLEM_TEXTS = {
  CHANGED: 'not as Picket wrote it',
  MISSING: 'missing',
  FOREIGN: 'not written by Picket',
  SKIPPED: 'not written by Picket, and removed again',
  DETACHED: 'does not continue the entry before it',
  END_DIFFERS: 'recorded as the last entry with another content',
  END_MAC_INVALID: 'the MAC of the end of the log is missing or wrong',
  CUT: 'copied outside the database and missing here',
  ANCHOR_DIFFERS: 'not the one that was copied outside the database',
  ANCHORS_DAMAGED: 'copies outside the database were changed',
  ANCHORS_MISSING: 'the copy outside the database was removed',
} as const;

export type AuditProblemKind = keyof typeof AUDIT_PROBLEM_TEXTS;

export const AUDIT_PROBLEM_KINDS = namesOf(AUDIT_PROBLEM_TEXTS);
