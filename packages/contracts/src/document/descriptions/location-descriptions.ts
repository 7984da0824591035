/** What the operations about locations are for. */
import type { LOCATION_ENDPOINTS } from '../../location-endpoints.ts';

export const LOCATION_DESCRIPTIONS = {
  'GET /locations': 'Lists the locations that the caller may view, by name.',
  'POST /locations':
    'Creates a location. The time zone decides when its days, do-not-disturb periods and summaries begin; it is an IANA name such as `Europe/Zurich`.',
  'GET /locations/{guid}': 'Returns one location.',
  'PATCH /locations/{guid}':
    'Changes what is sent and leaves everything else as it is. `null` removes an optional value.',
  'DELETE /locations/{guid}': 'Deletes the location. 409: it still has sentries; remove them first.',
  'GET /locations/{guid}/assets': 'Lists the racks, pumps and other assets of the location.',
  'POST /locations/{guid}/assets':
    'Adds an asset: a rack, a pump or another thing that is watched, optionally with the zone of a picture that shows it.',
  'GET /locations/{guid}/assets/{asset}': 'Returns one asset.',
  'PATCH /locations/{guid}/assets/{asset}': 'Changes what is sent and leaves everything else as it is.',
  'DELETE /locations/{guid}/assets/{asset}': 'Deletes the asset. Its readings stay.',
  'POST /sentries/{guid}/replace':
    'Makes an activation code for another device that takes the place of the present one. The present device works until the other is activated; then its token stops working, and name, place, policies and history continue with the new device.',
  'GET /sentries/{guid}/network':
    'Returns the network settings of the device and its last report about them. The Wi-Fi password is never returned.',
  'PUT /sentries/{guid}/network':
    'Sets how the device reaches the network. The device receives the settings with `GET /sentry/config`, tries them, and keeps the ones before if it cannot reach the server with them; `report` of the response says what happened last. Omit `password` to keep the stored one.',
  'POST /sentry/network':
    'Reports whether the device applied its network settings (`revision` says which), and the state of its network. Send it after each change and now and then.',
  'GET /locations/{guid}/demo':
    'Lists the simulated sentries of the location and the scenario that each plays. Only in demo organizations.',
  'POST /locations/{guid}/demo':
    'Starts a scenario, such as a leak, on the simulated sentries of the location, or stops it with `null`. Only in demo organizations.',
  'GET /sentries/{guid}/frames': 'Lists the times at which the sensor took pictures in the time range, newest first.',
  'GET /sentries/{guid}/frame':
    'Returns one picture with all its cells: the newest one at or before `at`, or the newest of all.',
  'GET /locations/{guid}/telemetry/export':
    'Returns the readings of a time range as CSV, each as it is stored, without downsampling. The download is complete if the trailer `Picket-Lines` has come: it has the number of lines.',
  'GET /views/locations':
    'Returns what the console shows on its first page: each location with its alerts, sentries and newest values. Made for the console; prefer `GET /locations` for programs. `readings=short` leaves out `readings` and `doNotDisturbUntil` where there are more than 60 cards: they take most of the time. `locations` returns only the cards of these locations, at most 100 ids separated by commas.',
  'GET /views/locations/{guid}':
    'Returns what the console shows of one location before anything further is requested: its sentries, newest readings with their last day, what the policies watch for, sensors, zones, assets and open alerts. Made for the console; prefer the endpoints of the parts for programs.',
  'GET /views/locations/{guid}/annotations':
    'Returns what belongs to a graph besides its readings: limits as they were in force, do-not-disturb periods, times without reports, alerts, device changes and offsets.',
  'GET /views/locations/{guid}/activity':
    'Returns how often something happened in each hour of the last weeks, with hours that are unusual for that day and hour marked.',
  'GET /views/locations/{guid}/calendar':
    'Returns the days of a month in the time zone of the location, each with its alerts and the minutes out of range.',
  'GET /views/search':
    'Finds locations, sentries, policies, users and assets by part of their name, and alerts of the last 30 days by their text.',
} as const satisfies Readonly<Record<keyof typeof LOCATION_ENDPOINTS, string>>;
