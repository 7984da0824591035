/** The usage of one organization: the figures of today, and the readings of the days before as a line. */
import { formatInstant } from '@picket/domain/time';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { TenantTags } from '../tenants/index.ts';
import { Figure } from './figure.tsx';
import figureStyles from './figures.module.css';
import { figuresOf, type UsageItem } from './usage-figures.ts';
import styles from './usage-line.module.css';

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
        <Figures item={item} />
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

function Figures({ item: { days } }: { readonly item: UsageItem }) {
  const t = useText();
  const formats = useFormats();
  const figures = figuresOf(days, formatInstant(useNow()).slice(0, 10));
  if (figures === null) return null;
  const { shown, isToday, mean } = figures;
  return (
    <>
      {!isToday && <p className="small muted">{t('admin.usage.ofDay', { day: formats.plainDate(shown.day) })}</p>}
      <dl className={figureStyles.figures}>
        <Figure
          name={t('admin.usage.sentries')}
          value={t('admin.usage.share', { part: shown.reporting, all: shown.sentries })}
          note={isToday ? t('admin.usage.reportedToday') : t('admin.usage.reported')}
        />
        <Figure name={t('admin.usage.locations')} value={formats.number(shown.locations)} />
        <Figure name={t('admin.usage.series')} value={formats.number(shown.series)} />
        <Figure
          name={isToday ? t('admin.usage.readingsToday') : t('admin.usage.readings')}
          value={formats.number(shown.readings)}
          note={mean === null ? t('admin.usage.noMean') : t('admin.usage.mean', { count: mean })}
        />
        <Figure
          name={isToday ? t('admin.usage.alertsToday') : t('admin.usage.alerts')}
          value={formats.number(shown.alerts)}
        />
        <Figure
          name={isToday ? t('admin.usage.messagesToday') : t('admin.usage.messages')}
          value={formats.number(shown.messages)}
        />
        <Figure
          name={t('admin.usage.users')}
          value={t('admin.usage.share', { part: shown.activeUsers, all: shown.users })}
          note={isToday ? t('admin.usage.activeToday') : t('admin.usage.active')}
        />
        <Figure name={t('admin.usage.bytes')} value={formats.bytes(shown.bytes)} />
        <Figure name={t('admin.usage.clipBytes')} value={formats.bytes(shown.clipBytes)} />
      </dl>
    </>
  );
}
