/** /admin/operations: for operators: state, backups, maintenance, announcements, feedback. */
import { AnnouncementBoard } from '../../features/operations/announcement-board.tsx';
import { ArchiveState } from '../../features/operations/archive-state.tsx';
import { BackupList } from '../../features/operations/backup-list.tsx';
import { DowntimePlan } from '../../features/operations/downtime-plan.tsx';
import { FeedbackList } from '../../features/operations/feedback-list.tsx';
import { Heartbeat } from '../../features/operations/heartbeat.tsx';
import { OpenPoints } from '../../features/operations/open-points.tsx';
import { ServiceState } from '../../features/operations/service-state.tsx';
import { useOperations } from '../../features/operations/use-operations.ts';
import { type ApiError, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useHashScroll } from '../../lib/use-hash-scroll.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { TwoColumns } from '../../ui/two-columns.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function OperationsScreen() {
  const t = useText();
  useTitle(t('shell.page.operations'));
  const { state, heartbeat, overview, isLoading } = useOperations();
  useHashScroll(!isLoading);
  if (isLoading) return <div className="skeleton wide" style={{ height: 900 }} aria-hidden="true" />;
  return (
    <>
      <h1>{t('shell.page.operations')}</h1>
      <TwoColumns
        first={
          <>
            <LoadProblem title={t('operations.points.loadProblem')} of={overview} />
            {overview.data && <OpenPoints points={overview.data.openPoints} />}
            <LoadProblem title={t('operations.state.loadProblem')} of={state} />
            {state.data && (
              <>
                <ServiceState state={state.data} />
                <BackupList backups={state.data.backups} />
                <ArchiveState archive={state.data.archive} checks={state.data.recoveryChecks} />
              </>
            )}
          </>
        }
        second={
          <>
            <LoadProblem title={t('operations.heartbeat.loadProblem')} of={heartbeat} />
            {heartbeat.data && <Heartbeat settings={heartbeat.data} />}
            <DowntimePlan />
            <AnnouncementBoard />
            <FeedbackList />
          </>
        }
      />
    </>
  );
}

interface LoadProblemProps {
  readonly title: string;
  readonly of: { readonly data: unknown; readonly error: ApiError | undefined; readonly mutate: () => unknown };
}

/** In place of a section that has nothing to show because its request failed. */
const LoadProblem = ({ title, of: { data, error, mutate } }: LoadProblemProps) =>
  error === undefined || data !== undefined ? null : (
    <Problem title={title} text={problemText(error)} onRetry={() => void mutate()} />
  );
