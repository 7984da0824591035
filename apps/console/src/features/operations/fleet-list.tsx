import type { ResponseOf } from '@picket/contracts/endpoints';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';

type FleetSentry = ResponseOf<'GET /metrics/sentries'>['items'][number];

/** Sentries of all organizations, with last contact and software version. */
export function FleetList({ sentries }: { readonly sentries: readonly FleetSentry[] }) {
  return (
    <ul className="card list">
      {sentries.map((sentry) => (
        <FleetLine key={sentry.guid} sentry={sentry} />
      ))}
    </ul>
  );
}

function FleetLine({ sentry }: { readonly sentry: FleetSentry }) {
  const t = useText();
  const { name, location, tenant, businessStatus, model, serialNumber, softwareVersion, openAlerts } = sentry;
  const device = [model, serialNumber, softwareVersion].filter((part) => part !== undefined);
  return (
    <li>
      <span className="main">
        <strong>{name}</strong>
        <span className="small muted">
          {t('admin.fleet.place', {
            location,
            tenant: tenant.name,
            status: t(`admin.businessStatus.${businessStatus}`),
          })}
        </span>
        <span className="small muted num">
          {model === undefined ? t('admin.fleet.notActivated') : device.join(' · ')}
        </span>
      </span>
      <span className="side">
        {openAlerts > 0 && (
          <span className="tag caution num">{t('admin.fleet.openAlerts', { count: openAlerts })}</span>
        )}
        <LastSeenBadge sentry={sentry} />
      </span>
    </li>
  );
}

function LastSeenBadge({ sentry: { lastSeenAt, online } }: { readonly sentry: FleetSentry }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (lastSeenAt === undefined) return <StateBadge state="none" label={t('admin.fleet.neverSeen')} />;
  return (
    <StateBadge
      state={online ? 'ok' : 'offline'}
      label={t('admin.fleet.lastSeenAgo', { ago: formats.ago(lastSeenAt, now) })}
    />
  );
}
