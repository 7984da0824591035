/** What the audit log records: actions, and problems of the log itself. */
/** The audit actions; a new one is a row here, and its texts in the catalogs of the console. */
export const AUDIT_ACTIONS = [
  'SIGNED_IN',
  'SIGNED_OUT',
  'SIGN_IN_BLOCKED',
  'IDENTITY_CONFIRMED',
  'SIGNED_UP',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'PASSWORD_RESET_REQUESTED',
  'RESET_LINK_CREATED',
  'SESSION_ENDED',
  'MFA_ADDED',
  'MFA_REMOVED',
  'RECOVERY_CODES_CREATED',
  'RECOVERY_CODE_USED',
  'API_TOKEN_CREATED',
  'API_TOKEN_REVOKED',
  'PROFILE_CHANGED',
  'ACCOUNT_DELETED',
  'USER_INVITED',
  'INVITATION_RENEWED',
  'INVITATION_REVOKED',
  'USER_CHANGED',
  'USER_DELETED',
  'TENANT_SETTINGS_CHANGED',
  'RETENTION_CHANGED',
  'MAIL_TESTED',
  'TENANT_CREATED',
  'TENANT_CHANGED',
  'TENANT_INVITED',
  'MAIL_SERVER_CHANGED',
  'MAIL_SERVER_REMOVED',
  'HEARTBEAT_CHANGED',
  'HEARTBEAT_REMOVED',
  'HEARTBEAT_TESTED',
  'OUTBOUND_ALLOWED',
  'OUTBOUND_REMOVED',
  'AUDIT_EXPORTED',
  'LOCATION_CREATED',
  'LOCATION_CHANGED',
  'LOCATION_DELETED',
  'SENTRY_CREATED',
  'SENTRY_CHANGED',
  'SENTRY_REMOVED',
  'SENTRY_REPLACED',
  'NETWORK_CHANGED',
  'SIMULATION_PROLONGED',
  'GET_STARTED_CHANGED',
  'DEMO_SCENARIO_STARTED',
  'ASSET_CREATED',
  'ASSET_CHANGED',
  'ASSET_DELETED',
  'DISPLAY_STARTED',
  'ACTIVATION_CODE_RENEWED',
  'SENSORS_PAIRED',
  'SENSORS_IGNORED',
  'SENSOR_TUNED',
  'ZONE_CREATED',
  'ZONE_CHANGED',
  'ZONE_DELETED',
  'POLICY_CREATED',
  'POLICY_CHANGED',
  'POLICY_DELETED',
  'OVERRIDE_SET',
  'OVERRIDE_REMOVED',
  'ALERT_RAISED',
  'ALERT_ACKNOWLEDGED',
  'ALERT_RESOLVED',
  'ALERT_VERDICT_SET',
  'ALERT_SNOOZED',
  'NOTIFICATIONS_CHANGED',
  'NOTIFICATION_RULES_CHANGED',
  'DESTINATION_ADDED',
  'DESTINATION_CHANGED',
  'DESTINATION_REMOVED',
  'DESTINATION_TESTED',
  'MESSAGE_RETRIED',
  'MAINTENANCE_PLANNED',
  'MAINTENANCE_ENDED',
  'LINK_REFUSED',
  'ALERT_COMMENTED',
  'ANNOUNCEMENT_PUBLISHED',
  'ANNOUNCEMENT_REMOVED',
  'DOWNTIME_ANNOUNCED',
  'DOWNTIME_ENDED',
  'BACKUP_STARTED',
  'TENANT_EXPORTED',
  'TENANT_DELETED',
  'WEATHER_CHANGED',
  'AUDIT_LOG_CHANGED',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const isAuditAction = (action: string): action is AuditAction => AUDIT_ACTIONS.some((one) => one === action);

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

/** Problems of an audit log, for one or several entries. */
export const AUDIT_PROBLEM_KINDS = [
  'CHANGED',
  'MISSING',
  'FOREIGN',
  'SKIPPED',
  'DETACHED',
  'END_DIFFERS',
  'END_MAC_INVALID',
  'CUT',
  'ANCHOR_DIFFERS',
  'ANCHORS_DAMAGED',
  'ANCHORS_MISSING',
] as const;

export type AuditProblemKind = (typeof AUDIT_PROBLEM_KINDS)[number];
