/** What the operations about sentries are for. */
import type { SENTRY_ENDPOINTS } from '../../sentry-endpoints.ts';

export const SENTRY_DESCRIPTIONS = {
  'POST /locations/{guid}/sentries':
    'Adds a sentry to the location. Enter the `activationCode` of the response on the device, which exchanges it for a token with `POST /sentry/activate`. The code is valid for 7 days; `POST /sentries/{guid}/activation-code` makes another one.',
  'POST /locations/{guid}/simulated-sentries':
    'Adds a sentry without a device: the server makes up its readings, so that policies and notifications can be tried out. It is removed after a day unless `POST /sentries/{guid}/simulation` keeps it longer. 422: simulated sentries are switched off, or the location has enough of them.',
  'POST /sentries/{guid}/simulation':
    'Keeps a simulated sentry for another 24 hours from now. 422: the sentry has a device.',
  'GET /sentries': 'Lists the sentries of the locations that the caller may view, optionally of one location.',
  'GET /sentries/{guid}': 'Returns one sentry with its device, its attributes and when it was last seen.',
  'PATCH /sentries/{guid}': 'Changes what is sent and leaves everything else as it is.',
  'DELETE /sentries/{guid}':
    'Takes the sentry out of use. The token of its device stops working at once, and its open alerts end. Its readings and alerts stay until their retention is over.',
  'POST /sentries/{guid}/activation-code':
    'Makes a new activation code for a sentry that was not activated yet, or whose device lost its token. The code before stops working.',
  'GET /sentries/{guid}/activations':
    'Lists the devices that were activated as this sentry, with model and serial number, newest first.',
  'GET /sentries/{guid}/installations':
    'Lists the locations at which the sentry was installed, with the time of each, newest first.',
} as const satisfies Readonly<Record<keyof typeof SENTRY_ENDPOINTS, string>>;
