/** /locations/:id/settings/devices/:deviceId/network: addressing, Wi-Fi, proxy, and the report of the device. */
import { Button, NumberInput, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import type { SentryNetworkOut, SentryOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useProfile } from '../../features/session/use-session.ts';
import { api, fieldProblem, problemText, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import '../../ui/lists.css';
import '../../features/sentries/sentries.css';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Problem } from '../../ui/problem.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useTitle } from '../../ui/use-title.ts';

const POLL_INTERVAL_MS = 5000;

export default function DeviceNetwork() {
  const { id = '', deviceId = '' } = useParams();
  const sentry = useApi('GET /sentries/{guid}', { params: { guid: deviceId } });
  const network = useApi(
    'GET /sentries/{guid}/network',
    { params: { guid: deviceId } },
    { refreshInterval: POLL_INTERVAL_MS },
  );
  useTitle(sentry.data ? `${sentry.data.name}, network` : 'Network');
  const error = sentry.error ?? network.error;
  if (error && (!sentry.data || !network.data))
    return (
      <Problem
        isPage
        title={error.status === 404 || error.status === 400 ? 'Device not found' : 'The network could not be loaded'}
        text={
          error.status === 404 || error.status === 400
            ? 'It was removed, or you have no access to it.'
            : problemText(error)
        }
        home="/locations"
      />
    );
  if (!sentry.data || !network.data) return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <>
      <h1>
        {sentry.data.name} <span className="muted">· Network</span>
      </h1>
      <div className="wide">
        <DeviceReport network={network.data} />
        <NetworkForm location={id} sentry={sentry.data} network={network.data} reload={() => network.mutate()} />
      </div>
    </>
  );
}

function DeviceReport({ network }: { readonly network: SentryNetworkOut }) {
  const now = useNow();
  const { report, revision } = network;
  const isCurrent = report !== undefined && report.revision === revision;
  const facts: readonly (readonly [string, string])[] =
    report === undefined
      ? []
      : [
          ['Address', report.address ?? 'not reported'],
          ['Interface', report.interface ?? 'not reported'],
          ['Signal', report.signalDbm === undefined ? 'wired' : `${report.signalDbm} dBm`],
          ['Round trip to this server', report.latencyMs === undefined ? 'not reported' : `${report.latencyMs} ms`],
        ];
  return (
    <section className="card section" aria-label="Reported by device">
      <div className="row">
        <h2>Reported by device</h2>
        {report === undefined ? (
          <StateBadge state="none" label="No report yet" />
        ) : !isCurrent ? (
          <StateBadge state="info" label="Not applied yet" />
        ) : report.result === 'APPLIED' ? (
          <StateBadge state="ok" label="Works" />
        ) : (
          <StateBadge state="warning" label={report.result === 'REFUSED' ? 'Refused' : 'Failed'} />
        )}
      </div>
      <p className="muted" role="status">
        {report === undefined
          ? 'The device has not reported its network yet. It does so when it starts and when these settings change.'
          : !isCurrent
            ? 'The device has not applied the newest settings yet. It gets them with its next report.'
            : report.result === 'APPLIED'
              ? `The device uses these settings. Reported ${formatAgo(report.at, now)}.`
              : `The device kept its previous settings: ${report.message ?? 'no reason given'}. Reported ${formatAgo(report.at, now)}.`}
      </p>
      {facts.length > 0 && (
        <dl className="device-facts num">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

interface FormProps {
  readonly location: string;
  readonly sentry: SentryOut;
  readonly network: SentryNetworkOut;
  readonly reload: () => Promise<unknown>;
}

const savedOf = ({ addressing, wifi, proxy }: SentryNetworkOut) => ({
  mode: addressing.mode,
  address: addressing.mode === 'STATIC' ? addressing.address : '',
  prefix: addressing.mode === 'STATIC' ? addressing.prefix : 24,
  gateway: addressing.mode === 'STATIC' ? addressing.gateway : '',
  dns: addressing.mode === 'STATIC' ? addressing.dns.join(', ') : '',
  link: wifi === null ? ('cable' as const) : ('wifi' as const),
  ssid: wifi?.ssid ?? '',
  proxy: proxy ?? '',
});

function NetworkForm({ location, sentry, network, reload }: FormProps) {
  const navigate = useNavigate();
  const back = `/locations/${location}/settings/devices`;
  const draft = useDraft(useProfile().guid, `network of ${sentry.guid}`, savedOf(network));
  // Not part of the draft: secrets are not stored in the browser.
  const [password, setPassword] = useState('');
  const { mode, address, prefix, gateway, dns, link, ssid, proxy } = draft.value;
  const keepsPassword = network.wifi?.hasPassword === true && network.wifi.ssid === ssid;
  const { busy, problem, submit, reset } = useSave(async () => {
    await api('PUT /sentries/{guid}/network', {
      params: { guid: sentry.guid },
      body: {
        addressing:
          mode === 'DHCP'
            ? { mode }
            : { mode, address, prefix: Number(prefix), gateway, dns: dns.split(/[\s,]+/u).filter(Boolean) },
        wifi: link === 'cable' ? null : { ssid, ...(password === '' ? {} : { password }) },
        proxy: proxy.trim() === '' ? null : proxy.trim(),
      },
      headers: ifUnmodifiedSince(network),
    });
    draft.clear();
    setPassword('');
    await reload();
    showToast('Saved', 'The device applies the settings with its next report, and keeps the old ones if they fail.');
    navigate(back, { replace: true });
  }, reload);
  const change = (part: Partial<typeof draft.value>): void => {
    draft.change({ ...draft.value, ...part });
    reset();
  };
  const dnsProblem = [0, 1, 2, 3].map((index) => fieldProblem(problem, `addressing.dns.${index}`)).find(Boolean);
  return (
    <Form
      className="card section"
      label="Network"
      dirty={draft.isDirty || password !== ''}
      onSubmit={() => void submit()}
    >
      <DraftRestoredBanner draft={draft} />
      <div className="stack-tight">
        <h2>Addressing</h2>
        <SegmentedControl
          aria-label="Addressing"
          data={[
            { value: 'DHCP', label: 'Automatic (DHCP)' },
            { value: 'STATIC', label: 'Fixed' },
          ]}
          value={mode}
          onChange={(next) => change({ mode: next === 'STATIC' ? 'STATIC' : 'DHCP' })}
        />
      </div>
      {mode === 'STATIC' && (
        <>
          <div className="static-fields">
            <TextInput
              label="Address"
              inputMode="decimal"
              placeholder="10.0.0.9"
              value={address}
              error={fieldProblem(problem, 'addressing.address')}
              onChange={(event) => change({ address: event.currentTarget.value })}
              required
            />
            <NumberInput
              label="Prefix"
              min={1}
              max={32}
              value={prefix}
              error={fieldProblem(problem, 'addressing.prefix')}
              onChange={(next) => change({ prefix: Number(next) })}
              required
            />
          </div>
          <TextInput
            label="Gateway"
            inputMode="decimal"
            placeholder="10.0.0.1"
            value={gateway}
            error={fieldProblem(problem, 'addressing.gateway')}
            onChange={(event) => change({ gateway: event.currentTarget.value })}
            required
          />
          <TextInput
            label="Name servers"
            description="Up to four, separated by commas"
            value={dns}
            error={dnsProblem ?? fieldProblem(problem, 'addressing.dns')}
            onChange={(event) => change({ dns: event.currentTarget.value })}
          />
        </>
      )}
      <div className="stack-tight">
        <h2>Link</h2>
        <SegmentedControl
          aria-label="Link"
          data={[
            { value: 'cable', label: 'Cable' },
            { value: 'wifi', label: 'Wi-Fi' },
          ]}
          value={link}
          onChange={(next) => change({ link: next === 'wifi' ? 'wifi' : 'cable' })}
        />
      </div>
      {link === 'wifi' && (
        <>
          <TextInput
            label="Network name (SSID)"
            maxLength={32}
            value={ssid}
            error={fieldProblem(problem, 'wifi.ssid')}
            onChange={(event) => change({ ssid: event.currentTarget.value })}
            required
          />
          <PasswordInput
            label="Password"
            description={
              keepsPassword
                ? 'A password is stored for this network; leave empty to keep it.'
                : 'Leave empty for an open network. It is stored encrypted and never shown again.'
            }
            autoComplete="off"
            value={password}
            error={fieldProblem(problem, 'wifi.password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      )}
      <TextInput
        label="Proxy"
        description="To reach this server; leave empty for none"
        placeholder="http://proxy.example:3128"
        value={proxy}
        error={fieldProblem(problem, 'proxy')}
        onChange={(event) => change({ proxy: event.currentTarget.value })}
      />
      <FormProblem
        problem={problem}
        fields={[
          'addressing.address',
          'addressing.prefix',
          'addressing.gateway',
          'addressing.dns',
          'wifi.ssid',
          'wifi.password',
          'proxy',
        ]}
      />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!draft.isDirty && password === ''}>
          Save settings
        </Button>
        <Button variant="default" component={Link} to={back} onClick={draft.clear}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
