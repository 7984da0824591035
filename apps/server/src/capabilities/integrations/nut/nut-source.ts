/** A server of Network UPS Tools as a source. */
import type { NutSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { checkNut } from '@picket/source-io/nut/check-nut';
import { polledNut } from '@picket/source-io/nut/poll-nut';
import { invalid } from '../../../platform/errors.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { plainAddressProblem } from '../../../platform/outbound/outbound-plain.ts';
import { type Credentials, credentialsAfter, readCredentials } from '../credentials.ts';
import { PolledSession } from '../polled/polled-session.ts';
import type { Source } from '../sources/source-session.ts';

const USUAL_PORT = 3493;
const USUAL_POLL_SECONDS = 30;

export const nutSource = (settings: NutSettings): Source => ({
  model: 'NUT server',
  shown: { host: settings.host, port: settings.port, pollSeconds: settings.pollSeconds },
  checkAddress: (allowed) => checkAddress(settings, allowed),
  test: (network) => checkNut(settings, network),
  open: async (platform, seen, network) => new PolledSession(platform, seen, polledNut(settings), network),
});

/** Throws a 400 that names the field where it is no host, or one that Picket may not connect to. */
function checkAddress(settings: NutSettings, allowed: AllowedHosts): void {
  const problem = plainAddressProblem(settings, allowed);
  if (problem !== null) throw invalid('host', problem);
}

/** A command is a line: what is in a second one would be another command. */
function oneLine(credentials: Credentials): Credentials {
  if (/[\n\r\0]/u.test(credentials.password ?? '')) throw invalid('password', 'must be one line');
  return credentials;
}

export const readNutBody = (
  body: Extract<ParsedBody<'POST /integrations/test'>, { readonly kind: 'NUT' }>,
): NutSettings => ({
  kind: 'NUT',
  host: body.host,
  port: body.port,
  ...oneLine(readCredentials(body)),
  pollSeconds: body.pollSeconds,
});

/** Throws a 400 where settings that cannot be read are not sent in full. */
export function changeNut(before: NutSettings | null, patch: ParsedBody<'PATCH /integrations/{guid}'>): NutSettings {
  const host = patch.host ?? before?.host;
  if (host === undefined) throw invalid('host', 'has to be entered again: what was stored cannot be read');
  const port = patch.port ?? before?.port ?? USUAL_PORT;
  const moves = host !== before?.host || port !== before.port;
  return {
    kind: 'NUT',
    host,
    port,
    ...oneLine(credentialsAfter(before, patch, moves)),
    pollSeconds: patch.pollSeconds ?? before?.pollSeconds ?? USUAL_POLL_SECONDS,
  };
}
