/** The cards of the administration page, each with a count or a state; only those that the caller may open. */
import type { AdminOverviewOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Formats } from '../../lib/formats.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import '../../ui/lists.css';
import { auditSentence } from '../audit/index.ts';
import { keepDurationText } from '../tenants/index.ts';

interface CardContent {
  readonly to: string;
  readonly title: string;
  readonly figure: string;
  readonly text: ReactNode;
}

/** What writes the cards. */
interface Writer {
  readonly t: Translator;
  readonly formats: Formats;
  readonly now: number;
}

type Tenant = NonNullable<AdminOverviewOut['tenant']>;
type Installation = NonNullable<AdminOverviewOut['installation']>;

export function AdminCards({ overview }: { readonly overview: AdminOverviewOut }) {
  const writer = { t: useText(), formats: useFormats(), now: useNow() };
  const { policies, tenant, installation } = overview;
  const cards = [
    policyCard(writer, policies),
    ...(tenant === undefined ? [] : tenantCards(writer, tenant)),
    ...(installation === undefined ? [] : installationCards(writer, installation)),
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

const policyCard = (
  { t, formats }: Writer,
  { count, alerts, falseAlarms }: AdminOverviewOut['policies'],
): CardContent => ({
  to: '/admin/policies',
  title: t('shell.page.policies'),
  figure: formats.number(count),
  text:
    falseAlarms === 0
      ? t('operations.card.policies', { count: alerts })
      : t('operations.card.policiesFalse', { count: alerts, falseAlarms }),
});

const tenantCards = (writer: Writer, tenant: Tenant): readonly CardContent[] => [
  userCard(writer, tenant),
  notificationCard(writer, tenant),
  {
    to: '/admin/integrations',
    title: writer.t('shell.page.integrations'),
    figure: writer.t('operations.card.sensors'),
    text: writer.t('operations.card.integrations'),
  },
  settingsCard(writer, tenant),
  {
    to: '/admin/setup#tokens',
    title: writer.t('account.tokens.title'),
    figure: writer.formats.number(tenant.tokens),
    text: writer.t('operations.card.tokens'),
  },
  {
    to: '/admin/setup#retention',
    title: writer.t('operations.card.readingRetention'),
    figure: keepDurationText(writer.t, tenant.keepDays),
    text: writer.t('operations.card.retention'),
  },
  auditCard(writer, tenant),
];

const userCard = ({ t, formats }: Writer, { users, invited }: Tenant): CardContent => ({
  to: '/admin/users',
  title: t('shell.page.users'),
  figure: formats.number(users),
  text: invited > 0 ? t('operations.card.invited', { count: invited }) : t('operations.card.allSignedUp'),
});

const notificationCard = ({ t, formats }: Writer, { channels, failedMessages }: Tenant): CardContent => ({
  to: '/admin/notifications',
  title: t('shell.page.notifications'),
  figure: formats.number(channels),
  text:
    failedMessages === 0
      ? t('operations.card.notifications')
      : t('operations.card.notificationsFailed', { count: failedMessages }),
});

const settingsCard = ({ t }: Writer, { name, requireMfa, withoutMfa, users }: Tenant): CardContent => ({
  to: '/admin/setup',
  title: t('operations.card.organization'),
  figure: name,
  text: requireMfa ? t('operations.card.mfaRequired') : t('operations.card.withoutMfa', { count: withoutMfa, users }),
});

const auditCard = ({ t, formats, now }: Writer, { lastAudit }: Tenant): CardContent => ({
  to: '/admin/logs',
  title: t('shell.page.auditLog'),
  figure: formats.number(lastAudit?.ordinal ?? 0),
  text:
    lastAudit === undefined
      ? t('operations.card.audit')
      : t.rich('operations.card.auditLatest', {
          entry: () => auditSentence(t, { ...lastAudit, isOwn: lastAudit.actor === lastAudit.target }),
          ago: formats.ago(lastAudit.occurredAt, now),
        }),
});

const installationCards = (writer: Writer, installation: Installation): readonly CardContent[] => {
  const { t, formats } = writer;
  const { tenants, suspended, mailHost, sentries } = installation;
  return [
    {
      to: '/admin/tenants',
      title: t('operations.card.tenants'),
      figure: formats.number(tenants),
      text: suspended > 0 ? t('operations.card.suspended', { count: suspended }) : t('operations.card.noneSuspended'),
    },
    operationsCard(writer, installation),
    {
      to: '/admin/mail',
      title: t('shell.page.mailServer'),
      figure: t(mailHost === undefined ? 'operations.card.noMail' : 'operations.card.mailSetUp'),
      text: mailHost ?? t('operations.card.mailText'),
    },
    {
      to: '/retention',
      title: t('shell.page.retention'),
      figure: t('operations.card.clips'),
      text: t('operations.card.videoRetention'),
    },
    {
      to: '/metrics',
      title: t('shell.page.usage'),
      figure: formats.number(sentries),
      text: t('operations.card.usage'),
    },
  ];
};

const operationsCard = (
  { t, formats, now }: Writer,
  { failingHealthChecks, newestBackupAt }: Installation,
): CardContent => ({
  to: '/admin/operations',
  title: t('shell.page.operations'),
  figure:
    failingHealthChecks === 0
      ? t('operations.card.healthy')
      : t('operations.card.problems', { count: failingHealthChecks }),
  text:
    newestBackupAt === undefined
      ? t('operations.card.noBackup')
      : t('operations.card.lastBackup', { ago: formats.ago(newestBackupAt, now) }),
});
