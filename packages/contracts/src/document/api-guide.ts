/** The introduction of the API reference, and what its sections are about. */

/** By the `tag` of the endpoint table, in the order in which they are shown. */
export const TAGS: Readonly<Record<string, string>> = {
  device: 'What a sentry calls: activate, report, ask for its configuration. Begin here to write a device.',
  webhooks: 'What a webhook of an organization receives.',
  telemetry: 'Readings that were measured.',
  prometheus: 'Readings in the query API of Prometheus, for dashboards in Grafana. For API tokens.',
  sensors: 'Sensors: pairing, intervals, offsets.',
  sentries: 'Sentries: the devices that report measurements of a location.',
  locations: 'Places that are watched.',
  assets: 'Racks, pumps and other things at a location.',
  zones: 'Which cells of a picture a policy uses.',
  policies: 'What is watched for.',
  alerts: 'What was raised, and what people did about it.',
  integrations:
    'Sources of readings of other devices, brokers, NUT servers, devices over SNMP and Modbus, Prometheus exporters and webhooks, and the devices that were found there.',
  notifications: 'Who is notified of what, on which channel.',
  live: 'Events as they happen.',
  video: 'Cameras: whether they may show and record, live pictures, clips of alerts, and how long these are kept.',
  users: 'Users, the own account, API tokens.',
  auth: 'Signing in with a browser.',
  tenant: 'The own organization.',
  tenants: 'All organizations of the installation, for its operators.',
  audit: 'Who changed what and when.',
  operations: 'The installation itself.',
  demo: 'Simulated sentries of demo organizations.',
  views:
    'What the pages of the console show, in one response each. Their fields change with the console: programs use the other operations.',
};

export const API_GUIDE = `Picket watches rooms where nobody is: sentries report what they measure, policies raise alerts, people are notified.

## Conventions
JSON in UTF-8, names in camelCase; \`last_update_ts\` is the only exception. Ids are called \`guid\` and are UUIDs. Times are ISO 8601; the server answers in UTC. Values are stored and returned in the unit of their column, temperatures in °C.

**Lists** return \`{ items, nextCursor }\`. Send \`nextCursor\` as \`cursor\` to get the next page, until it is null; \`limit\` is 1 to 500.

**Errors** are \`{ code, message, errors?, requestId }\`: \`code\` is for programs, \`message\` for people, and \`errors\` names each field that is wrong. A resource of another organization is answered like one that does not exist, with 404. 429 and 503 have \`Retry-After\`: wait as long and send the request again. Below \`/prometheus\` errors have the form of Prometheus instead.

**Changes at the same time.** What people change has \`last_update_ts\`, and an ETag where it has an address of its own. Send \`If-Unmodified-Since\` with the \`last_update_ts\` that you read, or \`If-Match\` with the ETag: the response is 412 if it was changed meanwhile. Without them a change replaces whatever is there. With \`If-None-Match\` a GET answers 304 if nothing has changed.

**Limits.** A request has at most 512 KiB after decompression, a report and a zone 4 MiB, a request without signing in 64 KiB. New fields may be added to responses at any time: ignore what you do not know.

## Credentials
- A **program** acts for a user with an API token: \`Authorization: Bearer picket_…\`. It is made in the console, under the user's own settings.
- A **device** uses the token that \`POST /sentry/activate\` returned, for \`/sentry/*\` only.
- A **browser** has the cookie of a session. A request from another website is refused.

## A device over HTTP
1. A person adds a sentry and receives its activation code. \`POST /sentry/activate\` exchanges it for a token.
2. \`POST /sentry/telemetry\` sends readings, at least every 60 seconds and without readings if there are none. Keep a report until it is answered with 200: sending it again is safe.
3. \`GET /sentry/config\`, once a minute with \`If-None-Match\`, returns what the device should do.
4. \`POST /sentry/discovered\` lists fluid sensors that it receives; their readings count once a person has paired them.

Each metric has its own schema below \`Reading\`, with its columns, units and ranges.

## A device with a camera
1. \`POST /sentry/camera\` reports the camera. Cameras are off until a person turns them on: \`GET /sentry/config\` says whether they may show and record, and what to mask.
2. \`GET /sentry/signals\`, a WebSocket or long polling, asks the device to show its picture or to record a clip of an alert.
3. A live picture goes to \`GET /sentry/live/{guid}\`, a WebSocket.
4. A clip is announced with \`POST /sentry/video\`, then uploaded to the addresses of the response: at once with PUT, or resumably with PATCH, as in tus 1.0. Video is H.264 in fragmented MP4.

## A device over MQTT
Where the operator runs a broker, reports can be published there instead. The device still activates over HTTP. The response has \`mqtt\` with the address, the account and the topics, if Picket manages the accounts of the broker; otherwise the operator makes the account.

- Connect with the **client id** that is the guid of the sentry. The broker accepts no other one for the account.
- Publish to \`picket/{guid}/telemetry\` at quality of service 1: the body of \`POST /sentry/telemetry\` with one more field, \`token\`, the token of the device. At most 4 MiB.
- Subscribe to \`picket/{guid}/response\`. Each report is answered there: \`status\` and the fields as over HTTP, and \`sentAt\` of the report, by which to match it. A report whose answer does not come is sent again.

\`x-mqtt\` of this document has the schemas of both messages.`;
