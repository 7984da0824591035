/** A device that is asked over SNMP as a source. */
import type { SnmpSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { plainAddressProblem } from '../../../platform/outbound/outbound-plain.ts';
import { decodePassword } from '../../auth/index.ts';
import { credentialsAfter, readCredentials } from '../credentials.ts';
import { PolledSession } from '../polled/polled-session.ts';
import type { Source } from '../sources/source-session.ts';

const MAX_SECRET = 200;
/** Of a password of version 3 (RFC 3414, 11.2). */
const MIN_PASSWORD = 8;
const USUAL = {
  port: 161,
  version: '2c',
  securityLevel: 'ENCRYPTED',
  authProtocol: 'SHA',
  privacyProtocol: 'AES',
  pollSeconds: 30,
} as const;

export const snmpSource = (settings: SnmpSettings): Source => ({
  model: 'SNMP device',
  shown: {
    host: settings.host,
    port: settings.port,
    pollSeconds: settings.pollSeconds,
    version: settings.version,
    ...(settings.version === '3'
      ? {
          securityLevel: settings.securityLevel,
          authProtocol: settings.authProtocol,
          privacyProtocol: settings.privacyProtocol,
        }
      : {}),
  },
  checkAddress: (allowed) => checkAddress(settings, allowed),
  test: async (network) => (await import('@picket/source-io/snmp/check-snmp')).checkSnmp(settings, network),
  open: async (platform, seen, network) => {
    const { polledSnmp } = await import('@picket/source-io/snmp/poll-snmp');
    return new PolledSession(platform, seen, polledSnmp(settings), network);
  },
});

/** Throws a 400 that names the field where it is no host, or one that Picket may not connect to. */
function checkAddress(settings: SnmpSettings, allowed: AllowedHosts): void {
  const problem = plainAddressProblem(settings, allowed);
  if (problem !== null) throw invalid('host', problem);
}

/** Throws a 400 that names the field that the version needs. */
export const readSnmpBody = (
  body: Extract<ParsedBody<'POST /integrations/test'>, { readonly kind: 'SNMP' }>,
): SnmpSettings =>
  checked({
    kind: 'SNMP',
    host: body.host,
    port: body.port,
    version: body.version,
    community: secretOf(body.community, 'community'),
    ...readCredentials(body),
    securityLevel: body.securityLevel,
    authProtocol: body.authProtocol,
    privacyProtocol: body.privacyProtocol,
    privacyPassword: secretOf(body.privacyPassword, 'privacyPassword'),
    pollSeconds: body.pollSeconds,
  });

/** Throws a 400 where settings that cannot be read are not sent in full, or a stored secret would go to another host. */
export function changeSnmp(before: SnmpSettings | null, patch: ParsedBody<'PATCH /integrations/{guid}'>): SnmpSettings {
  const host = patch.host ?? before?.host;
  if (host === undefined) throw invalid('host', 'has to be entered again: what was stored cannot be read');
  const was = before ?? { ...USUAL, host: null, community: null, privacyPassword: null };
  const port = patch.port ?? was.port;
  const moves = host !== was.host || port !== was.port;
  for (const field of ['community', 'privacyPassword'] as const)
    if (moves && was[field] !== null && patch[field] === undefined)
      throw invalid(field, 'has to be entered again for another address');
  return checked({
    kind: 'SNMP',
    host,
    port,
    version: patch.version ?? was.version,
    community: secretOf(patch.community, 'community') ?? was.community,
    ...credentialsAfter(before, patch, moves),
    securityLevel: patch.securityLevel ?? was.securityLevel,
    authProtocol: patch.authProtocol ?? was.authProtocol,
    privacyProtocol: patch.privacyProtocol ?? was.privacyProtocol,
    privacyPassword: secretOf(patch.privacyPassword, 'privacyPassword') ?? was.privacyPassword,
    pollSeconds: patch.pollSeconds ?? was.pollSeconds,
  });
}

const secretOf = (sent: string | undefined, field: 'community' | 'privacyPassword'): string | null =>
  sent === undefined ? null : decodePassword(sent, field);

/** Keeps what the version and the level use, and nothing else: a secret that is not used is not stored. */
function checked(settings: SnmpSettings): SnmpSettings {
  const { version, securityLevel, community, user, password, privacyPassword } = settings;
  if (version !== '3') {
    if (community === null) throw invalid('community', 'Enter a community');
    if (community.length < 1 || community.length > MAX_SECRET)
      throw invalid('community', 'must have from 1 to 200 characters');
    return { ...settings, user: null, password: null, privacyPassword: null };
  }
  if (user === null) throw invalid('user', 'Enter a user');
  const isSigned = securityLevel !== 'NONE';
  const isEncrypted = securityLevel === 'ENCRYPTED';
  if (isSigned) checkPassword(password, 'password');
  if (isEncrypted) checkPassword(privacyPassword, 'privacyPassword');
  return {
    ...settings,
    community: null,
    password: isSigned ? password : null,
    privacyPassword: isEncrypted ? privacyPassword : null,
  };
}

function checkPassword(password: string | null, field: 'password' | 'privacyPassword'): void {
  if (password === null || password.length < MIN_PASSWORD || password.length > MAX_SECRET)
    throw invalid(field, 'must have from 8 to 200 characters');
}
