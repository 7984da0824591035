/** Rows of the endpoint table: settings of the installation. */
import { type EndpointRows, noContent } from './endpoint.ts';
import {
  HeartbeatBody,
  HeartbeatPing,
  HeartbeatSettings,
  MailSettings,
  MailSettingsBody,
  MailSettingsTest,
} from './installation.ts';

export const INSTALLATION_ENDPOINTS = {
  'GET /installation/mail': {
    access: 'admin-tenant',
    tag: 'operations',
    summary: 'The mail server of the installation, without its password',
    status: 200,
    response: MailSettings,
  },
  'PUT /installation/mail': {
    access: 'admin-tenant',
    requiresReauthentication: true,
    tag: 'operations',
    summary: 'Set up the mail server of the installation; a setting of the environment wins',
    body: MailSettingsBody,
    status: 200,
    response: MailSettings,
  },
  'DELETE /installation/mail': {
    access: 'admin-tenant',
    requiresReauthentication: true,
    tag: 'operations',
    summary: 'Remove the mail server that was set up here; mails in the queue wait for another',
    ...noContent,
  },
  'POST /installation/mail/test': {
    access: 'admin-tenant',
    requiresReauthentication: true,
    tag: 'operations',
    summary: 'Send a test mail to yourself; returns the answer of the mail server',
    status: 200,
    response: MailSettingsTest,
  },
  'GET /installation/heartbeat': {
    access: 'admin-tenant',
    tag: 'operations',
    summary: 'The address that is requested while Picket works, without its token',
    status: 200,
    response: HeartbeatSettings,
  },
  'PUT /installation/heartbeat': {
    access: 'admin-tenant',
    requiresReauthentication: true,
    tag: 'operations',
    summary:
      'Set the address that is requested once a minute while all health checks pass; a setting of the environment wins',
    body: HeartbeatBody,
    status: 200,
    response: HeartbeatSettings,
  },
  'DELETE /installation/heartbeat': {
    access: 'admin-tenant',
    requiresReauthentication: true,
    tag: 'operations',
    summary: 'Remove the address of the heartbeat that was set here',
    ...noContent,
  },
  'POST /installation/heartbeat/ping': {
    access: 'admin-tenant',
    requiresReauthentication: true,
    tag: 'operations',
    summary: 'Request the address of the heartbeat now; returns the answer',
    status: 200,
    response: HeartbeatPing,
  },
} as const satisfies EndpointRows;
