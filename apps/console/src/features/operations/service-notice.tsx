import type { ResponseOf } from '@picket/contracts/endpoints';
import { useEffect } from 'react';
import { announce } from '../../lib/announce.ts';
import { useApi } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { isMaintenanceDue } from './maintenance-due.ts';
import styles from './service-banner.module.css';

const POLL_INTERVAL_MS = 300_000;

/** Once, and again when it begins: the time until then changes with every minute. */
function useAnnounced(first: ResponseOf<'GET /downtime'>[number] | undefined, isDown: boolean): void {
  const t = useText();
  const text =
    first === undefined ? '' : `${t(isDown ? 'shell.notice.now' : 'shell.notice.planned')}: ${first.context}`;
  useEffect(() => {
    if (text !== '') announce(text);
  }, [text]);
}

/** Current or upcoming maintenance of the service, at the top of every page. */
export function ServiceNotice() {
  const t = useText();
  const formats = useFormats();
  const { data } = useApi('GET /downtime', {}, { refreshInterval: POLL_INTERVAL_MS });
  const now = useNow();
  const [first] = data ?? [];
  const isShown = first !== undefined && isMaintenanceDue(first, now);
  const start = Date.parse(first?.startTime ?? '');
  // It may begin between two requests.
  const isDown = first?._isDowntime === true || start <= now;
  useAnnounced(isShown ? first : undefined, isDown);
  if (!isShown) return null;
  const { context: reason } = first;
  const hasStart = !Number.isNaN(start);
  const values = {
    reason,
    time: hasStart ? formats.dateTime(start) : '',
    muted: (text: React.ReactNode) => <span className="muted num">{text}</span>,
  };
  const label = t(isDown ? 'shell.notice.now' : 'shell.notice.planned');
  return (
    <section className={styles.notice} aria-label={label}>
      <StateBadge state={isDown ? 'warning' : 'info'} label={label} />
      <span>
        {isDown
          ? hasStart
            ? t.rich('shell.notice.since', values)
            : reason
          : t.rich('shell.notice.at', { ...values, until: formats.until(first.startTime, now) })}
      </span>
    </section>
  );
}
