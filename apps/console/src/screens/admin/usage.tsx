/** /metrics: the usage of all organizations, for operators. */
import { Button, NativeSelect } from '@mantine/core';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { BUSINESS_STATUS_LABELS } from '@picket/domain/tenants';
import { useState } from 'react';
import { Link } from 'react-router';
import '../../features/operations/operations.css';
import { problemText, useApi } from '../../lib/api.ts';
import { downloadText } from '../../lib/download-file.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { useTitle } from '../../ui/use-title.ts';

const SPANS = [7, 30, 90, 365] as const;

type Item = ResponseOf<'GET /metrics/usage'>['items'][number];

export default function UsageScreen() {
  useTitle('Usage');
  const now = useNow();
  const [days, setDays] = useState(30);
  const usage = useApi('GET /metrics/usage', { query: { days } });
  const items = usage.data?.items;
  return (
    <div className="stack">
      <div className="row">
        <h1>Usage</h1>
        <span className="grow" />
        <NativeSelect
          aria-label="Days shown"
          value={String(days)}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
          data={SPANS.map((span) => ({ value: String(span), label: `${span} days` }))}
        />
        <Button variant="default" component={Link} to="/metrics/sentries">
          All sentries
        </Button>
        <Button
          variant="default"
          disabled={items === undefined}
          onClick={() => items && downloadText(csvOf(items), 'usage.csv', 'text/csv')}
        >
          Export CSV
        </Button>
      </div>
      {usage.error && !items && (
        <Problem
          title="The usage could not be loaded"
          text={problemText(usage.error)}
          onRetry={() => void usage.mutate()}
        />
      )}
      {!items && !usage.error && <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}
      {items && (
        <ul className="card list">
          {items.map((item) => (
            <UsageRow key={item.tenant.guid} item={item} now={now} />
          ))}
        </ul>
      )}
      {items && (
        <p className="small muted">
          Days are in UTC. A day is final two hours after it is over; today is counted so far.
        </p>
      )}
    </div>
  );
}

function UsageRow({ item, now }: { readonly item: Item; readonly now: number }) {
  const today = item.days.at(-1);
  const { name } = item.tenant;
  return (
    <li>
      <div className="main">
        <div className="usage-line">
          <span className="main">
            <span className="row">
              <strong>{name}</strong>
              <span className="tag">{BUSINESS_STATUS_LABELS[item.businessStatus]}</span>
              {item.demo && <span className="tag">Demo</span>}
              {item.suspended && <span className="tag caution">Suspended</span>}
            </span>
            <span className="small muted">
              {item.contact ?? 'no e-mail address'} ·{' '}
              {item.lastSeenAt === undefined ? 'never used' : `last used ${formatAgo(item.lastSeenAt, now)}`}
            </span>
          </span>
          {item.days.length > 1 && (
            <Sparkline values={item.days.map(({ readings }) => readings)} label={`Readings a day of ${name}`} />
          )}
        </div>
        {today && (
          <dl className="figures">
            <Figure name="Sentries" value={`${today.reporting} of ${today.sentries}`} note="reported today" />
            <Figure name="Locations" value={today.locations.toLocaleString()} />
            <Figure name="Series" value={today.series.toLocaleString()} />
            <Figure name="Readings today" value={today.readings.toLocaleString()} note={mean(item)} />
            <Figure name="Alerts today" value={today.alerts.toLocaleString()} />
            <Figure name="Messages today" value={today.messages.toLocaleString()} />
            <Figure name="Users" value={`${today.activeUsers} of ${today.users}`} note="active today" />
            <Figure name="Compressed readings" value={formatBytes(today.bytes)} />
          </dl>
        )}
      </div>
    </li>
  );
}

/** Returns the mean of the completed days. */
function mean({ days }: Item): string {
  const over = days.slice(0, -1);
  if (over.length === 0) return 'no complete day yet';
  const sum = over.reduce((all, { readings }) => all + readings, 0);
  return `${Math.round(sum / over.length).toLocaleString()} on average`;
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note !== undefined && <span className="small muted">{note}</span>}
      </dd>
    </div>
  );
}

const COLUMNS = [
  'locations',
  'sentries',
  'reporting',
  'series',
  'readings',
  'alerts',
  'messages',
  'users',
  'activeUsers',
  'bytes',
] as const;

/** Returns a CSV cell that spreadsheets do not take for a formula. */
const cell = (text: string): string => `"${(/^[=+\-@\t]/u.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const csvOf = (items: readonly Item[]): string =>
  [
    ['organization', 'status', 'contact', 'day', ...COLUMNS].join(','),
    ...items.flatMap(({ tenant, businessStatus, contact, days }) =>
      days.map((day) =>
        [cell(tenant.name), businessStatus, cell(contact ?? ''), day.day, ...COLUMNS.map((column) => day[column])].join(
          ',',
        ),
      ),
    ),
  ].join('\r\n');
