/** /admin/logs: who did what and when, with filters, an export and an integrity check. */
import { Button } from '@mantine/core';
import { AuditFilterFields } from '../../features/audit/audit-filter.tsx';
import { AuditIntegrity } from '../../features/audit/audit-integrity.tsx';
import { AuditRow } from '../../features/audit/audit-row.tsx';
import { useAuditLog } from '../../features/audit/use-audit-log.ts';
import { useLocationNames } from '../../features/users/use-location-names.ts';
import { API_BASE, problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Logs() {
  const t = useText();
  useTitle(t('shell.page.auditLog'));
  const { nameOf } = useLocationNames();
  const { chosen, filter, pages, change } = useAuditLog();
  const { items, error } = pages;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('shell.page.auditLog')}</h1>
        <span className="grow" />
        <Button
          component="a"
          variant="default"
          href={`${API_BASE}/audit/export?${new URLSearchParams(filter)}`}
          download="picket-audit.csv"
        >
          {t(isFiltered ? 'audit.exportMatching' : 'audit.export')}
        </Button>
      </div>
      <AuditIntegrity />
      <AuditFilterFields chosen={chosen} change={change} />
      {error && (
        <Problem title={t('audit.loadProblem')} text={problemText(error)} onRetry={() => void pages.reload()} />
      )}
      {!items && !error && <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}
      {items?.length === 0 && <p className="muted">{t('audit.noMatch')}</p>}
      {items && items.length > 0 && (
        <ul className="card list">
          {items.map((entry) => (
            <AuditRow key={entry.ordinal} entry={entry} nameOf={nameOf} />
          ))}
        </ul>
      )}
      <ShowMore pages={pages} label={t('audit.older')} />
    </div>
  );
}
