/** What the operations of devices are for. */
import type { DEVICE_ENDPOINTS } from '../../sentry-endpoints.ts';

export const DEVICE_DESCRIPTIONS = {
  'POST /sentry/activate':
    'The first request of a device. A person adds the sentry in the console, or with `POST /locations/{guid}/sentries`, and enters the activation code on the device. The response has the token for every further request: store it so that it survives a power cut. A code works once. 422: the code is unknown, was used or has expired. Where Picket manages accounts at an MQTT broker, `mqtt` has the account of the sentry.',
  'POST /sentry/token':
    'Replaces the token of the device. The old token stays valid until the new one is used for the first time, so a lost response locks no device out: ask again with the old one.',
  'GET /sentry/config':
    'What the device should do: how often to report, which fluid sensors to receive, the zones of its pictures and the settings of its network. Ask once a minute, with the ETag of the last response in `If-None-Match`: 304 means that nothing has changed.',
  'POST /sentry/telemetry':
    'Sends readings. The response comes once they are stored and evaluated; until then keep them on disk and send them again, which is safe. Each reading is checked by itself: an invalid one is listed in `rejected` with its index, field and reason, and the others are stored. Send a report at least every 60 seconds, an empty one (`"readings": []`) if there is nothing to send: a sentry that does not report is offline after 2 minutes, or two and a half of its intervals if that is longer; after 15 minutes that is a critical alert. After an outage send the backlog oldest first, with `moreToFollow` in all but the last report. At most 5000 readings, and 4 MiB, in a report; `Content-Encoding: gzip` is accepted. 429: the sentry, or all sentries of its organization, have sent more readings than they may, where a kibibyte of a picture (four bytes a cell) counts as a reading, and nothing of the report was stored. 503: the server has too much to store, or holds too many large bodies. 429 and 503: keep the report, wait for `Retry-After` and send it again.',
  'POST /sentry/alerts':
    'Raises an alert of the device itself, for what it detects without a policy, such as a failure of its hardware. Notifications follow its severity. To watch a measured value, send readings and let a policy decide. Sent again with the same instant, severity and message it is the same alert, and gets the same `guid`. An alert counts as 1,010 readings: 429 where the sentry, or all sentries of its organization, have sent more than they may; wait for `Retry-After` and send it again.',
  'POST /sentry/discovered':
    'Lists fluid sensors that the device receives and that are not paired. A person pairs them in the console; `GET /sentry/config` then lists them as `PAIRED`, and the device sends their readings with `sensorMetricId` `fluid-{model}-{serial_number}_leak` and the like. Each entry is checked by itself, and rejected where its sentry has 512 already. Each counts as a reading: 429 where the sentry, or all sentries of its organization, have sent more than they may.',
} as const satisfies Readonly<Record<keyof typeof DEVICE_ENDPOINTS, string>>;
