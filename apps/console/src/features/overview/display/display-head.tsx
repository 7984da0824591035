/** Above the tiles: how many locations are in which state, whether this is live, date and time. */
import type { ReactNode } from 'react';
import { useConnection } from '../../../lib/connection.ts';
import { newestSeenAt } from '../../../lib/live-readings.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateIcon } from '../../../ui/icons.tsx';
import { type NamedState, namedState } from '../card-state.ts';
import type { OverviewItem } from '../overview-order.ts';
import styles from './display-frame.module.css';

const COUNTED: readonly NamedState[] = ['critical', 'warning', 'offline', 'info', 'none', 'empty'];

interface Props {
  readonly title: string;
  readonly items: readonly OverviewItem[];
  /** How many alerts nobody has acknowledged; null: unknown. */
  readonly waiting: number | null;
  /** The alerts are still being loaded. */
  readonly isLoading: boolean;
  /** The controls. */
  readonly children: ReactNode;
}

export function DisplayHead({ title, items, waiting, isLoading, children }: Props) {
  const t = useText();
  const byState = Map.groupBy(items, ({ card }) => namedState(card));
  const waitingText =
    waiting !== null
      ? t('display.waiting', { count: waiting })
      : isLoading
        ? t('display.alertsLoading')
        : t('display.alertsUnknown');
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {COUNTED.map((state) => {
        const count = byState.get(state)?.length ?? 0;
        const shown = state === 'empty' ? 'none' : state;
        return (
          count > 0 && (
            <span key={state} className={`sev num ${shown}`}>
              <StateIcon state={shown} />
              {t(`display.count.${state}`, { count })}
            </span>
          )
        );
      })}
      <span className={`${styles.waiting} num`} data-hot={waiting === null || waiting > 0 || undefined} role="status">
        {waitingText}
      </span>
      <span className="grow" />
      {children}
      <div className={styles.now}>
        <DisplayClock />
      </div>
    </div>
  );
}

function DisplayClock() {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const connection = useConnection();
  const seenAt = newestSeenAt();
  return (
    <>
      <span className={`${styles.connection} num`} data-connection={connection}>
        {connection === 'interrupted' && <StateIcon state="offline" />}
        {connection !== 'live' && t(`display.connection.${connection}`)}
        {connection === 'live' &&
          (seenAt === 0
            ? t('display.connection.live')
            : t('display.updated', { age: formats.duration(Math.max(0, now - seenAt)) }))}
      </span>
      <span className="num">{formats.weekday(now)}</span>
      <time className={`${styles.clock} num`}>{formats.time(now)}</time>
    </>
  );
}
