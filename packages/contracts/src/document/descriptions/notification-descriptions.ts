/** What the operations about notifications are for. */
import type { NOTIFICATION_ENDPOINTS } from '../../notification-endpoints.ts';

export const NOTIFICATION_DESCRIPTIONS = {
  'GET /users/my-profile/notifications':
    'Returns what the caller is notified of, on which channels, and the channels themselves.',
  'PUT /users/my-profile/notifications':
    'Replaces the preferences of the caller: minimum severities by kind of alert and channel, quiet hours, summaries and language.',
  'POST /users/my-profile/destinations':
    'Adds a channel of the caller: push to a browser or phone, a topic of ntfy, or an Apprise server. A browser that has one gets no second one: the response is the one it has.',
  'DELETE /users/my-profile/destinations/{guid}':
    'Removes a channel of the caller. Messages that wait for it are not sent.',
  'POST /users/my-profile/destinations/{guid}/test':
    'Sends a test to a channel of the caller and returns the response of the receiver. The own guid of the caller stands for the e-mail address.',
  'GET /users/{guid}/notifications':
    'Returns what a user of the organization is notified of, and the channels of the user, without their secrets.',
  'PUT /users/{guid}/notifications': 'Replaces the preferences of a user of the organization.',
  'GET /destinations':
    'Lists the channels of the organization: chat channels of teams, and webhooks of programs. Each shows whether its receiver is up.',
  'POST /destinations':
    'Adds a channel of the organization. Of a webhook the response has the secret that signs its requests; it is returned only this once. 409: there is a channel of that name.',
  'PATCH /destinations/{guid}':
    'Changes the name of the channel, or what it is notified of. The address and its secret stay: add another channel to change them.',
  'DELETE /destinations/{guid}': 'Removes the channel. Messages that wait for it are not sent.',
  'POST /destinations/{guid}/arrival':
    'Records whether the message of a test has arrived, as the person who looked says. The first steps count a channel as set up once a message has arrived.',
  'POST /users/my-profile/destinations/{guid}/arrival':
    'Records whether the message of a test has arrived at a channel of your own.',
  'POST /destinations/{guid}/test': 'Sends a test to the channel and returns the response of the receiver.',
  'GET /notification-rules':
    'Returns how alerts escalate while they are not acknowledged, and when an acknowledgement expires.',
  'PUT /notification-rules': 'Replaces the escalation chains and the time after which an acknowledgement expires.',
  'GET /messages':
    'Lists the messages of the organization by state: waiting, delivered or failed, newest first, with the attempts and responses.',
  'POST /messages/{guid}/retry': 'Tries a failed message again, for another day.',
  'POST /notifications/preview':
    'Returns who would be notified of an alert of a kind and severity at a time, and on which channel. Nothing is sent. Callers who are not administrators see themselves only.',
  'GET /locations/{guid}/maintenance': 'Lists the maintenance windows of the location, in force and planned.',
  'POST /locations/{guid}/maintenance':
    'Plans maintenance, during which notifications of the location are suppressed. Alerts are raised as always. At the end a notification lists what is still open.',
  'DELETE /locations/{guid}/maintenance/{window}':
    'Ends the maintenance now, or cancels it before it begins. If alerts are open, a notification lists them.',
  'GET /links/{token}':
    'Returns what a link in a message would do, without doing it: mail programs that open links change nothing.',
  'POST /links/{token}':
    'Does what the link is for: acknowledges or snoozes the alert, in the name of the recipient. A link works once. 410: it was used or has expired.',
} as const satisfies Readonly<Record<keyof typeof NOTIFICATION_ENDPOINTS, string>>;
