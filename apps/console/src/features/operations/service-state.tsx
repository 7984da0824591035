import type { ResponseOf } from '@picket/contracts';
import { ago } from '../../lib/format-ago.ts';
import { bytesText } from '../../lib/format-bytes.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import './operations.css';

/** How the installation is, and what is wrong with it. */
export function ServiceState({ state, now }: { readonly state: ResponseOf<'GET /operations'>; readonly now: number }) {
  const { failingHealthChecks, version, postgres, databaseBytes, disk, startedAt } = state;
  return (
    <section className="card section" aria-label="State of the service">
      <div className="row">
        <h2>State</h2>
        {failingHealthChecks.length === 0 ? (
          <StateBadge state="ok" word="All is well" />
        ) : (
          <StateBadge
            state="critical"
            word={failingHealthChecks.length === 1 ? '1 trouble' : `${failingHealthChecks.length} troubles`}
          />
        )}
      </div>
      {failingHealthChecks.length > 0 && (
        <ul className="stack-tight">
          {failingHealthChecks.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      )}
      <dl className="figures">
        <Figure name="Picket" value={version} />
        <Figure name="Running for" value={ago(startedAt, now).replace(/ ago$/u, '')} />
        <Figure name="Database" value={bytesText(databaseBytes)} />
        {disk && <Figure name="Free on the disk" value={`${bytesText(disk.free)} of ${bytesText(disk.total)}`} />}
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
