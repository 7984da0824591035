/** /metrics: the usage of all organizations, for operators. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { usageCsv } from '../../features/operations/usage-csv.ts';
import { UsageRow } from '../../features/operations/usage-row.tsx';
import { useUsage } from '../../features/operations/use-fleet.ts';
import { problemText } from '../../lib/api.ts';
import { downloadText } from '../../lib/download-file.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

const SPANS = [7, 30, 90, 365] as const;

export default function UsageScreen() {
  const t = useText();
  useTitle(t('shell.page.usage'));
  const [days, setDays] = useState(30);
  const usage = useUsage(days);
  const items = usage.data?.items;
  return (
    <div className="stack">
      <div className="row">
        <h1>{t('shell.page.usage')}</h1>
        <span className="grow" />
        <NativeSelect
          aria-label={t('admin.usage.days')}
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={SPANS.map((span) => ({ value: String(span), label: t('admin.usage.daysOption', { count: span }) }))}
        />
        <Button variant="default" component={Link} to="/metrics/sentries">
          {t('shell.page.fleet')}
        </Button>
        <Button
          variant="default"
          disabled={items === undefined}
          onClick={() => items && downloadText(usageCsv(items), 'usage.csv', 'text/csv')}
        >
          {t('admin.usage.export')}
        </Button>
      </div>
      {usage.error && !items && (
        <Problem
          title={t('admin.usage.loadProblem')}
          text={problemText(usage.error)}
          onRetry={() => void usage.mutate()}
        />
      )}
      {!items && !usage.error && <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}
      {items && (
        <ul className="card list">
          {items.map((item) => (
            <UsageRow key={item.tenant.guid} item={item} />
          ))}
        </ul>
      )}
      {items && <p className="small muted">{t('admin.usage.note')}</p>}
    </div>
  );
}
