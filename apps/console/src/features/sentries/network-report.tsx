/** What a device reported of its network, and whether it uses the newest settings. */
import type { SentryNetworkOut } from '@picket/contracts/types';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import type { StateName } from '../../ui/icons.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { DeviceFacts } from './device-facts.tsx';

interface Outcome {
  readonly state: StateName;
  readonly label: string;
  readonly text: string;
}

function outcomeOf({ report, revision }: SentryNetworkOut, now: number): Outcome {
  if (report === undefined)
    return {
      state: 'none',
      label: 'No report yet',
      text: 'The device has not reported its network yet. It does so when it starts and when these settings change.',
    };
  if (report.revision !== revision)
    return {
      state: 'info',
      label: 'Not applied yet',
      text: 'The device has not applied the newest settings yet. It gets them with its next report.',
    };
  const reported = `Reported ${formatAgo(report.at, now)}.`;
  return report.result === 'APPLIED'
    ? { state: 'ok', label: 'Works', text: `The device uses these settings. ${reported}` }
    : {
        state: 'warning',
        label: report.result === 'REFUSED' ? 'Refused' : 'Failed',
        text: `The device kept its previous settings: ${report.message ?? 'no reason given'}. ${reported}`,
      };
}

const factsOf = ({
  address = 'not reported',
  interface: name = 'not reported',
  signalDbm,
  latencyMs,
}: NonNullable<SentryNetworkOut['report']>) =>
  [
    ['Address', address],
    ['Interface', name],
    ['Signal', signalDbm === undefined ? 'wired' : `${signalDbm} dBm`],
    ['Round trip to this server', latencyMs === undefined ? 'not reported' : `${latencyMs} ms`],
  ] as const;

export function NetworkReport({ network }: { readonly network: SentryNetworkOut }) {
  const { state, label, text } = outcomeOf(network, useNow());
  return (
    <section className="card section" aria-label="Reported by device">
      <div className="row">
        <h2>Reported by device</h2>
        <StateBadge state={state} label={label} />
      </div>
      <p className="muted" role="status">
        {text}
      </p>
      {network.report !== undefined && <DeviceFacts facts={factsOf(network.report)} />}
    </section>
  );
}
