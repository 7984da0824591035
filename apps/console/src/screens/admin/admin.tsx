/** /admin: what needs attention, and the administration pages that the user may open, each with a count or a state. */
import { Link } from 'react-router';
import { AdminCards } from '../../features/operations/admin-cards.tsx';
import { OpenPoints } from '../../features/operations/open-points.tsx';
import { useAdminOverview } from '../../features/operations/use-admin-overview.ts';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Admin() {
  useTitle('Admin');
  const now = useNow();
  const { data, error, mutate } = useAdminOverview();
  if (data === undefined)
    return error === undefined ? (
      <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />
    ) : (
      <Problem
        isPage
        title="The administration page could not be loaded"
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  return (
    <div className="stack">
      <h1>Administration</h1>
      {data.organization !== undefined && <OpenPoints points={data.openPoints} />}
      <AdminCards overview={data} now={now} />
      <p className="small muted">
        <Link to="/version">Version and licenses</Link>
      </p>
    </div>
  );
}
