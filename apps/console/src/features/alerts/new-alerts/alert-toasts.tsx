/**
 * New alerts, announced on every page: what is measured where, how long ago, with a link. A card each in a corner, where several are
 * shown at once; a line on a phone, where several become one.
 */
import type { AlertOut } from '@picket/contracts/types';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { useEffect, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { metricText, stateText } from '../../../lib/kind-texts.ts';
import { useNow } from '../../../lib/now.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { AmongToasts } from '../../../ui/among-toasts.tsx';
import { StateIcon, type StateName } from '../../../ui/icons.tsx';
import { hidden } from '../../../ui/rich-tags.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { stateLabel } from '../../../ui/state-label.ts';
import { Toast } from '../../../ui/toast.tsx';
import { TOAST_CLOSE_MS } from '../../../ui/toasts.ts';
import { alertPath, alertPlace, alertState, alertTitle, sensorOf } from '../alert-text.ts';
import { alertMeasured } from './alert-measured.ts';
import styles from './alert-toasts.module.css';
import { isUrgent, worstOf } from './new-alerts.ts';

/** More are counted: a corner of the page is enough. */
const MAX_SHOWN = 2;
const NARROW = window.matchMedia('(max-width: 700px)');

const subscribeToWidth = (listener: () => void): (() => void) => {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
};

interface Props {
  readonly alerts: readonly AlertOut[];
  /** Takes guids: these are dismissed, seen or no longer new. */
  readonly onClose: (guids: readonly string[]) => void;
}

const guidsOf = (alerts: readonly AlertOut[]): readonly string[] => alerts.map(({ guid }) => guid);

export default function AlertToasts({ alerts, onClose }: Props) {
  const isNarrow = useSyncExternalStore(subscribeToWidth, () => NARROW.matches);
  const { pathname } = useLocation();
  const opened = alerts.find((alert) => pathname === alertPath(alert))?.guid;
  useEffect(() => {
    if (opened !== undefined) onClose([opened]);
  }, [opened, onClose]);
  if (alerts.length === 0) return null;
  const shown = isNarrow && alerts.length > 1 ? [] : alerts.slice(0, MAX_SHOWN);
  return (
    <>
      {shown.map((alert) => (
        <AmongToasts key={alert.guid} isUrgent={isUrgent(alert)}>
          {isNarrow ? <AlertLine alert={alert} onClose={onClose} /> : <AlertCard alert={alert} onClose={onClose} />}
        </AmongToasts>
      ))}
      <Several alerts={alerts.slice(shown.length)} isMore={shown.length > 0} onClose={onClose} />
    </>
  );
}

interface OneProps {
  readonly alert: AlertOut;
  readonly onClose: Props['onClose'];
}

const TONES: Readonly<Partial<Record<StateName, 'critical' | 'warning' | 'info'>>> = {
  critical: 'critical',
  warning: 'warning',
  info: 'info',
};

/** What a number is of; states ("leak") say it themselves, and silence is not measured. */
function metricOf(t: Translator, { conditions: [first] }: AlertOut): string[] {
  if (first === undefined || first.sensorMetricId === SILENCE_METRIC) return [];
  return stateText(t, first.sensorMetricId, 1) === null ? [metricText(t, first.sensorMetricId, first.column)] : [];
}

/** "temperature, Rack 4" */
const sensorText = (t: Translator, alert: AlertOut): string =>
  [...metricOf(t, alert), sensorOf(alert), alert.sentry?.name].filter((part) => part !== undefined).join(', ');

/** Not announced again each time it changes. */
function Age({ alert }: { readonly alert: AlertOut }) {
  const formats = useFormats();
  return (
    <span aria-live="off" className="num">
      {formats.ago(alert.raisedAt, useNow())}
    </span>
  );
}

const closeAfter = (alert: AlertOut): number | null => (isUrgent(alert) ? null : TOAST_CLOSE_MS);

function AlertCard({ alert, onClose }: OneProps) {
  const t = useText();
  const formats = useFormats();
  const measured = alertMeasured(t, formats, alert);
  const sensor = sensorText(t, alert);
  const state = alertState(alert);
  return (
    <Toast
      tone={TONES[alert.severityLabel] ?? 'plain'}
      isUrgent={isUrgent(alert)}
      closeLabel={t('common.closeToast', { title: alertTitle(t, formats, alert) })}
      closeAfter={closeAfter(alert)}
      onClose={() => onClose([alert.guid])}
    >
      <div className={styles.head}>
        {hidden(t('alerts.new.one'))}
        <StateBadge state={state} />
        <Link className={styles.title} to={alertPath(alert)}>
          {alertTitle(t, formats, alert)}
        </Link>
      </div>
      <div className={`facts small ${styles.facts}`}>
        {measured !== '' && <strong className="num">{measured}</strong>}
        {sensor !== '' && <span>{sensor}</span>}
        <span>{alertPlace(t, alert)}</span>
        <Age alert={alert} />
      </div>
    </Toast>
  );
}

function AlertLine({ alert, onClose }: OneProps) {
  const t = useText();
  const formats = useFormats();
  const measured = alertMeasured(t, formats, alert);
  const state = alertState(alert);
  return (
    <Toast
      tone={TONES[alert.severityLabel] ?? 'plain'}
      isUrgent={isUrgent(alert)}
      closeLabel={t('common.closeToast', { title: alertTitle(t, formats, alert) })}
      closeAfter={closeAfter(alert)}
      onClose={() => onClose([alert.guid])}
    >
      <Link className={styles.line} to={alertPath(alert)}>
        <span className={`${styles.icon} ${styles[alert.severityLabel]}`}>
          <StateIcon state={state} size={16} />
        </span>
        {hidden(`${t('alerts.new.one')} ${stateLabel(t, state)} `)}
        <span className={styles.title}>{alertTitle(t, formats, alert)}</span>
        {measured !== '' && <span className={`num ${styles.fixed}`}>{measured}</span>}
        <span className={`small muted ${styles.place}`}>{alertPlace(t, alert)}</span>
        <span className={`small muted ${styles.fixed}`}>
          <Age alert={alert} />
        </span>
      </Link>
    </Toast>
  );
}

interface SeveralProps extends Props {
  /** Some are shown above. */
  readonly isMore: boolean;
}

/** "3 new alerts" */
function Several({ alerts, isMore, onClose }: SeveralProps) {
  const t = useText();
  if (alerts.length === 0) return null;
  const worst = worstOf(alerts);
  const others = guidsOf(alerts.filter((alert) => !isUrgent(alert)));
  const text = t(isMore ? 'alerts.new.more' : 'alerts.new.several', { count: alerts.length });
  return (
    <AmongToasts isUrgent={worst === 'critical'}>
      <Toast
        key={alerts.length}
        tone={TONES[worst] ?? 'plain'}
        isUrgent={worst === 'critical'}
        closeLabel={t('common.closeToast', { title: text })}
        closeAfter={others.length > 0 ? TOAST_CLOSE_MS : null}
        onExpire={() => onClose(others)}
        onClose={() => onClose(guidsOf(alerts))}
      >
        <Link className={styles.line} to="/alerts">
          <span className={`${styles.icon} ${styles[worst]}`}>
            <StateIcon state={worst} size={16} />
          </span>
          <span className={styles.title}>{text}</span>
          <span className={`small muted ${styles.place}`}>{stateLabel(t, worst)}</span>
        </Link>
      </Toast>
    </AmongToasts>
  );
}
