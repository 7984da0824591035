import type { ResponseOf } from '@picket/contracts/endpoints';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { Figure } from './figure.tsx';
import styles from './figures.module.css';

/** The state of the installation in figures, and whether Postgres keeps organizations apart too; open-points.tsx says what is wrong. */
export function ServiceState({ state }: { readonly state: ResponseOf<'GET /operations'> }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { failingHealthChecks, version, postgres, databaseBytes, disk, startedAt, rowSecurity } = state;
  return (
    <section className="card section" aria-label={t('operations.state.label')}>
      <div className="row">
        <h2>{t('operations.state.title')}</h2>
        {failingHealthChecks.length === 0 ? (
          <StateBadge state="ok" label={t('operations.card.healthy')} />
        ) : (
          <StateBadge state="critical" label={t('operations.card.problems', { count: failingHealthChecks.length })} />
        )}
      </div>
      <dl className={styles.figures}>
        <Figure name="Picket" value={version} />
        <Figure name={t('operations.state.uptime')} value={formats.duration(now - Date.parse(startedAt))} />
        <Figure name={t('operations.state.database')} value={formats.bytes(databaseBytes)} />
        {disk && (
          <Figure
            name={t('operations.state.disk')}
            value={formats.bytes(disk.free)}
            note={t('operations.state.diskOf', { total: formats.bytes(disk.total) })}
          />
        )}
        <Figure name={POSTGRES} value={postgres.split(' ')[0] ?? postgres} />
      </dl>
      <ul className="list">
        <li>
          <span className="main">
            <strong>{t('operations.rowSecurity.title')}</strong>
            <span className="small muted">{t(`operations.rowSecurity.${rowSecurity}`)}</span>
          </span>
        </li>
      </ul>
    </section>
  );
}

/** A name, the same in every language. */
const POSTGRES = 'PostgreSQL';
