/** Every error the wire knows. A new one is one row; status, text and log level derive from it. */
import { z } from 'zod';

export const ERRORS = {
  validation: { status: 400, message: 'Request validation failed', log: 'debug' },
  name: { status: 400, message: 'Normalidation Failed', log: 'debug' },
  malformed: { status: 400, message: 'The request body cannot be read', log: 'debug' },
  unauthenticated: { status: 401, message: 'Sign in first', log: 'debug' },
  /** The tenant requires a second factor, which must be set up first. */
  mfaRequired: { status: 403, message: 'Set up a second factor first', log: 'debug' },
  /** Sensitive changes require a recent authentication: POST /auth/confirm. */
  reauthenticationRequired: { status: 403, message: 'Confirm your identity first', log: 'debug' },
  wrongCode: { status: 401, message: 'This code is wrong or was used already', log: 'info' },
  challengeExpired: {
    status: 401,
    message: 'The sign-in has expired or had too many attempts; start again',
    log: 'info',
  },
  oidcRefused: {
    status: 401,
    message: 'There is no account for this single sign-on identity; ask an administrator to invite your address',
    log: 'info',
  },
  credentials: { status: 401, message: 'E-mail or password is wrong', log: 'info' },
  foreignOrigin: { status: 403, message: 'This request came from another website and was refused', log: 'warn' },
  forbidden: { status: 403, message: 'permission not satisfied', log: 'info' },
  notFound: { status: 404, message: 'Not found', log: 'debug' },
  conflict: { status: 409, message: 'This conflicts with the current state', log: 'debug' },
  tokenUsed: { status: 410, message: 'This link has been used already', log: 'info' },
  tokenExpired: { status: 410, message: 'This link has expired', log: 'info' },
  /** The camera does not show now: OFF, NO_CAMERA, MASK. */
  cameraOff: { status: 409, message: 'The cameras of this location are off', log: 'debug' },
  noCamera: { status: 409, message: 'This sentry has no camera', log: 'debug' },
  cameraMask: {
    status: 409,
    message: 'This camera has a privacy mask that its device cannot paint, so it is not shown',
    log: 'debug',
  },
  gone: { status: 410, message: 'This has been deleted', log: 'debug' },
  unmodifiedSince: {
    status: 412,
    message: 'precondition failed (resource unmodified since date)',
    log: 'debug',
  },
  modifiedSince: { status: 412, message: 'precondition failed (resource modified since date)', log: 'debug' },
  tooLarge: { status: 413, message: 'The request body is too large', log: 'info' },
  mediaType: { status: 415, message: 'This kind of content is not accepted here', log: 'debug' },
  unprocessable: { status: 422, message: 'This cannot be done', log: 'debug' },
  upgradeRequired: { status: 426, message: 'This is a WebSocket: connect with an upgrade', log: 'debug' },
  rateLimited: { status: 429, message: 'Too many requests; try again later', log: 'info' },
  /** Logged by their number only: a line for each would add to the load. */
  sentryRateLimited: {
    status: 429,
    message: 'This sentry has sent more readings than it may; keep the report and send it again later',
    log: 'debug',
  },
  tenantRateLimited: {
    status: 429,
    message:
      'The sentries of this organization have sent more readings than they may; keep the report and send it again later',
    log: 'debug',
  },
  internal: { status: 500, message: 'Something went wrong', log: 'error' },
  busy: { status: 503, message: 'Busy; try again shortly', log: 'warn' },
} as const satisfies Record<string, { status: number; message: string; log: 'debug' | 'info' | 'warn' | 'error' }>;

export type ErrorCode = keyof typeof ERRORS;

export const FieldError = z.object({ name: z.string(), message: z.string() });

export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(FieldError).optional(),
  requestId: z.string(),
});
