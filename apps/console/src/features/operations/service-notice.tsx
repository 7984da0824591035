import { useApi } from '../../lib/api.ts';
import { formatUntil } from '../../lib/format-relative-time.ts';
import { formatDateTime, viewerTimezone } from '../../lib/format-time.ts';
import { useNow } from '../../lib/now.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import './operations.css';

const POLL_INTERVAL_MS = 300_000;
/** How long before its start maintenance is announced. */
const ANNOUNCE_AHEAD_MS = 48 * 3_600_000;

/** Current or upcoming maintenance of the service, at the top of every page. */
export function ServiceNotice() {
  const { data } = useApi('GET /downtime', {}, { refreshInterval: POLL_INTERVAL_MS });
  const now = useNow();
  const [first] = data ?? [];
  if (first === undefined) return null;
  const start = Date.parse(first.startTime);
  if (!first._isDowntime && (Number.isNaN(start) || start - now > ANNOUNCE_AHEAD_MS)) return null;
  return (
    <div className="service-notice" role="status">
      <StateBadge
        state={first._isDowntime ? 'warning' : 'info'}
        label={first._isDowntime ? 'Maintenance' : 'Maintenance planned'}
      />
      <span>
        {first.context}
        <span className="muted num">
          {first._isDowntime
            ? Number.isNaN(start)
              ? ''
              : `, since ${formatDateTime(start, viewerTimezone())}`
            : `, ${formatDateTime(start, viewerTimezone())} (${formatUntil(first.startTime, now)})`}
        </span>
      </span>
    </div>
  );
}
