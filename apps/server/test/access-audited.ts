/** Which rows of the access matrix leave no entry in the audit log, or more than one. */
import type { EndpointKey } from '@picket/contracts/endpoints';

/** Rows that change something a person is answerable for leave exactly one entry in the audit log of who called. */
export const UNAUDITED: Partial<Record<EndpointKey, string>> = {
  'POST /users/my-profile/mfa/totp': 'begins something; what counts is its confirmation',
  'POST /users/my-profile/mfa/passkeys/options': 'begins something; what counts is the passkey added',
  'POST /uilog': 'goes to the log of the server',
  'POST /feedback': 'is kept as what it is',
  'POST /locations/{guid}/live': 'recorded when the picture is opened',
  'POST /live/{guid}/signal': 'changes how a picture travels that is recorded already',
  'POST /announcements/{id}/seen': 'a bookmark of their own',
  'POST /notifications/preview': 'tries something out and keeps nothing',
  'POST /integrations/test': 'tries something out and keeps nothing',
  'POST /video-retention/preview': 'tries something out and keeps nothing',
  'POST /policies/backtest': 'tries something out and keeps nothing',
  'POST /policies/preview': 'tries something out and keeps nothing',
  'POST /policies/simulate': 'tries something out and keeps nothing',
  'POST /locations/{guid}/zones/preview': 'tries something out and keeps nothing',
  'POST /policies/{guid}/backtest': 'tries something out and keeps nothing',
  'POST /prometheus/api/v1/query': 'reads',
  'POST /prometheus/api/v1/query_range': 'reads',
  'POST /prometheus/api/v1/labels': 'reads',
  'POST /prometheus/api/v1/series': 'reads',
  'POST /auth/forgot-password': 'recorded when it is worked off, in the organization of the account',
};

/** Rows that change two things at once leave an entry for each. */
export const AUDITED_TWICE: readonly EndpointKey[] = [
  'POST /locations/{guid}/simulated-sentries',
  'POST /locations/{guid}/tagging-zones',
  'PATCH /locations/{guid}/tagging-zones/{policyGuid}',
  'DELETE /locations/{guid}/tagging-zones/{policyGuid}',
];
