import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { plural } from '../../lib/plural.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import './operations.css';

/** The state of the installation in figures; open-points.tsx says what is wrong. */
export function ServiceState({ state, now }: { readonly state: ResponseOf<'GET /operations'>; readonly now: number }) {
  const { failingHealthChecks, version, postgres, databaseBytes, disk, startedAt } = state;
  return (
    <section className="card section" aria-label="State of the service">
      <div className="row">
        <h2>State</h2>
        {failingHealthChecks.length === 0 ? (
          <StateBadge state="ok" label="Healthy" />
        ) : (
          <StateBadge state="critical" label={plural(failingHealthChecks.length, 'problem')} />
        )}
      </div>
      <dl className="figures">
        <Figure name="Picket" value={version} />
        <Figure name="Uptime" value={formatAgo(startedAt, now).replace(/ ago$/u, '')} />
        <Figure name="Database" value={formatBytes(databaseBytes)} />
        {disk && <Figure name="Free disk space" value={`${formatBytes(disk.free)} of ${formatBytes(disk.total)}`} />}
        <Figure name="Postgres" value={postgres.split(' ')[0] ?? postgres} />
      </dl>
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
