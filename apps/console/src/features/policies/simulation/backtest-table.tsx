/** The alerts of a backtest as a table, for those who cannot read its chart. */
import { severityLabel } from '@picket/domain/severity';
import { nameText, severityText } from '../../../lib/kind-texts.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import styles from './backtest.module.css';
import { type ChartAlert, lastedText } from './backtest-summary.ts';

const MAX_LISTED = 60;

export function BacktestTable({
  before,
  after,
  timezone,
}: {
  readonly before: readonly ChartAlert[];
  readonly after: readonly ChartAlert[];
  readonly timezone: string;
}) {
  const t = useText();
  const formats = useFormats(timezone);
  const rows = [
    ...before.map((alert) => ({ ...alert, track: t('simulation.track.inForce') })),
    ...after.map((alert) => ({ ...alert, track: t('simulation.track.draft') })),
  ].sort((a, b) => b.raisedAt - a.raisedAt || a.track.localeCompare(b.track));
  return (
    <details>
      <summary className="small">{t('simulation.table.title')}</summary>
      <div className="scroll-x">
        <table className={`${styles.table} num`}>
          <thead>
            <tr>
              <th>{t('simulation.table.raised')}</th>
              <th>{t('simulation.table.violation')}</th>
              <th>{t('simulation.table.severity')}</th>
              <th>{t('simulation.table.lasted')}</th>
              <th>{t('simulation.table.version')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_LISTED).map((alert, index) => (
              <tr key={`${alert.raisedAt} ${alert.track} ${index.toString()}`}>
                <td>{formats.dateTimeWithSeconds(alert.raisedAt)}</td>
                <td>{nameText(t, alert.violation)}</td>
                <td>{severityOf(t, alert)}</td>
                <td>{lastedText(t, formats, alert)}</td>
                <td>{alert.track}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MAX_LISTED && (
        <p className="small muted">{t('simulation.table.latest', { shown: MAX_LISTED, count: rows.length })}</p>
      )}
    </details>
  );
}

function severityOf(t: Translator, { severity, muted }: ChartAlert): string {
  const label = severityText(t, severityLabel(severity));
  return muted ? t('simulation.table.muted', { severity: label }) : label;
}
