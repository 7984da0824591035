/** What the operations of administrators are for. */
import type { ADMINISTRATION_ENDPOINTS } from '../../administration-endpoints.ts';

export const ADMINISTRATION_DESCRIPTIONS = {
  'GET /views/admin':
    'Returns what the administration page shows the caller: counts and states, and what is missing or wrong.',
  'GET /users': 'Lists the users of the organization, optionally those whose name or address contains a text.',
  'POST /users':
    'Invites a user with chosen permissions. The mail has a link to set a password; without a mail server the response has the path of the link instead.',
  'GET /users/{guid}': 'Returns one user of the organization.',
  'PATCH /users/{guid}':
    'Changes the name, the address or the permissions of a user. An organization keeps at least one administrator.',
  'DELETE /users/{guid}': 'Deletes the account of a user: all sessions end and API tokens are revoked.',
  'POST /users/{guid}/invite': 'Sends the invitation again with a new link. 409: the user has signed up already.',
  'DELETE /users/{guid}/invite': 'Revokes an invitation that was not accepted. 409: the user has signed up already.',
  'POST /users/{guid}/reset-link':
    'Makes a link with which the user sets another password, and sends it, or returns its path where there is no mail server.',
  'GET /users/{guid}/sessions': 'Lists the browsers in which the user is signed in.',
  'DELETE /users/{guid}/sessions': 'Ends all sessions of the user.',
  'DELETE /users/{guid}/mfa': 'Removes all second factors of a user who lost them. 409: the user has none.',
  'GET /tenant': 'Returns the organization of the caller and its settings.',
  'PATCH /tenant': 'Changes the name of the organization or its settings, such as whether a second factor is required.',
  'GET /retention': 'Returns how long readings and their summaries are kept, and how much they take on disk.',
  'PUT /retention':
    'Sets how many days readings or summaries are kept, 0 for ever. What is older is deleted within a day and cannot be restored.',
  'POST /tenant/mail-test': 'Sends a mail to the caller and returns the response of the mail server.',
  'GET /tenants': 'Lists all organizations of the installation.',
  'POST /tenants': 'Creates an organization and invites its first administrator.',
  'GET /tenants/{guid}': 'Returns one organization.',
  'PATCH /tenants/{guid}':
    'Changes the name of an organization, its business status, or whether it is suspended: its users cannot sign in and its devices are rejected.',
  'POST /tenants/{guid}/invite': 'Invites a further administrator to an organization.',
  'GET /tenants/{guid}/outbound-destinations':
    'Lists the hosts in private networks to which notifications of the organization may be sent.',
  'POST /tenants/{guid}/outbound-destinations':
    'Allows a host and port in a private network for notifications of the organization. 409: it is allowed already.',
  'DELETE /tenants/{guid}/outbound-destinations/{destination}':
    'Removes an allowed host: notifications to it fail from then on.',
  'GET /audit': 'Lists who changed what and when, newest first.',
  'GET /audit/verify': 'Checks that no entry of the audit log was changed or removed outside Picket.',
  'GET /audit/export':
    'Returns the audit log as CSV, oldest first. The download is complete if the trailer `Picket-Lines` has come.',
} as const satisfies Readonly<Record<keyof typeof ADMINISTRATION_ENDPOINTS, string>>;
