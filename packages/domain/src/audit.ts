/** What the audit log knows to have happened; a new kind is one row here. */
export const AUDIT_ACTION_TEXTS = {
  SIGNED_IN: 'signed in',
  SIGNED_OUT: 'signed out',
  SIGN_IN_BLOCKED: 'was held off after too many wrong passwords',
  IDENTITY_CONFIRMED: 'confirmed who they are',
  SIGNED_UP: 'signed up',
  PASSWORD_CHANGED: 'changed the password',
  PASSWORD_RESET: 'reset the password',
  PASSWORD_RESET_REQUESTED: 'asked to reset the password of',
  RESET_LINK_CREATED: 'made a password reset link for',
  SESSION_ENDED: 'ended a session of',
  MFA_ADDED: 'added a second factor',
  MFA_REMOVED: 'removed a second factor of',
  RECOVERY_CODES_CREATED: 'made new recovery codes',
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
  RETENTION_CHANGED: 'changed for how long to keep',
  MAIL_TESTED: 'sent a test mail to',
  TENANT_CREATED: 'created the organisation',
  TENANT_CHANGED: 'changed the organisation',
  TENANT_INVITED: 'invited an administrator to',
  OUTBOUND_ALLOWED: 'allowed a private host for',
  OUTBOUND_REMOVED: 'no longer allows a private host for',
  AUDIT_EXPORTED: 'exported',
  LOCATION_CREATED: 'added the location',
  LOCATION_CHANGED: 'changed the location',
  LOCATION_DELETED: 'deleted the location',
  SENTRY_CREATED: 'added the sentry',
  SENTRY_CHANGED: 'changed the sentry',
  SENTRY_REMOVED: 'removed the sentry',
  SENTRY_REPLACED: 'began to replace the device of',
  NETWORK_CHANGED: 'changed the network of',
  DEMO_SCENARIO_STARTED: 'let a simulated sentry act at',
  ASSET_CREATED: 'added the asset',
  ASSET_CHANGED: 'changed the asset',
  ASSET_DELETED: 'deleted the asset',
  DISPLAY_STARTED: 'made a browser a wall display',
  ACTIVATION_CODE_RENEWED: 'made a new activation code for',
  SENSORS_PAIRED: 'paired fluid sensors at',
  SENSORS_IGNORED: 'ignored fluid sensors at',
  SENSOR_TUNED: 'tuned the sensor',
  ZONE_CREATED: 'drew the zone',
  ZONE_CHANGED: 'redrew the zone',
  ZONE_DELETED: 'deleted the zone',
  POLICY_CREATED: 'created the policy',
  POLICY_CHANGED: 'changed the policy',
  POLICY_DELETED: 'deleted the policy',
  OVERRIDE_SET: 'overrode a policy on',
  OVERRIDE_REMOVED: 'let follow the global policy again',
  ALERT_RAISED: 'raised the alert',
  ALERT_ACKNOWLEDGED: 'acknowledged the alert',
  ALERT_RESOLVED: 'resolved the alert',
  ALERT_VERDICT_SET: 'said what it was of the alert',
  ALERT_SNOOZED: 'put off the alert',
  NOTIFICATIONS_CHANGED: 'changed what is told to',
  NOTIFICATION_RULES_CHANGED: 'changed how to escalate in',
  DESTINATION_ADDED: 'added the destination',
  DESTINATION_CHANGED: 'changed the destination',
  DESTINATION_REMOVED: 'removed the destination',
  DESTINATION_TESTED: 'sent a test to',
  MESSAGE_RETRIED: 'sent once more the message',
  MAINTENANCE_PLANNED: 'planned maintenance at',
  MAINTENANCE_ENDED: 'ended the maintenance at',
  LINK_REFUSED: 'was refused with a link to',
  ALERT_COMMENTED: 'commented on the alert',
  ANNOUNCEMENT_PUBLISHED: 'announced',
  ANNOUNCEMENT_REMOVED: 'took back the announcement',
  DOWNTIME_ANNOUNCED: 'announced maintenance of the service',
  DOWNTIME_ENDED: 'ended the maintenance of the service',
  BACKUP_STARTED: 'began a backup to',
  TENANT_EXPORTED: 'took a copy of',
  TENANT_DELETED: 'deleted the organisation',
  WEATHER_CHANGED: 'chose who watches the weather at',
  AUDIT_LOG_CHANGED: 'found changes made outside Picket to',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTION_TEXTS;

const WORDS: Readonly<Record<string, string>> = AUDIT_ACTION_TEXTS;

/** An action in words; one that is not known, as it stands there. */
export const describeAuditAction = (action: string): string =>
  (Object.hasOwn(WORDS, action) ? WORDS[action] : undefined) ?? action;

/** Guarantee: the keys of the table above, of which there is at least one. */
export const AUDIT_ACTIONS = Object.keys(AUDIT_ACTION_TEXTS) as [AuditAction, ...AuditAction[]];

/** What can be wrong with an audit log, said of one or several entries. */
export const AUDIT_PROBLEM_TEXTS = {
  CHANGED: 'not as Picket wrote it',
  MISSING: 'missing',
  FOREIGN: 'not written by Picket',
  SKIPPED: 'not written by Picket, and removed again',
  DETACHED: 'does not continue the entry before it',
  END_DIFFERS: 'recorded as the last entry with another content',
  END_UNSEALED: 'the seal of the end of the log is missing or wrong',
  CUT: 'copied outside the database and missing here',
  ANCHOR_DIFFERS: 'not the one that was copied outside the database',
  ANCHORS_DAMAGED: 'copies outside the database were changed',
  ANCHORS_MISSING: 'the copy outside the database was removed',
} as const;

export type AuditProblemKind = keyof typeof AUDIT_PROBLEM_TEXTS;

/** Guarantee: the keys of the table above, of which there is at least one. */
export const AUDIT_PROBLEM_KINDS = Object.keys(AUDIT_PROBLEM_TEXTS) as [AuditProblemKind, ...AuditProblemKind[]];
