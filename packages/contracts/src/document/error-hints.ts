/** What a caller does about each error, in plain words. */
import type { ErrorCode } from '../errors.ts';

export const ERROR_HINTS: Readonly<Record<ErrorCode, string>> = {
  validation: 'A field is wrong. `errors` names each field and what is wrong with it; change the request.',
  name: 'A name breaks the rules for names. `errors` says which and why.',
  malformed: 'The body is not JSON, is empty, or the address cannot be decoded. Change the request.',
  unauthenticated:
    'The credential is missing, wrong, revoked or expired. A device that gets this activates again with a new code.',
  mfaRequired: 'The organization requires a second factor: set one up in the console first.',
  reauthenticationRequired:
    'The operation needs a recent confirmation of identity: `POST /auth/confirm`, then send it again within 15 minutes.',
  wrongCode: 'The code is wrong or was used. Wait for the next code of the app.',
  challengeExpired: 'The sign-in took too long or had too many attempts. Begin again with `POST /auth/login`.',
  oidcRefused: 'The identity of single sign-on has no account. Ask an administrator to invite its address.',
  credentials: 'The address or the password is wrong.',
  foreignOrigin: 'A browser sent the request for another website. Programs send no `Origin` header.',
  forbidden: 'The caller is known and may not do this. Ask an administrator for the permission.',
  notFound:
    'There is no such resource, or it belongs to another organization or to a location that the caller may not view.',
  conflict: 'The state does not permit it: `message` says why. Read the resource again.',
  tokenUsed: 'The link works once and was used.',
  tokenExpired: 'The link has expired. Request another one.',
  gone: 'It existed and was deleted; it does not come back.',
  cameraOff:
    'The cameras of the location are off, by hand or by their schedule. `GET /locations/{guid}/camera` says until when.',
  noCamera: 'The device of the sentry has not reported a camera.',
  cameraMask: 'A mask is set, and the device cannot paint it before encoding: the picture is not shown without it.',
  upgradeRequired: 'Connect with a WebSocket: `Connection: Upgrade`, `Upgrade: websocket`.',
  unmodifiedSince: 'The resource has not changed since the time in `If-Modified-Since`.',
  modifiedSince: 'The resource was changed meanwhile. Read it again, apply the change to it, and send that.',
  tooLarge:
    'The body has more bytes than the endpoint takes, after decompression: 64 KiB without signing in, 512 KiB otherwise, 4 MiB in a report or a zone. Send less at once.',
  mediaType: 'The body has to be `application/json`, optionally with `Content-Encoding: gzip`.',
  unprocessable: 'The request is well formed and cannot be carried out: `message` says why.',
  rateLimited: 'Too many requests from this address or by this user. Wait for `Retry-After` seconds.',
  sentryRateLimited:
    'The sentry has sent more readings than it may (`PICKET_INGEST_SENTRY_RATE`). Nothing of the report was stored: keep it, and send it again after `Retry-After` seconds.',
  tenantRateLimited:
    'The sentries of the organization have sent more readings than they may (`PICKET_INGEST_TENANT_RATE`). Nothing of the report was stored: keep it, and send it again after `Retry-After` seconds.',
  internal: 'An error in Picket. The log of the server has the details below `requestId`.',
  busy: 'The database or a queue is busy or unavailable; nothing was stored. Wait for `Retry-After` seconds and send the same request again.',
};
