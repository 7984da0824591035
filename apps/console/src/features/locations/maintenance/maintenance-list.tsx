/** The current and planned maintenance windows of a location. */
import { Button } from '@mantine/core';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { endMaintenance, type MaintenanceWindow } from './use-maintenance.ts';

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly windows: readonly MaintenanceWindow[];
  readonly mayChange: boolean;
}

export function MaintenanceList({ location, timezone, windows, mayChange }: Props) {
  const t = useText();
  return (
    <section className="card section" aria-label={t('maintenance.current')}>
      <h2>{t('maintenance.current')}</h2>
      {windows.length === 0 && <p className="muted">{t('maintenance.none')}</p>}
      <ul className="list">
        {windows.map((window) => (
          <WindowRow key={window.guid} location={location} timezone={timezone} window={window} mayChange={mayChange} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Omit<Props, 'windows'> {
  readonly window: MaintenanceWindow;
}

function WindowRow({ location, timezone, window, mayChange }: RowProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const now = useNow();
  const { busy, run } = useAction(() => endMaintenance(location, window.guid));
  const [begins, ends] = [Date.parse(window.startsAt), Date.parse(window.endsAt)];
  const isOn = begins <= now;
  const span = {
    from: formats.dateTime(begins),
    to: formats.dateTime(ends),
    zone: formats.timezoneNote(),
    person: window.createdBy,
  };
  return (
    <li>
      <span className="main">
        <strong>{window.reason === '' ? t('maintenance.noReason') : window.reason}</strong>
        <span className="muted small num">
          {window.suppressedAlerts > 0
            ? t('maintenance.spanSuppressed', { ...span, count: window.suppressedAlerts })
            : t('maintenance.span', span)}
        </span>
      </span>
      <span className="side">
        <StateBadge
          state={isOn ? 'warning' : 'info'}
          label={
            isOn
              ? t('maintenance.running', { duration: formats.duration(ends - now) })
              : t('maintenance.planned', { duration: formats.duration(begins - now) })
          }
        />
        {mayChange && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void run()}>
            {isOn ? t('maintenance.endNow') : t('common.cancel')}
          </Button>
        )}
      </span>
    </li>
  );
}
