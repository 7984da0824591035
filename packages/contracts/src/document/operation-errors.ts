/**
 * The errors of each operation. What follows from the row of the endpoint table is derived; `MORE_ERRORS` adds what only the handler
 * knows. The tests of the capabilities fail where the server returns an error that is not here.
 */
import type { Endpoint } from '../endpoint.ts';
import { ENDPOINT_KEYS, ENDPOINT_TABLE, type EndpointKey } from '../endpoints.ts';
import type { ErrorCode } from '../errors.ts';

const LINK: readonly ErrorCode[] = ['notFound', 'tokenUsed', 'tokenExpired'];
/** The address of the upload is wrong or has expired; bytes do not fit what was announced; the clip was deleted meanwhile. */
const UPLOAD: readonly ErrorCode[] = ['forbidden', 'conflict', 'unprocessable', 'gone'];
/** A link is wrong or has expired; its clip was deleted. */
const SIGNED: readonly ErrorCode[] = ['forbidden', 'gone'];
/** What is not supported, or reads too much. */
const QUERY: readonly ErrorCode[] = ['unprocessable'];
const DOWNLOAD: readonly ErrorCode[] = ['rateLimited'];
/** The sentry, or its organization, has sent more than it may. */
const READINGS: readonly ErrorCode[] = ['sentryRateLimited', 'tenantRateLimited'];

const MORE_ERRORS: Partial<Record<EndpointKey, readonly ErrorCode[]>> = {
  'POST /auth/login': ['credentials'],
  'POST /auth/login/tenant': ['challengeExpired', 'notFound'],
  'POST /auth/login/mfa': ['challengeExpired', 'wrongCode'],
  'POST /auth/oidc/start': ['notFound'],
  'POST /auth/oidc/finish': ['notFound', 'challengeExpired', 'oidcRefused'],
  'POST /auth/confirm': ['conflict', 'wrongCode'],
  'GET /auth/reset-password/{token}': LINK,
  'POST /auth/reset-password/{token}': LINK,
  'GET /auth/finish-signup/{token}': LINK,
  'POST /auth/finish-signup/{token}': LINK,
  'GET /links/{token}': LINK,
  'POST /links/{token}': [...LINK, 'conflict'],
  'POST /users/my-profile/mfa/totp': ['conflict'],
  'POST /users/my-profile/mfa/totp/confirm': ['conflict', 'wrongCode'],
  'DELETE /users/my-profile/mfa/totp': ['notFound', 'conflict'],
  'POST /users/my-profile/mfa/passkeys/options': ['conflict'],
  'POST /users/my-profile/mfa/passkeys': ['conflict'],
  'DELETE /users/my-profile/mfa/passkeys/{guid}': ['conflict'],
  'POST /users/my-profile/mfa/recovery-codes': ['conflict'],
  // The last administrator stays.
  'DELETE /users/my-profile': ['validation'],
  'POST /users': ['conflict', 'rateLimited'],
  'POST /users/{guid}/invite': ['conflict', 'rateLimited'],
  'DELETE /users/{guid}/invite': ['conflict'],
  'POST /users/{guid}/reset-link': ['conflict', 'rateLimited'],
  'DELETE /users/{guid}/mfa': ['conflict'],
  'POST /tenants/{guid}/outbound-destinations': ['conflict'],
  'DELETE /tenants/{guid}': ['conflict'],
  'DELETE /locations/{guid}': ['conflict'],
  'POST /backups': ['conflict'],
  'POST /recovery-checks': ['conflict'],
  // One verification of an organization at a time.
  'GET /audit/verify': DOWNLOAD,
  'PUT /installation/mail': ['conflict'],
  'DELETE /installation/mail': ['conflict', 'notFound'],
  'POST /installation/mail/test': ['conflict'],
  'PUT /installation/heartbeat': ['conflict'],
  'DELETE /installation/heartbeat': ['conflict', 'notFound'],
  'POST /installation/heartbeat/ping': ['conflict'],
  'POST /sentries/{guid}/replace': ['conflict'],
  // The location.
  'POST /integrations': ['conflict', 'notFound'],
  // One test of an organization at a time.
  'POST /integrations/test': ['rateLimited'],
  // What the reader before observed is being stored.
  'PATCH /integrations/{guid}': ['conflict'],
  // Another gateway reads it.
  'POST /sentry/observations': ['forbidden'],
  'POST /sentry/source-tests': ['notFound'],
  'POST /integrations/{guid}/hook': ['conflict'],
  'POST /integrations/{guid}/password': ['conflict'],
  // Turned off, or in a format that is not read.
  'POST /hooks/{token}': ['notFound', 'conflict', 'unprocessable', 'rateLimited', ...READINGS],
  'GET /hooks/{token}': ['notFound', 'conflict', 'rateLimited', ...READINGS],
  'DELETE /integrations/{guid}': ['conflict'],
  'POST /discovered/{guid}/adopt': ['conflict'],
  'POST /discovered/{guid}/replace': ['conflict'],
  'POST /discovered/{guid}/ignore': ['conflict'],
  'POST /discovered/{guid}/restore': ['conflict'],
  'POST /sentries/{guid}/release': ['conflict'],
  'POST /sentries/{guid}/accept-announcement': ['conflict'],
  'DELETE /sentries/{guid}': ['conflict'],
  'POST /sentries/{guid}/activation-code': ['conflict'],
  'POST /locations/{guid}/simulated-sentries': ['unprocessable'],
  'POST /sentries/{guid}/simulation': ['unprocessable'],
  'POST /sentry/activate': ['unprocessable'],
  'POST /sentry/camera': ['unprocessable'],
  'POST /sentry/telemetry': READINGS,
  'DELETE /policies/{guid}': ['conflict'],
  'POST /policies/{guid}/backtest': ['unprocessable'],
  'POST /policies/backtest': ['unprocessable', 'notFound'],
  'POST /policies/preview': ['unprocessable', 'notFound'],
  'POST /policies/simulate': ['unprocessable', 'notFound'],
  'GET /views/policy-evidence': ['notFound'],
  'POST /locations/{guid}/zones': ['conflict'],
  'DELETE /locations/{guid}/zones/{zoneId}': ['conflict'],
  'POST /locations/{guid}/zones/preview': ['unprocessable'],
  'POST /locations/{guid}/tagging-zones': ['conflict'],
  'POST /alerts': ['notFound'],
  'POST /alerts/{guid}/assign': ['conflict'],
  'POST /alerts/{guid}/restore': ['conflict'],
  'POST /alerts/{guid}/verdict': ['conflict'],
  'POST /alerts/{guid}/snooze': ['conflict'],
  'POST /alerts/{guid}/comments': ['conflict', 'rateLimited'],
  'POST /users/my-profile/destinations': ['conflict'],
  'POST /destinations': ['conflict'],
  // No test was sent yet.
  'POST /users/my-profile/destinations/{guid}/arrival': ['conflict'],
  'POST /destinations/{guid}/arrival': ['conflict'],
  'POST /notifications/preview': ['notFound'],
  'GET /events': ['rateLimited'],
  'PUT /sentries/{guid}/camera-calibration': ['conflict'],
  'POST /locations/{guid}/live': ['cameraOff', 'noCamera', 'cameraMask', 'rateLimited'],
  // The picture has not begun, or direct connections are turned off.
  'POST /live/{guid}/signal': ['conflict', 'rateLimited'],
  // The ticket is unknown, used or expired.
  'GET /live/{guid}': ['unauthenticated', 'cameraOff'],
  'POST /sentry/alerts': READINGS,
  'POST /sentry/discovered': READINGS,
  'POST /sentry/video': ['unprocessable', 'rateLimited', 'conflict', 'gone'],
  'HEAD /sentry/video/{clip}/{part}': UPLOAD,
  'PATCH /sentry/video/{clip}/{part}': [...UPLOAD, 'malformed', 'tooLarge', 'mediaType'],
  'PUT /sentry/video/{clip}/{part}': [...UPLOAD, 'malformed', 'tooLarge', 'mediaType'],
  'GET /clips': ['forbidden'],
  'GET /clips/{guid}': ['forbidden'],
  'DELETE /clips/{guid}': ['conflict'],
  'GET /clips/{guid}/play': SIGNED,
  'GET /clips/{guid}/still': SIGNED,
  'GET /clips/{guid}/strip': SIGNED,
  'POST /clips/{guid}/links': ['conflict', 'gone'],
  'POST /holds': ['notFound', 'gone'],
  'GET /prometheus/api/v1/query': QUERY,
  'POST /prometheus/api/v1/query': QUERY,
  'GET /prometheus/api/v1/query_range': QUERY,
  'POST /prometheus/api/v1/query_range': QUERY,
  'GET /video-retention': ['notFound'],
  'PUT /video-retention': ['notFound'],
  'POST /video-retention/preview': ['notFound'],
};

/** They end a thing for good, whatever was changed meanwhile. */
const UNCONDITIONAL: readonly EndpointKey[] = ['DELETE /tenants/{guid}', 'DELETE /users/my-profile'];

/** Whether a resource is read at this path: such a response has an ETag. */
export const isReadAlone = (key: EndpointKey): boolean =>
  ENDPOINT_KEYS.some((one) => one === key.replace(/^\w+/u, 'GET'));

/**
 * Whether If-Match, If-Unmodified-Since and If-Modified-Since are respected: where a resource is read at the same path, or is
 * returned by its change, and has a `last_update_ts`.
 */
export function hasPreconditions(key: EndpointKey): boolean {
  if (UNCONDITIONAL.includes(key)) return false;
  const [method, path = ''] = key.split(' ');
  if (method !== 'PATCH' && method !== 'PUT' && method !== 'DELETE' && method !== 'GET') return false;
  const read = ENDPOINT_KEYS.find((one) => one === `GET ${path}`);
  return hasVersion(ENDPOINT_TABLE[read ?? key].response);
}

/** Of a choice of schemas: all of them. */
function hasVersion(schema: Endpoint['response']): boolean {
  const options: readonly unknown[] =
    schema !== null && 'options' in schema && Array.isArray(schema.options) ? schema.options : [schema];
  return options.every(
    (one) =>
      typeof one === 'object' && one !== null && 'shape' in one && Object.hasOwn(Object(one.shape), 'last_update_ts'),
  );
}

const RANKED_ACCESS: readonly Endpoint['access'][] = [
  'admin',
  'metrics',
  'admin-tenant',
  'location-admin',
  'location-viewer',
  'api-token',
];

function accessErrors(key: EndpointKey, { access, beforeMfa, requiresReauthentication }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [];
  const isRead = key.startsWith('GET ');
  if (access !== 'public') codes.push('unauthenticated');
  if (!isRead) codes.push('foreignOrigin');
  if (access === 'public' || access === 'sentry') return codes;
  if (RANKED_ACCESS.includes(access) || access === 'session' || !isRead) codes.push('forbidden');
  if (beforeMfa !== true) codes.push('mfaRequired');
  if (requiresReauthentication === true) codes.push('reauthenticationRequired');
  return codes;
}

/** A request for a WebSocket: from another website, or not for one. */
const socketErrors = ({ socket, response }: Endpoint): ErrorCode[] =>
  socket === true ? ['foreignOrigin', ...(response === null ? (['upgradeRequired'] as const) : [])] : [];

function requestErrors({ params, query, body }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (params !== undefined || query !== undefined || body !== undefined) codes.push('validation');
  if (params !== undefined) codes.push('notFound');
  if (body !== undefined) codes.push('malformed', 'tooLarge', 'mediaType');
  const fields: object = body !== undefined && 'shape' in body ? Object(body.shape) : {};
  if ('name' in fields || 'displayName' in fields) codes.push('name');
  return codes;
}

/** The codes of the errors that an operation may answer with, without `internal`. */
export function errorsOf(key: EndpointKey): readonly ErrorCode[] {
  const endpoint: Endpoint = ENDPOINT_TABLE[key];
  return [
    ...new Set<ErrorCode>([
      ...requestErrors(endpoint),
      ...accessErrors(key, endpoint),
      ...socketErrors(endpoint),
      ...(hasPreconditions(key) ? (['validation', 'modifiedSince', 'unmodifiedSince'] as const) : []),
      ...(endpoint.throttle === undefined ? [] : (['rateLimited'] as const)),
      ...(endpoint.download === undefined ? [] : DOWNLOAD),
      ...(MORE_ERRORS[key] ?? []),
      'busy',
    ]),
  ];
}
