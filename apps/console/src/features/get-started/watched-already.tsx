/** What the policies watch for without anything to set up. */
import type { GetStartedOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './get-started.module.css';
import { watchedLines } from './watched-text.ts';

export function WatchedAlready({ list }: { readonly list: GetStartedOut }) {
  const t = useText();
  const formats = useFormats();
  const lines = watchedLines(t, formats, list.watched);
  if (lines.length === 0) return null;
  return (
    <section className={`card ${styles.watched}`} aria-label={t('getstarted.watchedTitle')}>
      <div className="row">
        <h2>{t('getstarted.watchedTitle')}</h2>
        <span className="grow" />
        <Link className="small" to="/admin/policies">
          {t('getstarted.watchedPolicies', { count: list.policies })}
        </Link>
      </div>
      <dl>
        {lines.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{t('getstarted.watchedText')}</p>
    </section>
  );
}
