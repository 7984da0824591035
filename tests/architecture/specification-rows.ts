/**
 * Everything the specification names, each with the test that tries it on the running system: by its file and title. What is not there
 * yet stands in `MISSING`, by name. tests/architecture/specification.test.ts holds that the tests exist.
 */
import { SPEC_ACCESS, SPEC_ROUTES } from './specification-table.ts';

/** What the specification names; the file of the test that reaches it; the title of the test. */
export type Row = readonly [what: string, file: string, title: string];

const API = 'apps/server/test';
const JOURNEYS = 'tests/journeys';

const of =
  (file: string, title: string) =>
  (...names: readonly string[]): Row[] =>
    names.map((what): Row => [what, file, title]);

/** A screen of each route is opened, in both sizes and schemes: tests/support/screens.ts. */
export const SHOWN_BY = [`${JOURNEYS}/every-screen.test.ts`, 'on a %s, light and dark'] as const;

/** Who is refused a route, by the access it has; what anybody may open is opened signed out. */
const REFUSED_BY: Readonly<Record<string, readonly [file: string, title: string]>> = {
  anyone: SHOWN_BY,
  admin: [`${JOURNEYS}/every-screen.test.ts`, '%s shows that access is denied'],
  'admin-tenant': [`${JOURNEYS}/every-screen.test.ts`, '%s shows that access is denied'],
  metrics: [`${JOURNEYS}/every-screen.test.ts`, '%s shows that access is denied'],
  demo: [`${JOURNEYS}/every-screen.test.ts`, 'the demo page starts and stops a scenario of a simulated sentry'],
};

const ROUTE_ROWS: readonly Row[] = SPEC_ROUTES.map((path) => [path, ...SHOWN_BY]);
const ACCESS_ROWS: readonly Row[] = Object.entries(SPEC_ACCESS).map(([path, access]) => [
  `${path} is for ${access}`,
  ...(REFUSED_BY[access] ?? SHOWN_BY),
]);

const SPECIFICATION = `${API}/specification.test.ts`;

/** Section 7. */
const CALL_ROWS: readonly Row[] = [
  ...of(SPECIFICATION, 'signing in and out, the profile, and changing the password')(
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/change-password',
    'GET /auth/change-password',
    'GET /users/my-profile',
  ),
  ...of(SPECIFICATION, 'a forgotten password is reset by its link')(
    'POST /auth/forgot-password',
    'GET /auth/reset-password/{token}',
    'POST /auth/reset-password/{token}',
  ),
  ...of(SPECIFICATION, 'users are listed, invited, changed and deleted; the invited one signs up, and leaves')(
    'GET /auth/finish-signup/{token}',
    'POST /auth/finish-signup/{token}',
    'PATCH /users/my-profile',
    'DELETE /users/my-profile',
    'GET /users',
    'POST /users',
    'PATCH /users/{guid}',
    'DELETE /users/{guid}',
  ),
  ...of(SPECIFICATION, 'feedback, crashes of the console, health and downtime')(
    'POST /feedback',
    'POST /uilog',
    'GET /health',
    'GET /downtime',
  ),
  ...of(SPECIFICATION, 'fluid sensors are paired and ignored; the response lists them')(
    'POST /locations/{guid}/sensors/ignore',
    'POST /locations/{guid}/sensors/subscribe',
  ),
];

/** Section 8. */
const TEXT_ROWS: readonly Row[] = [
  ...of(`${API}/feedback.test.ts`, 'feedback needs a mood; its message is trimmed and at most 2048 characters long')(
    'Request validation failed',
    'Feedback is too long',
  ),
  ...of(`${API}/places.test.ts`, '%j: %s')(
    'Normalidation Failed',
    'cannot create resource with name length',
    'cannot create resource with empty name',
    'disallowed characters',
    'unencodable characters',
  ),
  ...of(
    `${API}/places.test.ts`,
    'stored clean; unique regardless of case and spaces, also under concurrency',
  )('duplicate name'),
  ...of(
    `${JOURNEYS}/feedback-journey.test.ts`,
    'feedback needs a mood, counts, and says thank you',
  )('Thank you for your feedback'),
  ...of(
    `${JOURNEYS}/specification-journey.test.ts`,
    'what fails without a reason says that something went wrong; a toast closes after five seconds',
  )('Something went wrong'),
  ...of(`${JOURNEYS}/location-journey.test.ts`, 'a response that does not list the sensor is a failure')(
    'Fluid Sensor Pairing Failed',
    'Sensor was not successfully added to the subscriber list',
    'Fluid Sensor Ignoring Failed',
    'Sensor was not successfully added to the ignore list',
    'Sensor Ignoring Failed',
  ),
  ...of(
    `${JOURNEYS}/location-journey.test.ts`,
    'a newly discovered fluid sensor is announced on every page, and paired there',
  )('Fluid Sensor Paired Successfully'),
  ...of(`${JOURNEYS}/location-journey.test.ts`, 'several at once: each or all; it closes when none remain')(
    'Fluid Sensor Ignored Successfully',
    'Sensors Ignored Successfully',
  ),
  ...of(`${JOURNEYS}/console-journey.test.ts`, 'a crashed page is reported and offers to reload')(
    'Oops, something went wrong',
    'Try logging out and logging in again',
  ),
  ...of(
    `${JOURNEYS}/offline-journey.test.ts`,
    'the server is stopped: nothing answers, unless another host announces the downtime',
  )('Sentry is down for maintenance'),
  ...of(`${JOURNEYS}/console-journey.test.ts`, 'shows maintenance while the server is down, and returns by itself')(
    'Service Unavailable',
    'Sentry is currently down. Please try again later.',
  ),
  ...of(`${API}/places.test.ts`, 'time zones, attribute keys and dates have the texts of the specification')(
    'Input date time cannot be parsed',
    'invalid timezone',
    'cannot create attribute key for empty argument',
  ),
  ...of(
    SPECIFICATION,
    'if-modified-since and if-unmodified-since are preconditions with the texts of the specification',
  )('precondition failed (resource unmodified since date)', 'precondition failed (resource modified since date)'),
  ...of(
    `${API}/zones-and-pictures.test.ts`,
    'a zone of one grid sees pictures of another that scales evenly; one that does not is refused',
  )('Coordinate out of bounds', 'dirty row or column mapping'),
  ...of(
    SPECIFICATION,
    'users are listed, invited, changed and deleted; the invited one signs up, and leaves',
  )('permission not satisfied'),
];

/** Section 9, and the limits of sections 3 to 5. */
const CONSTANT_ROWS: readonly Row[] = [
  ...of(
    `${JOURNEYS}/administration-journey.test.ts`,
    'the profile is asked for every 30 s, on focus and reconnect; an error is tried again after 15 s; 50 ms to sign-in',
  )('profile polled every 30000 ms', 'profile retried after 15000 ms', 'redirect after 50 ms'),
  ...of(`${JOURNEYS}/specification-journey.test.ts`, 'health is asked for every 60 s')('health polled every 60 s'),
  ...of(`${API}/places.test.ts`, '%j: %s')('name of 128'),
  ...of(
    `${API}/feedback.test.ts`,
    'feedback needs a mood; its message is trimmed and at most 2048 characters long',
  )('feedback of 2048'),
  ...of(
    `${API}/feedback.test.ts`,
    'a crash of the console goes to the log, whatever stands in it; 65536 characters of it',
  )('uilog of 65536'),
  ...of(
    `${JOURNEYS}/specification-journey.test.ts`,
    'what fails without a reason says that something went wrong; a toast closes after five seconds',
  )('toasts of 5 s'),
  ...of(
    `${JOURNEYS}/feedback-journey.test.ts`,
    'the newest announcement stays until it is closed, and does not come back',
  )('announcements stay'),
  ...of(
    `${JOURNEYS}/feedback-journey.test.ts`,
    'feedback needs a mood, counts, and says thank you',
  )('feedback toasts stay'),
  ...of(`${JOURNEYS}/zone-journey.test.ts`, 'a sub-zone is drawn by pointer, with its own limits and a preview')(
    '24 rows',
    '32 columns',
  ),
  ...of(
    `${API}/policies.test.ts`,
    'has severity 110, is instant, concerns the whole organization, and has a diff and a restore action',
  )('policy changes weigh 110'),
  ...of(SPECIFICATION, 'the severity of alerts is none below 100, info, warning from 200, critical from 300')(
    'critical from 300',
    'warning from 200',
    'info from 100',
  ),
  ...of(
    'packages/domain/src/schedules.test.ts',
    'an interval ends one millisecond before its end time',
  )('an interval ends one millisecond early'),
  ...of('apps/console/src/lib/formats.test.ts', 'a schedule in words: in English those of the specification')(
    'unset schedules',
    'schedules such as 9:00AM - 5:00PM',
  ),
  ...of(
    `${API}/places.test.ts`,
    'time zones, attribute keys and dates have the texts of the specification',
  )('attribute keys join with a slash'),
  ...of(
    `${API}/sentry-offline.test.ts`,
    'both offline thresholds are exact; the first is an event, the second clears with the next report',
  )('offline after 120 s', 'offline after 900 s'),
  ...of(SPECIFICATION, 'an organization begins with the policies of the specification')(
    'Sentry offline: 0 and 999, instant',
    'Room temperature: 18.3333, severity 360',
    'Room temperature: 31.6667, severity 360',
    'Room temperature: onset 10, exit 120',
    'Humidity: 20, severity 340',
    'Humidity: 80, severity 340',
    'Motion: 0.05, severity 100, exit 60, with video',
    'Motion: do not disturb 09:00 to 17:00',
    'Thermal: 35, severity 380',
    'Tamper: 0, severity 320',
    'Bluetooth discovery: changed',
    'On battery power: 0, severity 240, delays 60',
    'Bad power source: severity 600',
    'Fluid leak: severity 400',
    'Fluid sensor low battery: 2.7, severity 230',
    'Fluid sensor missing: 11, severity 270',
  ),
  ...of(
    `${API}/tenants.test.ts`,
    'at most four are for demonstration, however many try at once',
  )('four demo organizations at the most'),
  ...of(`${JOURNEYS}/console-journey.test.ts`, 'units and theme follow the profile')('Fahrenheit unless chosen'),
  ...of(
    `${API}/feedback.test.ts`,
    'four announcements, newest first; the one closed last is kept; the first demo organization sees none',
  )('four announcements to begin with', 'no announcement for one demo organization'),
  ...of(
    `${API}/accounts.test.ts`,
    'the 73rd byte of a password matters, and base64: is decoded once',
  )('passwords begin with base64:'),
  ...of(`${JOURNEYS}/feedback-journey.test.ts`, 'page views are sent form-encoded, with user ids masked')(
    'user ids are masked in page views',
    'page views beat every 10 s',
  ),
];

/** Sections 1 to 6: how pages and sessions behave. */
const BEHAVIOR_ROWS: readonly Row[] = [
  ...of(
    `${JOURNEYS}/specification-journey.test.ts`,
    'the top bar has the main pages in their order, feedback, updates, help and the profile',
  )('nav order 100', 'nav order 200', 'profile popover', 'Help and Updates'),
  ...of(
    `${JOURNEYS}/specification-journey.test.ts`,
    'a back button leads to the previous page; the main pages have the logo; unknown paths lead to the locations',
  )('back button', 'unknown paths lead to /locations', 'copyright with the current year'),
  ...of(`${JOURNEYS}/specification-journey.test.ts`, 'an alert below 100 has the severity None')('severity none'),
  ...of(
    `${JOURNEYS}/feedback-journey.test.ts`,
    'help and updates are served with the console: readable on a phone, by everybody',
  )('a help site and an updates blog'),
  ...of(
    `${JOURNEYS}/partial-page-journey.test.ts`,
    'a page that was sent before the server knew who asks shows a full-page spinner until the profile is loaded',
  )('full-page spinner'),
  ...of(
    `${JOURNEYS}/console-journey.test.ts`,
    'signed out, every path redirects to sign-in and back',
  )('redirect query parameter'),
  ...of(
    `${JOURNEYS}/accounts-journey.test.ts`,
    'a viewer of one location sees only it, and of administration its policies',
  )('/admin for everybody signed in'),
  ...of(SPECIFICATION, 'an e-mail address needs no known domain, at any door')('the TLD of an e-mail is not checked'),
  ...of(
    `${API}/accounts.test.ts`,
    'PATCH answers the whole profile; an empty displayName is dropped; nothing is cached',
  )('an empty displayName is dropped'),
  ...of(`${API}/users.test.ts`, 'preconditions, 304, search, pages')('the user list answers 304'),
  ...of(
    `${API}/policies.test.ts`,
    'names are unique, "Sentry offline" cannot be deleted or emptied',
  )('Sentry offline cannot be deleted'),
  ...of(
    'packages/domain/src/schedules.test.ts',
    'Fri 22:00-06:00 mutes Sat 03:00, not Fri 03:00',
  )('a schedule rolls into the next day'),
  ...of(
    `${API}/sign-in.test.ts`,
    'chooses one of those the password fits; a challenge is good for nothing else [7.2.4, 6.3.4]',
  )('tenant challenge'),
  ...of(
    `${JOURNEYS}/api-host-journey.test.ts`,
    'signs up, stays signed in, edits, and receives alerts across the two hosts',
  )('an api subdomain of the current host'),
];

const VIDEO_ROWS: readonly Row[] = [
  ...of(
    `${API}/signals.test.ts`,
    'a WebSocket receives what was committed before and after it was opened, in order, and nothing twice',
  )('signaling over WSS'),
  ...of(
    `${API}/signals.test.ts`,
    'a poll answers at once with what there is, or as soon as there is something',
  )('signaling over HTTPS'),
  ...of(
    `${API}/live.test.ts`,
    'begins with format, init segment and key frame, and goes on with each fragment and its time',
  )('live playback'),
  ...of(`${API}/clips.test.ts`, 'is expected, uploaded in pieces, ready and played')('policy alert with video data'),
  ...of(
    `${API}/clips.test.ts`,
    'a link is for one clip and purpose, until it expires or is revoked',
  )('signed video address'),
  ...of(
    `${API}/clips.test.ts`,
    'is not expected of a muted alert, of a sentry without camera, while the camera is off, or long after',
  )('video flag of a violation'),
  ...of(
    `${API}/clips-deleted.test.ts`,
    'retention by bytes deletes false alarms first, then the oldest; the preview says which',
  )('video retention'),
];

export const SPECIFICATION_ROWS: readonly Row[] = [
  ...ROUTE_ROWS,
  ...ACCESS_ROWS,
  ...CALL_ROWS,
  ...TEXT_ROWS,
  ...CONSTANT_ROWS,
  ...BEHAVIOR_ROWS,
  ...VIDEO_ROWS,
];
