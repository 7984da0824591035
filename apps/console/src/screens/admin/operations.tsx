/** /admin/operations: for operators: state, backups, maintenance, announcements, feedback. */
import { useEffect, useState } from 'react';
import { AnnouncementBoard } from '../../features/operations/announcement-board.tsx';
import { BackupList } from '../../features/operations/backup-list.tsx';
import { DowntimePlan } from '../../features/operations/downtime-plan.tsx';
import { FeedbackList } from '../../features/operations/feedback-list.tsx';
import { Heartbeat } from '../../features/operations/heartbeat.tsx';
import { OpenPoints } from '../../features/operations/open-points.tsx';
import { ServiceState } from '../../features/operations/service-state.tsx';
import { useAdminOverview } from '../../features/operations/use-admin-overview.ts';
import { useHeartbeat } from '../../features/operations/use-heartbeat.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useHashScroll } from '../../lib/use-hash-scroll.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

const IDLE_POLL_MS = 30_000;
const BACKUP_POLL_MS = 1000;

export default function OperationsScreen() {
  useTitle('Operations');
  const now = useNow();
  const [isBusy, setBusy] = useState(false);
  const refreshInterval = isBusy ? BACKUP_POLL_MS : IDLE_POLL_MS;
  const state = useApi('GET /operations', {}, { refreshInterval, dedupingInterval: BACKUP_POLL_MS / 2 });
  const isRunning = state.data?.backups.running !== undefined;
  useEffect(() => setBusy(isRunning), [isRunning]);
  // Sections appear together, so that nothing shifts.
  const heartbeat = useHeartbeat();
  const overview = useAdminOverview();
  const parts = [
    state,
    heartbeat,
    overview,
    useApi('GET /downtimes', { query: { limit: 100 } }),
    useApi('GET /announcements', { query: { limit: 10 } }),
    useApi('GET /feedback', { query: { limit: 20 } }),
  ];
  const isLoading = parts.some(({ data, error }) => data === undefined && error === undefined);
  useHashScroll(!isLoading);
  if (isLoading) return <div className="skeleton wide" style={{ height: 900 }} aria-hidden="true" />;
  return (
    <div className="wide">
      <h1>Operations</h1>
      {state.error && !state.data && (
        <Problem
          title="The state of the service could not be loaded"
          text={problemText(state.error)}
          onRetry={() => void state.mutate()}
        />
      )}
      {overview.data && <OpenPoints points={overview.data.openPoints} />}
      {state.data && (
        <>
          <ServiceState state={state.data} now={now} />
          <BackupList backups={state.data.backups} now={now} />
        </>
      )}
      {heartbeat.data && <Heartbeat settings={heartbeat.data} now={now} />}
      <DowntimePlan />
      <AnnouncementBoard />
      <FeedbackList now={now} />
    </div>
  );
}
