/** /metrics/sentries: the sentries of all organizations, with last contact and software version. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { BUSINESS_STATUS_LABELS } from '@picket/domain/tenants';
import { useState } from 'react';
import { Link } from 'react-router';
import { problemText, useApi } from '../../lib/api.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import { SEARCH_DELAY_MS } from '../../lib/search-delay.ts';
import { usePages } from '../../lib/use-pages.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useTitle } from '../../ui/use-title.ts';

const KEY = 'GET /metrics/sentries';
const LAST_SEEN_OPTIONS = [
  { value: '', label: 'Any time' },
  { value: '900', label: 'Not seen for 15 minutes' },
  { value: '86400', label: 'Not seen for a day' },
  { value: '604800', label: 'Not seen for a week' },
];

export default function FleetScreen() {
  useTitle('All sentries');
  const now = useNow();
  const [search, setSearch] = useState('');
  const [silentFor, setSilentFor] = useState('');
  const [version, setVersion] = useState('');
  const [debouncedSearch] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS);
  const facts = useApi(KEY, { query: { limit: 1 } });
  const versions = facts.data?.versions ?? [];
  const pages = usePages(KEY, {
    query: {
      limit: 50,
      ...(debouncedSearch === '' ? {} : { search: debouncedSearch }),
      ...(silentFor === '' ? {} : { silentFor: Number(silentFor) }),
      ...(version === '' ? {} : { softwareVersion: version }),
    },
  });
  const names = [...new Set(versions.map(({ softwareVersion }) => softwareVersion))];
  // The list and the versions above it appear together, so that nothing shifts.
  const isReady =
    (facts.data !== undefined || facts.error !== undefined) && (pages.items !== undefined || pages.error !== undefined);
  return (
    <div className="stack">
      <div className="row">
        <h1>All sentries</h1>
        <span className="grow" />
        <Button variant="default" component={Link} to="/metrics">
          Usage
        </Button>
      </div>
      <div className="filters">
        <TextInput
          label="Search"
          placeholder="Name, serial number, location, organization"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          label="Last seen"
          value={silentFor}
          onChange={(event) => setSilentFor(event.currentTarget.value)}
          data={LAST_SEEN_OPTIONS}
        />
        <NativeSelect
          label="Version"
          value={version}
          onChange={(event) => setVersion(event.currentTarget.value)}
          data={[{ value: '', label: 'Any' }, ...names.map((name) => ({ value: name, label: name }))]}
        />
      </div>
      {isReady && versions.length > 0 && (
        <p className="row small">
          {versions.map(({ softwareVersion, model, count }) => (
            <span key={`${model} ${softwareVersion}`} className="tag num">
              {model} {softwareVersion}: {count}
            </span>
          ))}
        </p>
      )}
      {pages.error && (
        <Problem
          title="The sentries could not be loaded"
          text={problemText(pages.error)}
          onRetry={() => void pages.reload()}
        />
      )}
      {!isReady && <div className="skeleton" style={{ height: 320 }} aria-hidden="true" />}
      {isReady && pages.items?.length === 0 && <p className="muted">No matching sentries.</p>}
      {isReady && pages.items !== undefined && pages.items.length > 0 && (
        <ul className="card list">
          {pages.items.map((sentry) => (
            <li key={sentry.guid}>
              <span className="main">
                <strong>{sentry.name}</strong>
                <span className="small muted">
                  {sentry.location}, {sentry.tenant.name} ({BUSINESS_STATUS_LABELS[sentry.businessStatus]})
                </span>
                <span className="small muted num">
                  {sentry.model === undefined
                    ? 'Not activated yet'
                    : [sentry.model, sentry.serialNumber, sentry.softwareVersion]
                        .filter((part) => part !== undefined)
                        .join(' · ')}
                </span>
              </span>
              <span className="side">
                {sentry.openAlerts > 0 && (
                  <span className="tag caution num">{plural(sentry.openAlerts, 'open alert')}</span>
                )}
                <LastSeenBadge at={sentry.lastSeenAt} isOnline={sentry.online} now={now} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={pages} />
    </div>
  );
}

function LastSeenBadge({
  at,
  isOnline,
  now,
}: {
  readonly at: string | undefined;
  readonly isOnline: boolean;
  readonly now: number;
}) {
  if (at === undefined) return <StateBadge state="none" label="Never seen" />;
  return <StateBadge state={isOnline ? 'ok' : 'offline'} label={`Last seen ${formatAgo(at, now)}`} />;
}
