/** What the operations about the installation itself are for. */
import type { EVENT_ENDPOINTS } from '../../event-endpoints.ts';
import type { GET_STARTED_ENDPOINTS } from '../../get-started-endpoints.ts';
import type { INSTALLATION_ENDPOINTS } from '../../installation-endpoints.ts';
import type { OPERATIONS_ENDPOINTS } from '../../operations-endpoints.ts';

export const OPERATIONS_DESCRIPTIONS = {
  'GET /health':
    '204 if the service works: it has written to the database and read that back. 503 otherwise. With the metrics token the response says which step fails.',
  'GET /downtime': 'Lists announced maintenance: `_isDowntime` says whether it is in force. Needs no credentials.',
  'GET /downtimes': 'Lists the maintenance of the service that was announced, in force and planned.',
  'POST /downtimes': 'Announces maintenance of the service. Consoles show it.',
  'DELETE /downtimes/{guid}': 'Ends the maintenance now, or cancels it before it begins.',
  'GET /version': 'Returns the running version, and the licenses of the libraries that it contains.',
  'POST /uilog': 'Writes a crash of the console to the log of the server. The console sends it by itself.',
  'POST /feedback': 'Submits a mood and an optional message to the operators of the installation.',
  'GET /feedback': 'Lists the feedback of all organizations, newest first.',
  'GET /announcements':
    'Lists announcements of the installation, newest first, and which one the caller has seen last.',
  'POST /announcements': 'Publishes an announcement to all users of the installation.',
  'DELETE /announcements/{id}': 'Deletes an announcement.',
  'POST /announcements/{id}/seen': 'Records that the caller has seen this announcement and all before it.',
  'GET /operations':
    'Returns the state of the installation: health checks that fail, whether row-level security is in force, the last backups, sizes of the database, and versions.',
  'POST /recovery-checks':
    'Restores the newest base backup of the embedded database and all changes since into a temporary folder, checks the data there and deletes it. `GET /operations` shows the result. 409: a check is running already, or Picket keeps no archive that it can read.',
  'POST /backups': 'Starts a backup. `GET /operations` shows its progress. 409: one is running already.',
  'GET /tenant/export':
    'Returns all data of the organization, without secrets, as one JSON object a line. The download is complete if its last line is `{"picket":"end"}`.',
  'GET /users/my-profile/export':
    'Returns all data about the caller and by the caller, without secrets, as one JSON object a line. The download is complete if its last line is `{"picket":"end"}`.',
  'DELETE /tenants/{guid}':
    'Deletes an organization with everything that belongs to it, permanently. 409: it is not suspended; suspend it first.',
  'GET /metrics/usage':
    'Returns the usage of each organization for each day: sentries, readings, alerts and users. Today is counted every five minutes at most, and left out while that takes long. Only in the admin tenant.',
  'GET /metrics/sentries':
    'Lists the sentries of all organizations with their versions and when they were last seen. Only in the admin tenant.',
  'GET /locations/{guid}/weather':
    'Returns which weather service is queried for the location, and the warnings that are in force.',
  'PUT /locations/{guid}/weather':
    'Turns weather warnings of the location on, by a provider, or off with `null`. The location needs coordinates.',
} as const satisfies Readonly<Record<keyof typeof OPERATIONS_ENDPOINTS, string>>;

export const INSTALLATION_DESCRIPTIONS = {
  'GET /installation/mail':
    'Returns the mail server of the installation and where it is configured. The password is never returned.',
  'PUT /installation/mail': 'Sets up the mail server. 409: it is set in the environment of the server, which wins.',
  'DELETE /installation/mail': 'Removes the mail server that was set up here. Mails wait until there is another one.',
  'POST /installation/mail/test': 'Sends a mail to the caller and returns the response of the mail server.',
  'GET /installation/heartbeat':
    'Returns the address that is requested once a minute while all health checks pass. The path, which may be a secret, is not returned.',
  'PUT /installation/heartbeat':
    'Sets the address that is requested once a minute while all health checks pass. A service there alerts when the requests stop.',
  'DELETE /installation/heartbeat': 'Removes the address.',
  'POST /installation/heartbeat/ping': 'Requests the address now and returns the response.',
} as const satisfies Readonly<Record<keyof typeof INSTALLATION_ENDPOINTS, string>>;

export const EVENT_DESCRIPTIONS = {
  'GET /events':
    'Streams what happens at the locations that the caller may view, as server-sent events: readings, alerts, changes of sentries and policies. `x-event-data` of the response lists the events. The first one is `started`: it says whether the stream continues after `Last-Event-ID`; if not, request everything again. The last one is `ended` when the session ends, and when the stream makes room for another one of the same user or display, which have a limit: the oldest is ended then, if it is older than a minute. Wait half a minute before you open another one after that. A `heartbeat` without an id comes every `everySeconds`: a stream that brings nothing for much longer is dead, open another one. Readings are not sent again after an interruption: request `GET /locations/{guid}/latest`.',
} as const satisfies Readonly<Record<keyof typeof EVENT_ENDPOINTS, string>>;

export const GET_STARTED_DESCRIPTIONS = {
  'GET /views/get-started':
    'Returns the steps that a new organization takes until alerts are delivered, and which of them are done.',
  'PUT /get-started/{step}': 'Marks a step as not needed, or as needed again.',
  'POST /get-started/close': 'Closes the list of first steps for the whole organization.',
  'GET /views/locations/{guid}/setup':
    'Returns what the console shows while a sentry is added: names in use, and what the new sentry has reported so far.',
} as const satisfies Readonly<Record<keyof typeof GET_STARTED_ENDPOINTS, string>>;
