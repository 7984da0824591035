/** /admin: links to all administration pages, each with a count or a state. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { PolicyCardOut, RetentionOut } from '@picket/contracts/types';
import { describeAuditAction } from '@picket/domain/audit';
import { Link } from 'react-router';
import { useProfile } from '../../features/session/use-session.ts';
import { problemText, useApi } from '../../lib/api.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function Admin() {
  useTitle('Admin');
  const { tenant } = useProfile();
  const now = useNow();
  const ownTenant = useApi('GET /tenant', {});
  const policies = useApi('GET /views/policies', {});
  const users = useApi('GET /users', { query: { limit: 500 } });
  const tokens = useApi('GET /api-tokens', { query: { limit: 500, everyone: 'true' } });
  const retention = useApi('GET /retention', {});
  const messages = useApi('GET /messages', { query: { state: 'FAILED', limit: 100 } });
  const destinations = useApi('GET /destinations', { query: { limit: 500 } });
  const log = useApi('GET /audit', { query: { limit: 1 } });
  const operations = useApi('GET /operations', tenant.isAdminTenant ? {} : null);
  const tenants = useApi('GET /tenants', tenant.isAdminTenant ? { query: { limit: 500 } } : null);

  const parts = [
    ownTenant,
    policies,
    users,
    tokens,
    retention,
    messages,
    destinations,
    log,
    ...(tenant.isAdminTenant ? [tenants, operations] : []),
  ];
  const failed = parts.find(({ data, error }) => data === undefined && error !== undefined);
  if (failed === undefined && parts.some(({ data }) => data === undefined))
    return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;

  const invited = users.data?.items.filter(({ state }) => state !== 'ACTIVE').length ?? 0;
  const [latest] = log.data?.items ?? [];
  const mail = ownTenant.data?.mail;
  const mailState =
    mail === undefined
      ? undefined
      : !mail.configured
        ? 'Mail is not configured: links are shown instead'
        : mail.failed > 0
          ? `${plural(mail.failed, 'mail')} could not be delivered`
          : mail.waiting > 0
            ? `${plural(mail.waiting, 'mail')} in the queue`
            : 'Mail is configured';
  const suspended = tenants.data?.items.filter((one) => one.suspended).length ?? 0;
  return (
    <div className="stack">
      <h1>Administration</h1>
      {failed?.error !== undefined && (
        <Problem
          title="Some figures could not be loaded"
          text={problemText(failed.error)}
          onRetry={() => void Promise.all(parts.map(({ mutate }) => mutate()))}
        />
      )}
      <div className="admin-grid">
        <Card
          to="/admin/policies"
          title="Policies"
          figure={policies.data?.items.length.toString()}
          text={policies.data && policySummary(policies.data.items)}
        />
        <Card
          to="/admin/users"
          title="Users"
          figure={count(users.data)}
          text={users.data && (invited > 0 ? `${invited} not signed up yet` : 'All users have signed up')}
        />
        <Card
          to="/admin/notifications"
          title="Notifications"
          figure={count(destinations.data)}
          text={
            messages.data &&
            (messages.data.items.length === 0
              ? 'Organization channels, escalation rules, preview'
              : `${count(messages.data)} messages could not be delivered`)
          }
        />
        <Card
          to="/admin/setup"
          title="This organization"
          figure={ownTenant.data?.name}
          text={
            ownTenant.data &&
            `${ownTenant.data.requireMfa ? 'Second factor required for all users' : `${ownTenant.data.withoutMfa} of ${ownTenant.data.users} without a second factor`} · ${mailState}`
          }
        />
        <Card
          to="/admin/setup#tokens"
          title="API tokens"
          figure={count(tokens.data)}
          text={tokens.data && 'Access for programs'}
        />
        <Card
          to="/retention"
          title="Retention"
          figure={retention.data && retentionText(retention.data)}
          text={
            retention.data &&
            `${formatBytes(retention.data.items.reduce((sum, { bytes }) => sum + bytes, 0))} of compressed days`
          }
        />
        <Card
          to="/admin/logs"
          title="Audit log"
          figure={latest === undefined ? undefined : latest.ordinal.toLocaleString()}
          text={
            latest &&
            `Latest: ${latest.actor.name} ${describeAuditAction(latest.action)} ${latest.target.name}, ${formatAgo(latest.occurredAt, now)}`
          }
        />
        {tenant.isAdminTenant && (
          <Card
            to="/admin/tenants"
            title="All organizations"
            figure={count(tenants.data)}
            text={tenants.data && (suspended > 0 ? `${suspended} suspended` : 'None suspended')}
          />
        )}
        {tenant.isAdminTenant && (
          <Card
            to="/admin/operations"
            title="Operations"
            figure={
              operations.data &&
              (operations.data.failingHealthChecks.length === 0
                ? 'Healthy'
                : `${operations.data.failingHealthChecks.length}`)
            }
            text={operations.data && operationsText(operations.data, now)}
          />
        )}
        {tenant.isAdminTenant && (
          <Card
            to="/metrics"
            title="Usage"
            figure={tenants.data?.items.reduce((sum, one) => sum + one.sentries, 0).toLocaleString()}
            text={tenants.data && 'Sentries of all organizations, readings a day, versions'}
          />
        )}
      </div>
      <p className="small muted">
        <Link to="/version">Version and licenses</Link>
      </p>
    </div>
  );
}

/** Returns the first failing health check, or the age of the newest backup. */
function operationsText({ failingHealthChecks, backups }: ResponseOf<'GET /operations'>, now: number): string {
  const [failing] = failingHealthChecks;
  if (failing !== undefined) return failing;
  const [newest] = backups.items;
  return newest === undefined ? 'No backup yet' : `Last backup ${formatAgo(newest.madeAt, now)}`;
}

/** Returns how long readings are kept. */
function retentionText({ items }: RetentionOut): string {
  const days = items.find(({ kind }) => kind === 'READINGS')?.keepDays ?? 0;
  return days === 0 ? 'Forever' : days % 365 === 0 ? `${days / 365} y` : `${days} d`;
}

/** Returns how many alerts the policies raised and how many were false alarms. */
function policySummary(policies: readonly PolicyCardOut[]): string {
  const sum = (of: (policy: PolicyCardOut) => number): number => policies.reduce((all, policy) => all + of(policy), 0);
  const alerts = sum((policy) => policy.alerts);
  const wrong = sum(({ verdicts }) => verdicts.false);
  const raised = `${plural(alerts, 'alert')} in 30 days`;
  return wrong === 0 ? raised : `${raised}, ${plural(wrong, 'false alarm')}`;
}

const count = (page: { readonly items: readonly unknown[]; readonly nextCursor: string | null } | undefined) =>
  page === undefined ? undefined : `${page.items.length}${page.nextCursor === null ? '' : '+'}`;

function Card({
  to,
  title,
  figure,
  text,
}: {
  readonly to: string;
  readonly title: string;
  readonly figure: string | undefined;
  readonly text: string | undefined;
}) {
  return (
    <Link to={to} className="card admin-card">
      <h2>{title}</h2>
      <span className="figure">{figure ?? '…'}</span>
      <span className="small muted">{text ?? 'Loading'}</span>
    </Link>
  );
}
