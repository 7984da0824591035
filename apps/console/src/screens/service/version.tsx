/** /version: the version of Picket and the licenses of its libraries. */
import { Link } from 'react-router';
import { problemText, useApi } from '../../lib/api.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './version.css';

export default function Version() {
  useTitle('Version');
  const version = useApi('GET /version', {}, { revalidateOnFocus: false });
  if (!version.data && !version.error) return <FullPageSpinner />;
  return (
    <FullPage title={version.data === undefined ? 'Version' : `Version ${version.data.version}`}>
      {version.error && (
        <Problem
          title="The version could not be loaded"
          text={problemText(version.error)}
          onRetry={() => void version.mutate()}
        />
      )}
      {version.data && (
        <>
          {version.data.commit !== undefined && <p className="muted">Built from {version.data.commit}</p>}
          <h2>Libraries</h2>
          <ul className="licenses small" tabIndex={0}>
            {version.data.licenses.map(({ name, license }) => (
              <li key={name}>
                <span>{name}</span> <span className="muted">{license}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small">
        <Link to="/locations">To the locations</Link>
      </p>
    </FullPage>
  );
}
