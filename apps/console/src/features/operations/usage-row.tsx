/** The usage of one organization: today's figures, and the readings of the days before as a line. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { TenantTags } from '../tenants/index.ts';
import { Figure } from './figure.tsx';
import figureStyles from './figures.module.css';
import styles from './usage-line.module.css';

export type UsageItem = ResponseOf<'GET /metrics/usage'>['items'][number];

export function UsageRow({ item }: { readonly item: UsageItem }) {
  const t = useText();
  const { name } = item.tenant;
  return (
    <li>
      <div className="main">
        <div className={styles.line}>
          <UsageHead item={item} />
          {item.days.length > 1 && (
            <Sparkline
              values={item.days.map(({ readings }) => readings)}
              label={t('admin.usage.readingsADay', { name })}
            />
          )}
        </div>
        <Today item={item} />
      </div>
    </li>
  );
}

function UsageHead({ item }: { readonly item: UsageItem }) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { tenant, lastSeenAt } = item;
  const contact = item.contact ?? t('admin.usage.noAddress');
  return (
    <span className="main">
      <span className="row">
        <strong>{tenant.name}</strong>
        <TenantTags businessStatus={item.businessStatus} demo={item.demo} suspended={item.suspended} />
      </span>
      <span className="small muted">
        {lastSeenAt === undefined
          ? t('admin.usage.unused', { contact })
          : t('admin.usage.used', { contact, ago: formats.ago(lastSeenAt, now) })}
      </span>
    </span>
  );
}

function Today({ item: { days } }: { readonly item: UsageItem }) {
  const t = useText();
  const formats = useFormats();
  const day = formatInstant(useNow()).slice(0, 10);
  // Where it takes long to count today, the last one is a day before.
  const today = days.find((one) => one.day === day);
  if (today === undefined) return null;
  const mean = meanReadings(days.filter((one) => one !== today));
  return (
    <dl className={figureStyles.figures}>
      <Figure
        name={t('admin.usage.sentries')}
        value={t('admin.usage.share', { part: today.reporting, all: today.sentries })}
        note={t('admin.usage.reportedToday')}
      />
      <Figure name={t('admin.usage.locations')} value={formats.number(today.locations)} />
      <Figure name={t('admin.usage.series')} value={formats.number(today.series)} />
      <Figure
        name={t('admin.usage.readingsToday')}
        value={formats.number(today.readings)}
        note={mean === null ? t('admin.usage.noMean') : t('admin.usage.mean', { count: mean })}
      />
      <Figure name={t('admin.usage.alertsToday')} value={formats.number(today.alerts)} />
      <Figure name={t('admin.usage.messagesToday')} value={formats.number(today.messages)} />
      <Figure
        name={t('admin.usage.users')}
        value={t('admin.usage.share', { part: today.activeUsers, all: today.users })}
        note={t('admin.usage.activeToday')}
      />
      <Figure name={t('admin.usage.bytes')} value={formats.bytes(today.bytes)} />
      <Figure name={t('admin.usage.clipBytes')} value={formats.bytes(today.clipBytes)} />
    </dl>
  );
}

/** The mean of the completed days; null: there is none yet. */
function meanReadings(days: UsageItem['days']): number | null {
  if (days.length === 0) return null;
  return Math.round(days.reduce((all, { readings }) => all + readings, 0) / days.length);
}
