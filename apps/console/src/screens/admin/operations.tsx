/** /admin/operations: for operators: state, backups, maintenance, announcements, feedback. */
import { useEffect, useState } from 'react';
import { AnnouncementBoard } from '../../features/operations/announcement-board.tsx';
import { BackupList } from '../../features/operations/backup-list.tsx';
import { DowntimePlan } from '../../features/operations/downtime-plan.tsx';
import { FeedbackList } from '../../features/operations/feedback-list.tsx';
import { ServiceState } from '../../features/operations/service-state.tsx';
import { problemText, useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
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
  const parts = [
    state,
    useApi('GET /downtimes', { query: { limit: 100 } }),
    useApi('GET /announcements', { query: { limit: 10 } }),
    useApi('GET /feedback', { query: { limit: 20 } }),
  ];
  if (parts.some(({ data, error }) => data === undefined && error === undefined))
    return <div className="skeleton wide" style={{ height: 900 }} aria-hidden="true" />;
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
      {state.data && (
        <>
          <ServiceState state={state.data} now={now} />
          <BackupList backups={state.data.backups} now={now} />
        </>
      )}
      <DowntimePlan />
      <AnnouncementBoard />
      <FeedbackList now={now} />
    </div>
  );
}
