/** The cards of the administration page, each with a count or a state; only those that the caller may open. */
import type { AdminOverviewOut } from '@picket/contracts/types';
import { describeAuditAction } from '@picket/domain/audit';
import { Link } from 'react-router';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { plural } from '../../lib/plural.ts';
import '../../ui/lists.css';

interface CardContent {
  readonly to: string;
  readonly title: string;
  readonly figure: string;
  readonly text: string;
}

type Organization = NonNullable<AdminOverviewOut['organization']>;
type Installation = NonNullable<AdminOverviewOut['installation']>;

export function AdminCards({ overview, now }: { readonly overview: AdminOverviewOut; readonly now: number }) {
  const { policies, organization, installation } = overview;
  const cards = [
    policyCard(policies),
    ...(organization === undefined ? [] : organizationCards(organization, now)),
    ...(installation === undefined ? [] : installationCards(installation, now)),
  ];
  return (
    <div className="admin-grid">
      {cards.map(({ to, title, figure, text }) => (
        <Link key={to} to={to} className="card admin-card">
          <h2>{title}</h2>
          <span className="figure">{figure}</span>
          <span className="small muted">{text}</span>
        </Link>
      ))}
    </div>
  );
}

function policyCard({ count, alerts, falseAlarms }: AdminOverviewOut['policies']): CardContent {
  const raised = `${plural(alerts, 'alert')} in 30 days`;
  return {
    to: '/admin/policies',
    title: 'Policies',
    figure: count.toLocaleString(),
    text: falseAlarms === 0 ? raised : `${raised}, ${plural(falseAlarms, 'false alarm')}`,
  };
}

const organizationCards = (organization: Organization, now: number): readonly CardContent[] => [
  {
    to: '/admin/users',
    title: 'Users',
    figure: organization.users.toLocaleString(),
    text: organization.invited > 0 ? `${organization.invited} not signed up yet` : 'All users have signed up',
  },
  {
    to: '/admin/notifications',
    title: 'Notifications',
    figure: organization.channels.toLocaleString(),
    text:
      organization.failedMessages === 0
        ? 'Channels of the organization, escalation rules, preview'
        : `${plural(organization.failedMessages, 'message')} could not be delivered`,
  },
  {
    to: '/admin/setup',
    title: 'This organization',
    figure: organization.name,
    text: organization.requireMfa
      ? 'Second factor required for all users'
      : `${organization.withoutMfa} of ${organization.users} without a second factor`,
  },
  {
    to: '/admin/setup#tokens',
    title: 'API tokens',
    figure: organization.tokens.toLocaleString(),
    text: 'Access for programs',
  },
  {
    to: '/retention',
    title: 'Retention',
    figure: retentionText(organization.keepDays),
    text: 'How long readings are kept',
  },
  auditCard(organization, now),
];

function auditCard({ lastAudit }: Organization, now: number): CardContent {
  return {
    to: '/admin/logs',
    title: 'Audit log',
    figure: lastAudit === undefined ? '0' : lastAudit.ordinal.toLocaleString(),
    text:
      lastAudit === undefined
        ? 'Who changed what, and when'
        : `Latest: ${auditSentence(lastAudit)}, ${formatAgo(lastAudit.occurredAt, now)}`,
  };
}

/** As in the log itself: what somebody did to themselves names them once. */
function auditSentence({ actor, action, target }: NonNullable<Organization['lastAudit']>): string {
  const done = `${actor} ${describeAuditAction(action)}`;
  return actor === target ? done : `${done} ${target}`;
}

const installationCards = (installation: Installation, now: number): readonly CardContent[] => [
  {
    to: '/admin/tenants',
    title: 'All organizations',
    figure: installation.tenants.toLocaleString(),
    text: installation.suspended > 0 ? `${installation.suspended} suspended` : 'None suspended',
  },
  {
    to: '/admin/operations',
    title: 'Operations',
    figure: installation.failingHealthChecks === 0 ? 'Healthy' : plural(installation.failingHealthChecks, 'problem'),
    text:
      installation.newestBackupAt === undefined
        ? 'No backup yet'
        : `Last backup ${formatAgo(installation.newestBackupAt, now)}`,
  },
  {
    to: '/admin/mail',
    title: 'Mail server',
    figure: installation.mailHost === undefined ? 'None' : 'Set up',
    text: installation.mailHost ?? 'Links are shown to administrators instead',
  },
  {
    to: '/metrics',
    title: 'Usage',
    figure: installation.sentries.toLocaleString(),
    text: 'Sentries of all organizations, readings a day, versions',
  },
];

/** How long readings are kept. */
const retentionText = (days: number): string =>
  days === 0 ? 'Forever' : days % 365 === 0 ? `${days / 365} y` : `${days} d`;
