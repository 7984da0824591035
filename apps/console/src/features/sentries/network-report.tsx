/** What a device reported of its network, and whether it uses the newest settings. */
import type { SentryNetworkOut } from '@picket/contracts/types';
import type { Formats } from '../../lib/formats.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { StateName } from '../../ui/icons.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { DeviceProperties } from './device-properties.tsx';

interface Outcome {
  readonly state: StateName;
  readonly label: string;
  readonly text: string;
}

function outcomeOf(t: Translator, formats: Formats, { report, revision }: SentryNetworkOut, now: number): Outcome {
  if (report === undefined)
    return {
      state: 'none',
      label: t('sentries.report.none'),
      text: t('sentries.report.noneText'),
    };
  if (report.revision !== revision)
    return {
      state: 'info',
      label: t('sentries.report.pending'),
      text: t('sentries.report.pendingText'),
    };
  const ago = formats.ago(report.at, now);
  return report.result === 'APPLIED'
    ? { state: 'ok', label: t('sentries.report.applied'), text: t('sentries.report.appliedText', { ago }) }
    : {
        state: 'warning',
        label: report.result === 'REFUSED' ? t('sentries.report.refused') : t('sentries.report.failed'),
        text: t('sentries.report.failedText', { message: report.message ?? t('sentries.report.noReason'), ago }),
      };
}

function listProperties(t: Translator, formats: Formats, report: NonNullable<SentryNetworkOut['report']>) {
  const unknown = t('sentries.report.unknown');
  const { address = unknown, interface: name = unknown, signalDbm, latencyMs } = report;
  return [
    [t('sentries.report.address'), address],
    [t('sentries.report.interface'), name],
    [
      t('sentries.device.signal'),
      signalDbm === undefined ? t('sentries.device.wired') : `${formats.number(signalDbm)} dBm`,
    ],
    [t('sentries.report.latency'), latencyMs === undefined ? unknown : `${formats.number(latencyMs)} ms`],
  ] as const;
}

export function NetworkReport({ network }: { readonly network: SentryNetworkOut }) {
  const t = useText();
  const formats = useFormats();
  const { state, label, text } = outcomeOf(t, formats, network, useNow());
  return (
    <section className="card section" aria-label={t('sentries.report.title')}>
      <div className="row">
        <h2>{t('sentries.report.title')}</h2>
        <StateBadge state={state} label={label} />
      </div>
      <p className="muted" role="status">
        {text}
      </p>
      {network.report !== undefined && <DeviceProperties properties={listProperties(t, formats, network.report)} />}
    </section>
  );
}
