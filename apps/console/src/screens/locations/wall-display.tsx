/** /_/locations: a tile for each location, to be read from across a room. */
import { Button, Checkbox } from '@mantine/core';
import type { AlertOut, LocationCardOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { columnOf } from '@picket/domain/metrics';
import { displayValue } from '@picket/domain/units';
import { IconMaximize, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { alertTitle } from '../../features/alerts/alert-text.ts';
import { useOpenAlerts } from '../../features/alerts/use-open-alerts.ts';
import { useAlarmSound } from '../../features/locations/alarm-sound.ts';
import { cardState } from '../../features/locations/location-card.tsx';
import { urgencyOf } from '../../features/locations/order-cards.ts';
import { withReauthentication } from '../../features/session/confirm-identity.tsx';
import { revalidateSession, useProfile } from '../../features/session/use-session.ts';
import { api, problemText, useApi } from '../../lib/api.ts';
import { formatTime } from '../../lib/format-time.ts';
import { useLiveReading } from '../../lib/live-readings.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import { useText } from '../../lib/texts.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { StateIcon } from '../../ui/icons.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';
import './wall-display.css';

/** Unacknowledged alerts of this severity or more sound the alarm. */
const ALARM_MIN_SEVERITY = 200;

export default function WallDisplay() {
  const profile = useProfile();
  const cards = useApi('GET /views/locations', {}, { refreshInterval: 30_000 });
  const { alerts, isLoaded, isUnknown } = useOpenAlerts();
  const [sound, setSound] = useState<AudioContext | null>(null);
  const [isCreatingDisplay, setCreatingDisplay] = useState(false);
  useTitle('Wall display');
  const waiting = alerts.filter(
    ({ acknowledged, muted, severity }) => acknowledged === undefined && !muted && severity >= ALARM_MIN_SEVERITY,
  );
  // An empty list that is not loaded must not read as "no alerts".
  const waitingText = isUnknown
    ? isLoaded
      ? 'Alerts could not be loaded'
      : 'Loading alerts'
    : waiting.length === 0
      ? 'No alerts waiting'
      : `${plural(waiting.length, 'alert')} waiting`;
  useAlarmSound(sound, waiting.length > 0);
  const items = [...(cards.data?.items ?? [])].sort((a, b) => urgencyOf(a) - urgencyOf(b));
  const fullScreen = (): void => void document.documentElement.requestFullscreen?.().catch(() => {});
  return (
    <div className="wall">
      <div className="row">
        <h1>{profile.tenant.name}</h1>
        <span className={`wall-count num${waiting.length > 0 ? ' hot' : ''}`} role="status">
          {waitingText}
        </span>
        <span className="grow" />
        <Button
          variant="default"
          aria-pressed={sound !== null}
          leftSection={
            sound === null ? (
              <IconVolumeOff size={16} aria-hidden="true" />
            ) : (
              <IconVolume size={16} aria-hidden="true" />
            )
          }
          onClick={() => setSound((before) => (before === null ? new AudioContext() : null))}
        >
          {sound === null ? 'Sound off' : 'Sound on'}
        </Button>
        <Button variant="default" leftSection={<IconMaximize size={16} aria-hidden="true" />} onClick={fullScreen}>
          Full screen
        </Button>
        {!profile.display && (
          <Button variant="default" onClick={() => setCreatingDisplay(true)}>
            Make this a wall display
          </Button>
        )}
      </div>
      {cards.error && !cards.data && (
        <Problem
          title="The locations could not be loaded"
          text={problemText(cards.error)}
          onRetry={() => void cards.mutate()}
        />
      )}
      {!cards.data && !cards.error && (
        <div className="wall-grid" aria-hidden="true">
          {Array.from({ length: 8 }, (_, index) => (
            <div key={`tile-${index.toString()}`} className="skeleton wall-tile" />
          ))}
        </div>
      )}
      {cards.data && items.length === 0 && (
        <section className="card empty">
          <h2>Nothing is watched yet</h2>
          <p className="muted">Every location gets a tile here.</p>
        </section>
      )}
      <div className="wall-grid">
        {items.map((card) => (
          <Tile key={card.guid} card={card} alerts={alerts} useCelsius={profile.preferences.useCelsius} />
        ))}
      </div>
      {isCreatingDisplay && <CreateDisplayDialog cards={items} onClose={() => setCreatingDisplay(false)} />}
    </div>
  );
}

function Tile({
  card,
  alerts,
  useCelsius,
}: {
  readonly card: LocationCardOut;
  readonly alerts: readonly AlertOut[];
  readonly useCelsius: boolean;
}) {
  const t = useText();
  const now = useNow();
  const { state, word } = cardState(card);
  const worst = alerts
    .filter(({ location }) => location?.guid === card.guid)
    .sort(
      (a, b) => Number(a.acknowledged !== undefined) - Number(b.acknowledged !== undefined) || b.severity - a.severity,
    )[0];
  const isWaiting =
    worst !== undefined && worst.acknowledged === undefined && worst.severity >= ALARM_MIN_SEVERITY && !worst.muted;
  return (
    <article className={`wall-tile ${state}${isWaiting ? ' waiting' : ''}`}>
      <h2>
        <Link to={`/locations/${card.guid}`}>{card.name}</Link>
      </h2>
      <p className="wall-state">
        <StateIcon state={state} size={22} /> {word}
      </p>
      <div className="wall-values">
        {card.readings.map((reading) => (
          <Value
            key={`${reading.sentry} ${reading.sensorMetricId}`}
            reading={reading}
            useCelsius={useCelsius}
            now={now}
          />
        ))}
      </div>
      <p className="wall-summary">
        {worst === undefined
          ? `${card.sentries.online}/${card.sentries.total} online · ${formatTime(now, card.timezone)}`
          : `${alertTitle(t, worst)}, ${formatDuration(Math.max(0, now - Date.parse(worst.raisedAt)))}${worst.acknowledged === undefined ? '' : `, acknowledged by ${worst.acknowledged.by}`}`}
      </p>
    </article>
  );
}

interface ValueProps {
  readonly reading: LocationCardOut['readings'][number];
  readonly useCelsius: boolean;
  readonly now: number;
}

function Value({ reading, useCelsius, now }: ValueProps) {
  const { sentry, sensorMetricId, column, holdSeconds } = reading;
  const { at, value } = useLiveReading(sentry, sensorMetricId, column, {
    at: Date.parse(reading.at),
    value: reading.value,
  });
  const age = Math.max(0, now - at);
  const isStale = age > holdSeconds * 1000;
  const shown = value === null ? null : displayValue(sensorMetricId, column, value, { useCelsius });
  return (
    <p className={`wall-value num${isStale ? ' stale' : ''}`}>
      {isStale && <span className="wall-age">{formatDuration(age)} old</span>}
      <strong>{shown?.text ?? 'unknown'}</strong> {shown?.unit}
      <span className="wall-label">
        {columnOf(sensorMetricId, column)?.label}
        {!isStale && `, ${formatDuration(age)} ago`}
      </span>
    </p>
  );
}

/** Creates the read-only session of a wall display. It is ended from the profile of the user who created it. */
function CreateDisplayDialog({
  cards,
  onClose,
}: {
  readonly cards: readonly LocationCardOut[];
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(cards.map(({ guid }) => guid)));
  const isAll = chosen.size === cards.length;
  const { busy, problem, submit } = useSubmit(async () => {
    await withReauthentication(() =>
      api('POST /users/my-profile/display', { body: isAll ? {} : { locations: [...chosen] } }),
    );
    onClose();
    await revalidateSession();
  });
  return (
    <DialogForm
      title="Make this browser a wall display"
      action="Make it a display"
      busy={busy}
      disabled={chosen.size === 0}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="muted">
        You are signed out, and this browser keeps showing these locations. The display is read-only and does not sign
        out by itself. You can end it under Sessions in your profile.
      </p>
      <fieldset className="series-picker">
        <legend className="visually-hidden">Locations it shows</legend>
        <Checkbox
          label="Every location, also new ones"
          checked={isAll}
          indeterminate={!isAll && chosen.size > 0}
          onChange={(event) => setChosen(new Set(event.currentTarget.checked ? cards.map(({ guid }) => guid) : []))}
        />
        {cards.map(({ guid, name }) => (
          <Checkbox
            key={guid}
            label={name}
            checked={chosen.has(guid)}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.currentTarget.checked) next.add(guid);
              else next.delete(guid);
              setChosen(next);
            }}
          />
        ))}
      </fieldset>
      <FormProblem problem={problem} />
    </DialogForm>
  );
}
