/** /admin: what needs attention, and the administration pages that the user may open, each with a count or a state. */
import { Link } from 'react-router';
import { AdminCards } from '../../features/operations/admin-cards.tsx';
import { OpenPoints } from '../../features/operations/open-points.tsx';
import { useAdminOverview } from '../../features/operations/use-admin-overview.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Admin() {
  const t = useText();
  useTitle(t('shell.page.admin'));
  const { data, error, mutate } = useAdminOverview();
  if (data === undefined)
    return error === undefined ? (
      <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />
    ) : (
      <Problem
        isPage
        title={t('operations.overview.problem')}
        text={problemText(error)}
        onRetry={() => void mutate()}
      />
    );
  return (
    <div className="stack">
      <h1>{t('operations.overview.title')}</h1>
      {data.tenant !== undefined && <OpenPoints points={data.openPoints} />}
      <AdminCards overview={data} />
      <p className="small muted">
        <Link to="/version">{t('operations.overview.version')}</Link>
      </p>
    </div>
  );
}
