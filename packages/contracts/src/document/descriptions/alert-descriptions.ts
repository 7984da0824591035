/** What the operations about alerts are for. */
import type { ALERT_ENDPOINTS } from '../../alert-endpoints.ts';

export const ALERT_DESCRIPTIONS = {
  'GET /alerts':
    'Lists alerts of the locations that the caller may view, newest first. All filters have to match. `state` is one of `OPEN`, `RECOVERED`, `CLEARED` and `RESOLVED`, or several separated by commas: `OPEN,RECOVERED` lists what is not over. Withdrawn alerts are left out unless `withdrawn` asks for them.',
  'POST /alerts':
    'Raises an alert at a location, from a program or by a person, for what no sentry measures. People are notified by its severity, as of every alert.',
  'GET /views/alerts':
    'Returns the inbox of the console: unacknowledged alerts, worst first, then acknowledged ones, then past ones.',
  'GET /alerts/export':
    'Returns the alerts of the inbox as CSV, at most 50,000. The download is complete if the trailer `Picket-Lines` has come.',
  'POST /alerts/acknowledge':
    'Acknowledges up to 100 alerts. Each is acknowledged by itself: the response has a result for each, in the order of the request.',
  'GET /alerts/{guid}':
    'Returns one alert with the readings around it, its timeline, deliveries of notifications and the newest comments.',
  'GET /views/alerts/{guid}':
    'Returns what the console shows on the page of an alert: besides the alert what its sensors measure now and usually, a picture, weather warnings and similar alerts.',
  'POST /alerts/{guid}/acknowledge':
    'Records that the caller is dealing with the alert: escalation stops. The acknowledgement expires after the time in the rules of the organization. Acknowledging twice changes nothing.',
  'POST /alerts/{guid}/unacknowledge': 'Removes the acknowledgement: the alert escalates again if it is still open.',
  'GET /alerts/{guid}/assignees': 'Lists the users who may view the alert, by name.',
  'POST /alerts/{guid}/assign':
    'Assigns an open alert to a user, who is notified, or to none with `null`. An assigned alert escalates until it is acknowledged. 409: the alert is over.',
  'POST /alerts/{guid}/resolve':
    'Ends the alert by hand. While its violation continues it is not raised again; after the violation has ended once, it is.',
  'POST /alerts/{guid}/restore':
    'Reverts the edit that a policy-change alert reports. 409: it was reverted already, or later edits depend on it.',
  'GET /alerts/{guid}/trace':
    'Evaluates the stored readings again and returns each step that led to the alert, as reason codes with values and limits.',
  'POST /alerts/{guid}/verdict':
    'Records whether the alert was real, a false alarm or caused by maintenance. Verdicts lead to tuning suggestions of the policy. 409: an alert of this kind has no verdict.',
  'POST /alerts/{guid}/snooze':
    'Suppresses further notifications of an open alert until a time. If it is still open then, people are notified again. 409: the alert is over.',
  'GET /alerts/{guid}/comments': 'Lists the comments on the alert, newest first.',
  'POST /alerts/{guid}/comments':
    'Adds a comment. At most 1,000 on an alert (409), and 30 of a user in a minute (429).',
} as const satisfies Readonly<Record<keyof typeof ALERT_ENDPOINTS, string>>;
