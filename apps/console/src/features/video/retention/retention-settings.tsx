/** The video retention of one organization: what it has, its rules, and what a change deletes. */
import type { VideoRetentionOut } from '@picket/contracts/types';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useProfile } from '../../session/index.ts';
import { HoldList } from '../clips/hold-list.tsx';
import { forecastRetention } from './retention-forecast.ts';
import { RetentionRules } from './retention-rules.tsx';
import { refreshVideoRetention } from './use-video-retention.ts';
import classes from './video-retention.module.css';

interface Props {
  readonly retention: VideoRetentionOut;
  /** Of the organization. */
  readonly name: string;
}

export function RetentionSettings({ retention, name }: Props) {
  return (
    <>
      <RetentionFigures retention={retention} />
      <div className={classes.columns}>
        <RetentionRules key={retention.tenant} retention={retention} name={name} />
        <div className="stack">
          <SentryShares retention={retention} />
          <Holds retention={retention} />
          <Backups retention={retention} />
        </div>
      </div>
    </>
  );
}

function RetentionFigures({ retention: { usage, ...rules } }: Pick<Props, 'retention'>) {
  const t = useText();
  const now = useNow();
  const formats = useFormats();
  const { bytes, clips, heldBytes, heldClips, oldestAt } = usage;
  const forecast = forecastRetention(usage, rules, now);
  const oldest = oldestAt === undefined ? null : formats.date(oldestAt);
  const figures = [
    {
      name: t('retention.used'),
      value: formats.bytes(bytes),
      note: t('retention.usedOf', {
        percent: formats.number((bytes / rules.maxBytes) * 100),
        limit: formats.bytes(rules.maxBytes),
      }),
    },
    {
      name: t('retention.clips'),
      value: formats.number(clips),
      note: oldest === null ? t('retention.noClips') : t('retention.oldest', { date: oldest }),
    },
    {
      name: t('retention.perDay'),
      value: forecast === null ? '–' : formats.bytes(forecast.perDay),
      note:
        forecast === null || oldest === null
          ? t('retention.perDayUnknown')
          : t('retention.perDayText', { date: oldest }),
    },
    {
      name: t('retention.onHold'),
      value: formats.bytes(heldBytes),
      note: t('retention.onHoldText', { count: heldClips }),
    },
  ];
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className="card pad">
          <dt>{name}</dt>
          <dd className="num">
            <strong>{value}</strong>
            <span className="small muted">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SentryShares({ retention: { usage } }: Pick<Props, 'retention'>) {
  const t = useText();
  const formats = useFormats();
  const { sentries, bytes: total } = usage;
  return (
    <section className="card pad stack" aria-label={t('retention.sentries')}>
      <h2>{t('retention.sentries')}</h2>
      {sentries.length === 0 && <p className="muted">{t('retention.noSentries')}</p>}
      {sentries.length > 0 && (
        <ul className={classes.shares}>
          {sentries.map(({ guid, name, location, bytes }) => (
            <li key={guid}>
              <span className={classes.shareName}>
                {name} <span className="muted small">{location}</span>
              </span>
              <span className="num">{formats.bytes(bytes)}</span>
              <span className={classes.share} aria-hidden="true">
                <span style={{ width: `${(bytes / Math.max(1, total)) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Holds({ retention: { holds, tenant } }: Pick<Props, 'retention'>) {
  const t = useText();
  const profile = useProfile();
  return (
    <section className="card pad stack" aria-label={t('retention.holds')}>
      <h2>{t('retention.holds')}</h2>
      {holds.length === 0 ? (
        <p className="muted">{t('retention.noHolds')}</p>
      ) : (
        <HoldList holds={holds} mayLift={profile.tenant.guid === tenant} onChanged={refreshVideoRetention} />
      )}
      <p className="small muted">{t('retention.holdsText')}</p>
    </section>
  );
}

function Backups({ retention: { usage } }: Pick<Props, 'retention'>) {
  const t = useText();
  const formats = useFormats();
  const { newestBackupAt } = usage;
  return (
    <section className="card pad stack" aria-label={t('retention.backups')}>
      <h2>{t('retention.backups')}</h2>
      <p>{t('retention.backupsText')}</p>
      <p className="small muted num">
        {newestBackupAt === undefined
          ? t('retention.noBackup')
          : t('retention.newestBackup', { date: formats.dateTime(newestBackupAt) })}
      </p>
    </section>
  );
}
