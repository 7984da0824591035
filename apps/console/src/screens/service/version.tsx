/** /version: the version of Picket and the licenses of its libraries. */
import { Link } from 'react-router';
import { useVersion } from '../../features/operations/use-version.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { FullPage } from '../../ui/full-page.tsx';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import styles from './version.module.css';

export default function Version() {
  const t = useText();
  useTitle(t('service.version.title'));
  const version = useVersion();
  if (!version.data && !version.error) return <FullPageSpinner />;
  return (
    <FullPage
      title={
        version.data === undefined
          ? t('service.version.title')
          : t('service.version.heading', { version: version.data.version })
      }
    >
      {version.error && (
        <Problem
          title={t('service.version.problem')}
          text={problemText(version.error)}
          onRetry={() => void version.mutate()}
        />
      )}
      {version.data && (
        <>
          {version.data.commit !== undefined && (
            <p className="muted">{t('service.version.builtFrom', { commit: version.data.commit })}</p>
          )}
          <h2>{t('service.version.libraries')}</h2>
          <ul className={`${styles.licenses} small`} translate="no" tabIndex={0}>
            {version.data.licenses.map(({ name, license }) => (
              <li key={name}>
                <span>{name}</span> <span className="muted">{license}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="small">
        <Link to="/locations">{t('service.version.toLocations')}</Link>
      </p>
    </FullPage>
  );
}
