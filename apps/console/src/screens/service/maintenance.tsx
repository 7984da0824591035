/** Replaces the console while the service is unavailable; the console returns by itself. */
import { formatDateTime, viewerTimezone } from '../../lib/format-time.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Maintenance({
  notice,
}: {
  readonly notice: { readonly startTime: string; readonly context: string } | null;
}) {
  useTitle('Maintenance');
  if (notice === null)
    return (
      <FullPage title="Service Unavailable">
        <p className="muted">Sentry is currently down. Please try again later.</p>
        <p className="muted small">
          This page reloads by itself. Devices store their readings and send them when Picket is back.
        </p>
      </FullPage>
    );
  const start = Date.parse(notice.startTime);
  return (
    <FullPage title="Sentry is down for maintenance">
      <dl className="stack">
        <div>
          <dt className="small muted">Start time</dt>
          <dd>{Number.isNaN(start) ? notice.startTime : formatDateTime(start, viewerTimezone())}</dd>
        </div>
        <div>
          <dt className="small muted">Reason</dt>
          <dd>{notice.context}</dd>
        </div>
      </dl>
    </FullPage>
  );
}
