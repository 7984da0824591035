/** A program that is measured by Prometheus, an exporter, as a source. */
import type { ExporterSettings } from '@picket/contracts/connected-settings';
import type { ParsedBody } from '@picket/contracts/endpoints';
import { unitOf } from '@picket/domain/value-classes';
import { checkValues, polledValues } from '@picket/source-io/chosen/chosen-reader';
import { exporterReader } from '@picket/source-io/prometheus/exporter-reader';
import { invalid } from '../../../platform/errors.ts';
import { addressProblem } from '../../../platform/outbound/outbound.ts';
import type { AllowedHosts } from '../../../platform/outbound/outbound-allowlist.ts';
import { decodePassword } from '../../auth/index.ts';
import { PolledSession } from '../polled/polled-session.ts';
import type { Source } from '../sources/source-session.ts';

const USUAL_POLL_SECONDS = 60;

type Body = Extract<ParsedBody<'POST /integrations/test'>, { readonly kind: 'PROMETHEUS' }>;

export const prometheusSource = (settings: ExporterSettings): Source => ({
  model: 'Prometheus exporter',
  shown: {
    address: settings.address,
    deviceName: settings.deviceName ?? '',
    pollSeconds: settings.pollSeconds,
    values: JSON.stringify(settings.values),
  },
  checkAddress: (allowed) => checkAddress(settings.address, allowed),
  test: (network) => checkValues(exporterReader(settings), network),
  open: async (platform, seen, network) =>
    new PolledSession(platform, seen, polledValues(exporterReader(settings)), network),
});

/** Throws a 400 that names the field where it is no address, or one that Picket may not connect to. */
function checkAddress(text: string, allowed: AllowedHosts): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/u.test(url.protocol))
    throw invalid('address', 'must be an http:// or https:// address');
  if (url.username !== '' || url.password !== '') throw invalid('address', 'must not hold a user name or password');
  const problem = addressProblem(text, allowed);
  if (problem !== null) throw invalid('address', problem);
}

export const readPrometheusBody = ({ address, token, deviceName, pollSeconds, values }: Body): ExporterSettings => ({
  kind: 'PROMETHEUS',
  address,
  user: null,
  password: token === undefined ? null : readToken(token),
  deviceName: deviceName ?? null,
  pollSeconds,
  values: readValues(values),
});

/** What a header cannot hold could not be sent. */
function readToken(encoded: string): string {
  const token = decodePassword(encoded, 'token').trim();
  if (!/^[!-~]+$/u.test(token)) throw invalid('token', 'may hold printable ASCII characters only');
  return token;
}

const readValues = (values: Body['values']): ExporterSettings['values'] =>
  values.map(({ name, class: valueClass, unit, metric, labels }) => ({
    name,
    class: valueClass,
    unit: unitOf(valueClass, unit),
    metric,
    labels,
  }));

/** Throws a 400 where settings that cannot be read are not sent in full, or a stored token would go to another address. */
export function changePrometheus(
  before: ExporterSettings | null,
  patch: ParsedBody<'PATCH /integrations/{guid}'>,
): ExporterSettings {
  const address = patch.address ?? before?.address;
  if (address === undefined) throw invalid('address', 'has to be entered again: what was stored cannot be read');
  const values = patch.values === undefined ? before?.values : readValues(patch.values);
  if (values === undefined) throw invalid('values', 'has to be entered again: what was stored cannot be read');
  if (address !== before?.address && before?.password != null && patch.token === undefined)
    throw invalid('token', 'has to be entered again for another address');
  return {
    kind: 'PROMETHEUS',
    address,
    user: null,
    password: patch.token == null ? (patch.token === null ? null : (before?.password ?? null)) : readToken(patch.token),
    deviceName: patch.deviceName === undefined ? (before?.deviceName ?? null) : patch.deviceName,
    pollSeconds: patch.pollSeconds ?? before?.pollSeconds ?? USUAL_POLL_SECONDS,
    values,
  };
}
