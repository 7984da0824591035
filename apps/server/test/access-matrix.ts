/**
 * Who gets which answer, written by hand from the specification (sections 6 and 7) and not from the table the guard reads.
 * Everybody asks for things of one organization, with a request that is right in every other way. The columns:
 */
import type { EndpointKey } from '@picket/contracts/endpoints';

export const COLUMNS = [
  'nobody',
  'viewer',
  'locationViewer',
  'locationAdmin',
  'metrics',
  'admin',
  'foreignAdmin',
  'owner',
  'sentry',
  'token',
] as const;
export type Column = (typeof COLUMNS)[number];

// viewer: of the whole organization. locationViewer, locationAdmin: of the one location asked about. foreignAdmin: the
// administrator of another organization; owner: of the admin tenant. token: acts for an administrator, may look everywhere.
//                                            nobody view lview ladm metr admn frgn ownr stry tokn
const ALL = (status: number): string => Array.from({ length: 10 }, () => status).join(' ');
const SELF = (status: number): string =>
  `401 ${status} ${status} ${status} ${status} ${status} ${status} ${status} 401 403`;
const SIGNED_IN = '                           401  200  200  200  200  200  200  200  401  200';
const ADMIN_OF = (status: number): string => `401  403  403  403  403  ${status}  404  404  401  403`;
/** The same where nothing of another organization is named: each administrator has their own. */
const ADMIN = (status: number): string => `401  403  403  403  403  ${status}  ${status}  ${status}  401  403`;
const ADMIN_TENANT = (status: number): string => `401 403 403 403 403 403 403 ${status} 401 403`;
const ADMIN_TENANT_VIEW = ADMIN_TENANT(200);
const VIEW = (status: number): string =>
  `401  ${status}  ${status}  ${status}  403  ${status}  404  404  401  ${status}`;
const WATCH = (status: number): string => `401  ${status}  ${status}  ${status}  403  ${status}  404  404  401  403`;
const EDIT = (status: number): string => `401  403  403  ${status}  403  ${status}  404  404  401  403`;
const DEVICE = (status: number): string => `401  401  401  401  401  401  401  401  ${status}  401`;
/** All users of the organization: policies. */
const TENANT_MEMBERS = '                     401  200  200  200  200  200  404  404  401  200';

export const MATRIX: Readonly<Record<EndpointKey, string>> = {
  'GET /health': ALL(204),
  'GET /downtime': ALL(200),
  'GET /version': ALL(200),
  'POST /uilog': ALL(204),
  'POST /feedback': SELF(204),
  'GET /announcements': SIGNED_IN,
  'POST /announcements/{id}/seen': SELF(204),
  'POST /announcements': ADMIN_TENANT(201),
  'DELETE /announcements/{id}': ADMIN_TENANT(204),
  'GET /feedback': ADMIN_TENANT_VIEW,
  'GET /downtimes': ADMIN_TENANT_VIEW,
  'POST /downtimes': ADMIN_TENANT(201),
  'DELETE /downtimes/{guid}': ADMIN_TENANT(204),
  'GET /operations': ADMIN_TENANT_VIEW,
  'GET /installation/mail': ADMIN_TENANT_VIEW,
  'PUT /installation/mail': ADMIN_TENANT(200),
  'DELETE /installation/mail': ADMIN_TENANT(204),
  'POST /installation/mail/test': ADMIN_TENANT(200),
  'GET /installation/heartbeat': ADMIN_TENANT_VIEW,
  'PUT /installation/heartbeat': ADMIN_TENANT(200),
  'DELETE /installation/heartbeat': ADMIN_TENANT(204),
  'POST /installation/heartbeat/ping': ADMIN_TENANT(200),
  'GET /tenant/export': ADMIN(200),
  'GET /users/my-profile/export': SELF(200),
  // Of one that is not suspended.
  'DELETE /tenants/{guid}': ADMIN_TENANT(409),
  'POST /backups': ADMIN_TENANT(204),
  // Of the admin tenant only: in any other organization the role shows nothing here.
  'GET /metrics/usage': ADMIN_TENANT_VIEW,
  'GET /metrics/sentries': ADMIN_TENANT_VIEW,
  'GET /locations/{guid}/weather': VIEW(200),
  'PUT /locations/{guid}/weather': EDIT(200),
  'GET /auth/methods': ALL(200),
  'POST /auth/login': ALL(401),
  'POST /auth/login/tenant': ALL(401),
  'POST /auth/login/mfa': ALL(401),
  'POST /auth/oidc/start': ALL(404),
  'POST /auth/oidc/finish': ALL(404),
  'POST /auth/logout': ALL(204),
  'POST /auth/confirm': SELF(400),
  'GET /auth/change-password': SELF(200),
  'POST /auth/change-password': SELF(400),
  'POST /auth/forgot-password': ALL(204),
  'GET /auth/reset-password/{token}': ALL(200),
  'POST /auth/reset-password/{token}': ALL(400),
  'GET /auth/finish-signup/{token}': ALL(200),
  'POST /auth/finish-signup/{token}': ALL(400),

  'GET /users/my-profile': SIGNED_IN,
  'PATCH /users/my-profile': SELF(200),
  'DELETE /users/my-profile': SELF(204),
  'GET /users/my-profile/sessions': SELF(200),
  // Somebody with no location to look at has nothing to show.
  'POST /users/my-profile/display': '401 204 204 204 400 204 204 204 401 403',
  'DELETE /users/my-profile/sessions': SELF(204),
  // Somebody else's session is as absent as none.
  'DELETE /users/my-profile/sessions/{guid}': SELF(404),
  'GET /users/my-profile/mfa': SELF(200),
  'POST /users/my-profile/mfa/totp': SELF(200),
  'POST /users/my-profile/mfa/totp/confirm': SELF(409),
  'DELETE /users/my-profile/mfa/totp': SELF(404),
  'POST /users/my-profile/mfa/passkeys/options': SELF(200),
  'POST /users/my-profile/mfa/passkeys': SELF(400),
  'DELETE /users/my-profile/mfa/passkeys/{guid}': SELF(404),
  'POST /users/my-profile/mfa/recovery-codes': SELF(409),
  'GET /api-tokens': SELF(200),
  // A token with the administrator's rights: only administrators have them to give.
  'POST /api-tokens': '401 400 400 400 400 201 201 201 401 403',
  // A token of a colleague: only administrators of the same organization may take it away.
  'DELETE /api-tokens/{guid}': '401 404 404 404 404 204 404 404 401 403',

  'GET /users': ADMIN(200),
  'POST /users': ADMIN(201),
  'GET /users/{guid}': ADMIN_OF(200),
  'PATCH /users/{guid}': ADMIN_OF(200),
  'DELETE /users/{guid}': ADMIN_OF(204),
  'POST /users/{guid}/invite': ADMIN_OF(200),
  'DELETE /users/{guid}/invite': ADMIN_OF(204),
  'POST /users/{guid}/reset-link': ADMIN_OF(200),
  'GET /users/{guid}/sessions': ADMIN_OF(200),
  'DELETE /users/{guid}/sessions': ADMIN_OF(204),
  'DELETE /users/{guid}/mfa': ADMIN_OF(204),
  'GET /tenant': ADMIN(200),
  'PATCH /tenant': ADMIN(200),
  'GET /retention': ADMIN(200),
  'PUT /retention': ADMIN(200),
  'POST /tenant/mail-test': ADMIN(200),
  'GET /tenants': ADMIN_TENANT(200),
  'POST /tenants': ADMIN_TENANT(201),
  'GET /tenants/{guid}': ADMIN_TENANT(200),
  'PATCH /tenants/{guid}': ADMIN_TENANT(200),
  'POST /tenants/{guid}/invite': ADMIN_TENANT(200),
  'GET /tenants/{guid}/outbound-destinations': ADMIN_TENANT(200),
  'POST /tenants/{guid}/outbound-destinations': ADMIN_TENANT(201),
  'DELETE /tenants/{guid}/outbound-destinations/{destination}': ADMIN_TENANT(204),
  'GET /audit': ADMIN(200),
  'GET /audit/verify': ADMIN(200),
  'GET /audit/export': ADMIN(200),

  'GET /locations': SIGNED_IN,
  'POST /locations': ADMIN(201),
  'GET /locations/{guid}': VIEW(200),
  'PATCH /locations/{guid}': EDIT(200),
  'DELETE /locations/{guid}': ADMIN_OF(204),
  'POST /locations/{guid}/sentries': EDIT(201),
  'GET /sentries': SIGNED_IN,
  'GET /sentries/{guid}': VIEW(200),
  'PATCH /sentries/{guid}': EDIT(200),
  'DELETE /sentries/{guid}': EDIT(204),
  'POST /sentries/{guid}/activation-code': EDIT(201),
  'POST /sentries/{guid}/replace': EDIT(201),
  'POST /locations/{guid}/simulated-sentries': EDIT(201),
  // Of a sentry with a device.
  'POST /sentries/{guid}/simulation': EDIT(422),
  'GET /sentries/{guid}/network': EDIT(200),
  'PUT /sentries/{guid}/network': EDIT(200),
  'POST /sentry/network': DEVICE(204),
  'GET /sentry/signals': DEVICE(200),
  'POST /sentry/signals': DEVICE(204),
  'POST /sentry/camera': DEVICE(204),
  'GET /sentry/live/{guid}': DEVICE(426),
  'GET /locations/{guid}/camera': VIEW(200),
  'PUT /locations/{guid}/camera': EDIT(200),
  'GET /sentries/{guid}/camera-mask': VIEW(200),
  'PUT /sentries/{guid}/camera-mask': EDIT(200),
  'PUT /sentries/{guid}/camera-calibration': EDIT(200),
  // Nobody looks through a token.
  'POST /locations/{guid}/live': WATCH(201),
  'GET /locations/{guid}/views': WATCH(200),
  // The ticket is what counts, and without an upgrade nothing is there.
  'GET /live/{guid}': ALL(426),
  // A view is its viewer's own: of anybody else's, nothing.
  'POST /live/{guid}/signal': '401 404 404 404 403 404 404 404 401 403',
  'DELETE /live/{guid}': '401 404 404 404 403 404 404 404 401 403',
  'GET /live/{guid}/still.jpg': '401 404 404 404 403 404 404 404 401 403',
  'GET /sentries/{guid}/frames': VIEW(200),
  'GET /sentries/{guid}/frame': VIEW(200),
  // Nothing is simulated at the location asked about.
  'GET /locations/{guid}/demo': EDIT(404),
  'POST /locations/{guid}/demo': EDIT(404),
  'GET /locations/{guid}/assets': VIEW(200),
  'POST /locations/{guid}/assets': EDIT(201),
  'GET /locations/{guid}/assets/{asset}': VIEW(200),
  'PATCH /locations/{guid}/assets/{asset}': EDIT(200),
  'DELETE /locations/{guid}/assets/{asset}': EDIT(204),
  'GET /sentries/{guid}/activations': VIEW(200),
  'GET /sentries/{guid}/installations': VIEW(200),
  'POST /sentry/activate': ALL(201),
  'POST /sentry/token': DEVICE(201),
  'GET /sentry/config': DEVICE(200),
  'POST /sentry/telemetry': DEVICE(200),
  'POST /sentry/alerts': DEVICE(201),
  'POST /sentry/discovered': DEVICE(200),
  'GET /locations/{guid}/sensors': VIEW(200),
  'POST /locations/{guid}/sensors/subscribe': EDIT(200),
  'POST /locations/{guid}/sensors/ignore': EDIT(200),
  'GET /sentries/{guid}/sensors': VIEW(200),
  'PATCH /sentries/{guid}/sensors/{sensorMetricId}': EDIT(200),
  'GET /locations/{guid}/zones': VIEW(200),
  'POST /locations/{guid}/zones': EDIT(201),
  'GET /locations/{guid}/zones/{zoneId}': VIEW(200),
  'PATCH /locations/{guid}/zones/{zoneId}': EDIT(200),
  'DELETE /locations/{guid}/zones/{zoneId}': EDIT(204),
  'GET /locations/{guid}/latest': VIEW(200),
  'GET /locations/{guid}/telemetry': VIEW(200),
  'GET /locations/{guid}/telemetry/export': VIEW(200),
  'GET /policies': SIGNED_IN,
  'GET /policies/{guid}': TENANT_MEMBERS,
  'POST /policies': ADMIN(201),
  'PATCH /policies/{guid}': ADMIN_OF(200),
  'DELETE /policies/{guid}': ADMIN_OF(204),
  'GET /policies/{guid}/versions': TENANT_MEMBERS,
  'POST /policies/{guid}/versions/{version}/restore': ADMIN_OF(200),
  'GET /policies/{guid}/overrides': TENANT_MEMBERS,
  'POST /policies/{guid}/backtest': VIEW(200),
  'POST /policies/backtest': VIEW(200),
  'POST /policies/preview': ADMIN_OF(200),
  'POST /policies/simulate': VIEW(200),
  'GET /policies/{guid}/suggestions': TENANT_MEMBERS,
  'GET /policy-edits': SIGNED_IN,
  'GET /views/policies': SIGNED_IN,
  'GET /views/policy-evidence': SIGNED_IN,
  'GET /views/admin': SIGNED_IN,
  'POST /locations/{guid}/zones/preview': EDIT(200),
  'POST /locations/{guid}/tagging-zones': EDIT(201),
  'GET /locations/{guid}/tagging-zones/{policyGuid}': VIEW(200),
  'PATCH /locations/{guid}/tagging-zones/{policyGuid}': EDIT(200),
  'DELETE /locations/{guid}/tagging-zones/{policyGuid}': EDIT(204),
  'GET /sentries/{guid}/policies': VIEW(200),
  'GET /sentries/{guid}/policies/{policyGuid}': VIEW(200),
  'PUT /sentries/{guid}/policies/{policyGuid}': EDIT(200),
  'DELETE /sentries/{guid}/policies/{policyGuid}': EDIT(204),
  'GET /alerts': SIGNED_IN,
  'POST /alerts': EDIT(201),
  'GET /views/alerts': SIGNED_IN,
  'GET /alerts/export': SIGNED_IN,
  // The response says of each alert what became of it: of those that the caller may not view, nothing.
  'POST /alerts/acknowledge': '                401  200  200  200  403  200  200  200  401  200',
  'GET /alerts/{guid}': VIEW(200),
  'GET /views/alerts/{guid}': VIEW(200),
  'POST /alerts/{guid}/acknowledge': VIEW(200),
  'POST /alerts/{guid}/unacknowledge': VIEW(200),
  'GET /alerts/{guid}/assignees': VIEW(200),
  'POST /alerts/{guid}/assign': VIEW(200),
  'POST /alerts/{guid}/resolve': VIEW(200),
  'POST /alerts/{guid}/restore': EDIT(200),
  'GET /alerts/{guid}/trace': VIEW(200),
  'POST /alerts/{guid}/verdict': VIEW(200),
  'GET /alerts/{guid}/comments': VIEW(200),
  'POST /alerts/{guid}/comments': VIEW(201),
  'POST /alerts/{guid}/snooze': VIEW(200),
  'GET /users/my-profile/notifications': SELF(200),
  'PUT /users/my-profile/notifications': SELF(200),
  'POST /users/my-profile/destinations': SELF(201),
  // Somebody else's is as absent as none.
  'DELETE /users/my-profile/destinations/{guid}': SELF(404),
  'POST /users/my-profile/destinations/{guid}/test': SELF(404),
  'GET /users/{guid}/notifications': ADMIN_OF(200),
  'PUT /users/{guid}/notifications': ADMIN_OF(200),
  'POST /users/my-profile/destinations/{guid}/arrival': SELF(404),
  'GET /destinations': ADMIN(200),
  'POST /destinations': ADMIN(201),
  'PATCH /destinations/{guid}': ADMIN_OF(200),
  'DELETE /destinations/{guid}': ADMIN_OF(204),
  'POST /destinations/{guid}/arrival': ADMIN_OF(409),
  'POST /destinations/{guid}/test': ADMIN_OF(200),
  'GET /notification-rules': ADMIN(200),
  'PUT /notification-rules': ADMIN(200),
  'GET /messages': ADMIN(200),
  'POST /messages/{guid}/retry': ADMIN_OF(204),
  'POST /notifications/preview': VIEW(200),
  'GET /locations/{guid}/maintenance': VIEW(200),
  'POST /locations/{guid}/maintenance': EDIT(201),
  'DELETE /locations/{guid}/maintenance/{window}': EDIT(204),
  'GET /links/{token}': ALL(200),
  'POST /links/{token}': ALL(200),
  'GET /views/locations': SIGNED_IN,
  'GET /views/locations/{guid}/annotations': VIEW(200),
  'GET /views/locations/{guid}/activity': VIEW(200),
  'GET /views/locations/{guid}/calendar': VIEW(200),
  'GET /views/search': SIGNED_IN,
  'GET /views/get-started': ADMIN(200),
  'PUT /get-started/{step}': ADMIN(204),
  'POST /get-started/close': ADMIN(204),
  'GET /views/locations/{guid}/setup': EDIT(200),
  'GET /events': SIGNED_IN,
  'POST /sentry/video': DEVICE(201),
  'HEAD /sentry/video/{clip}/{part}': DEVICE(200),
  'PATCH /sentry/video/{clip}/{part}': DEVICE(204),
  'PUT /sentry/video/{clip}/{part}': DEVICE(204),
  // No token gets pictures.
  'GET /clips': '                            401  200  200  200  403  200  200  200  401  403',
  'GET /clips/{guid}': '                     401  200  200  200  403  200  404  404  401  403',
  'DELETE /clips/{guid}': EDIT(204),
  // The signature of the link is what counts.
  'GET /clips/{guid}/play': ALL(200),
  'GET /clips/{guid}/still': ALL(200),
  'GET /clips/{guid}/strip': ALL(200),
  'POST /clips/{guid}/links': EDIT(201),
  'DELETE /clips/{guid}/links': EDIT(204),
  'POST /alerts/{guid}/export': EDIT(200),
  'POST /holds': EDIT(201),
  'DELETE /holds/{guid}': EDIT(204),
  'GET /video-retention': ADMIN_TENANT_VIEW,
  'GET /video-retention/tenants': ADMIN_TENANT_VIEW,
  'PUT /video-retention': ADMIN_TENANT(200),
  'POST /video-retention/preview': ADMIN_TENANT(200),
};

/** Rows about one location: a user with a role at another location only receives 404. */
export const isAboutLocation = (key: EndpointKey): boolean => {
  const row = statusesOf(key);
  return row.locationAdmin < 300 && row.foreignAdmin === 404 && row.metrics === 403;
};

export function statusesOf(key: EndpointKey): Readonly<Record<Column, number>> {
  const statuses = MATRIX[key].trim().split(/\s+/u).map(Number);
  const row = Object.fromEntries(COLUMNS.map((column, index) => [column, statuses[index]]));
  return row as Record<Column, number>;
}

/** Rows that change something a person is answerable for leave exactly one entry in the audit log of who called. */
export const UNAUDITED: Partial<Record<EndpointKey, string>> = {
  'POST /users/my-profile/mfa/totp': 'begins something; what counts is its confirmation',
  'POST /users/my-profile/mfa/passkeys/options': 'begins something; what counts is the passkey added',
  'POST /uilog': 'goes to the log of the server',
  'POST /feedback': 'is kept as what it is',
  'POST /locations/{guid}/live': 'recorded when the picture is opened',
  'POST /live/{guid}/signal': 'changes how a picture travels that is recorded already',
  'POST /announcements/{id}/seen': 'a bookmark of their own',
  'POST /notifications/preview': 'tries something out and keeps nothing',
  'POST /video-retention/preview': 'tries something out and keeps nothing',
  'POST /policies/backtest': 'tries something out and keeps nothing',
  'POST /policies/preview': 'tries something out and keeps nothing',
  'POST /policies/simulate': 'tries something out and keeps nothing',
  'POST /locations/{guid}/zones/preview': 'tries something out and keeps nothing',
  'POST /policies/{guid}/backtest': 'tries something out and keeps nothing',
  'POST /auth/forgot-password': 'recorded when it is worked off, in the organization of the account',
};

/** Rows that change two things at once leave an entry for each. */
export const AUDITED_TWICE: readonly EndpointKey[] = [
  'POST /locations/{guid}/simulated-sentries',
  'POST /locations/{guid}/tagging-zones',
  'PATCH /locations/{guid}/tagging-zones/{policyGuid}',
  'DELETE /locations/{guid}/tagging-zones/{policyGuid}',
];
