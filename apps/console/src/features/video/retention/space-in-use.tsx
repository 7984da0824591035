/** How much of the limit is used, with the points of the alarms, and when it will be full. */
import type { VideoRetentionOut } from '@picket/contracts/types';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { forecastRetention } from './retention-forecast.ts';
import classes from './video-retention.module.css';

/** Shares at which the health check of video reports. */
const ALARMS = [0.8, 0.95] as const;

interface Props {
  readonly usage: VideoRetentionOut['usage'];
  /** As they are typed; NaN: they are not. */
  readonly keepDays: number;
  readonly maxBytes: number;
  readonly onLimit: (bytes: number) => void;
}

export function SpaceInUse({ usage, keepDays, maxBytes, onLimit }: Props) {
  const t = useText();
  const formats = useFormats();
  const limit = Number.isNaN(maxBytes) || maxBytes <= 0 ? usage.bytes : maxBytes;
  const whole = Math.max(limit, usage.bytes, 1);
  const others = usage.bytes - usage.heldBytes;
  const share = usage.bytes / limit;
  const free = limit - usage.bytes;
  return (
    <div className="stack-tight">
      <div
        className={classes.bar}
        role="img"
        aria-label={`${t('retention.bar')}: ${t('retention.usedOf', { percent: formats.number(share * 100), limit: formats.bytes(limit) })}`}
      >
        <span className={classes.held} style={{ width: `${(usage.heldBytes / whole) * 100}%` }} />
        <span
          className={classes.kept}
          data-level={share > ALARMS[1] ? 'full' : share > ALARMS[0] ? 'high' : undefined}
          style={{ width: `${(others / whole) * 100}%` }}
        />
        {ALARMS.map((at) => (
          <span key={at} className={classes.alarm} style={{ left: `${((at * limit) / whole) * 100}%` }} />
        ))}
      </div>
      <p className={`small num ${classes.legend}`}>
        <span data-part="held">{t('retention.bar.held', { size: formats.bytes(usage.heldBytes) })}</span>
        <span data-part="kept">{t('retention.bar.kept', { size: formats.bytes(others) })}</span>
        <span data-part="free">
          {free >= 0
            ? t('retention.bar.free', { size: formats.bytes(free) })
            : t('retention.bar.over', { size: formats.bytes(-free) })}
        </span>
      </p>
      <Forecast usage={usage} keepDays={keepDays} maxBytes={maxBytes} onLimit={onLimit} />
    </div>
  );
}

function Forecast({ usage, keepDays, maxBytes, onLimit }: Props) {
  const t = useText();
  const now = useNow();
  const formats = useFormats();
  if (Number.isNaN(keepDays) || Number.isNaN(maxBytes)) return null;
  const forecast = forecastRetention(usage, { keepDays, maxBytes }, now);
  if (forecast === null) return null;
  const { full, needed } = forecast;
  const perDay = formats.bytes(forecast.perDay);
  const size = formats.bytes(needed);
  if (full === null) return <p className="small muted num">{t('retention.fits', { keep: keepDays, perDay, size })}</p>;
  return (
    <p className={`num ${classes.warning}`}>
      {t('retention.fullOn', { date: formats.date(full.at), perDay, days: full.days, keep: formats.number(keepDays) })}{' '}
      <button type="button" className="link-button" onClick={() => onLimit(needed)}>
        {t('retention.setLimit', { size })}
      </button>
    </p>
  );
}
