/** The clips of a time on one line; each opens its alert. Nothing where there are none. */
import type { ClipOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import { Link } from 'react-router';
import { useApi } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { tickCount, tickText, timeTicks } from '../../../ui/time-ticks.ts';
import { useProfile } from '../../session/index.ts';
import classes from './clip-timeline.module.css';

const MAX_CLIPS = 100;
/** The same requests for a minute, although "now" moves on. */
const STEP_MS = 60_000;

interface Props {
  readonly location: string;
  readonly timezone: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export function ClipTimeline({ location, timezone, from, to }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const { display } = useProfile();
  const query = {
    location,
    from: formatInstant(Math.floor(from / STEP_MS) * STEP_MS),
    to: formatInstant(Math.ceil(to / STEP_MS) * STEP_MS),
    limit: MAX_CLIPS,
  };
  // Displays get no clips.
  const { data } = useApi('GET /clips', display ? null : { query });
  const clips = (data?.items ?? []).filter(({ state }) => state === 'READY');
  if (clips.length === 0) return null;
  const shareOf = (at: number): number => Math.min(1, Math.max(0, (at - from) / (to - from)));
  return (
    <section className={`card ${classes.timeline}`} aria-label={t('history.clips')}>
      <p className="row small">
        <strong>{t('history.clips')}</strong>
        <span className="muted num">
          {data?.nextCursor == null
            ? t('history.clipsCount', { count: clips.length })
            : t('history.clipsNewest', { count: formats.number(clips.length) })}
        </span>
      </p>
      <ul className={classes.track}>
        {clips.map((clip) => (
          <ClipBar key={clip.guid} clip={clip} timezone={timezone} shareOf={shareOf} />
        ))}
      </ul>
      <Ticks timezone={timezone} from={from} to={to} shareOf={shareOf} />
    </section>
  );
}

interface TicksProps extends Pick<Props, 'timezone' | 'from' | 'to'> {
  readonly shareOf: (at: number) => number;
}

/** Mounted with the line, so that its width is known. */
function Ticks({ timezone, from, to, shareOf }: TicksProps) {
  const formats = useFormats(timezone);
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className={classes.ticks} aria-hidden="true">
      {timeTicks(from, to, timezone, tickCount(width)).map((tick) => (
        <span key={tick.at} style={{ left: `${shareOf(tick.at) * 100}%` }}>
          {tickText(formats, tick)}
        </span>
      ))}
    </div>
  );
}

interface BarProps {
  readonly clip: ClipOut;
  readonly timezone: string;
  readonly shareOf: (at: number) => number;
}

function ClipBar({ clip, timezone, shareOf }: BarProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const { guid, location, alerts, sentry, startedAt, endedAt } = clip;
  const [alert] = alerts;
  const [begin, end] = [Date.parse(startedAt), Date.parse(endedAt)];
  const text = t('history.clip', {
    sentry: sentry.name,
    time: formats.dateTimeWithSeconds(startedAt),
    duration: formats.duration(end - begin),
  });
  const place = { left: `${shareOf(begin) * 100}%`, width: `${(shareOf(end) - shareOf(begin)) * 100}%` };
  return (
    <li style={place}>
      {alert === undefined ? (
        <span title={text} />
      ) : (
        <Link to={`/locations/${location}/alert/${alert}?clip=${guid}`} title={text} aria-label={text} />
      )}
    </li>
  );
}
