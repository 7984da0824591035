/** The alerts of a backtest as a table, for those who cannot read its chart. */
import { formatDuration } from '@picket/domain/ages';
import { severityLabel } from '@picket/domain/severity';
import { formatDateTime } from '../../../lib/format-time.ts';
import type { ChartAlert } from './backtest-summary.ts';

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
  const rows = [
    ...before.map((alert) => ({ ...alert, track: 'in force' })),
    ...after.map((alert) => ({ ...alert, track: 'draft' })),
  ].sort((a, b) => b.raisedAt - a.raisedAt || a.track.localeCompare(b.track));
  return (
    <details>
      <summary className="small">The alerts as a table</summary>
      <div className="scroll-x">
        <table className="backtest-table num">
          <thead>
            <tr>
              <th>Raised</th>
              <th>Rule</th>
              <th>Severity</th>
              <th>Lasted</th>
              <th>Version</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_LISTED).map((alert, index) => (
              <tr key={`${alert.raisedAt} ${alert.track} ${index.toString()}`}>
                <td>{formatDateTime(alert.raisedAt, timezone)}</td>
                <td>{alert.violation}</td>
                <td>
                  {severityLabel(alert.severity)}
                  {alert.muted && ', muted'}
                </td>
                <td>{alert.clearedAt === null ? 'still on' : formatDuration(alert.clearedAt - alert.raisedAt)}</td>
                <td>{alert.track}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MAX_LISTED && (
        <p className="small muted">
          Showing the latest {MAX_LISTED} of {rows.length}.
        </p>
      )}
    </details>
  );
}
