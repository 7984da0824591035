/** The settings of a location as cards: what is set, and the way to change it. */
import type { LocationOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { type Translator, useText } from '../../../lib/texts.ts';
import type { LocationSettings } from './use-location-settings.ts';

interface Props {
  readonly location: LocationOut;
  readonly settings: LocationSettings;
  readonly mayChange: boolean;
  /** The sensor whose zones are shown first; undefined: no sensor of the location takes pictures. */
  readonly zoneSensor: string | undefined;
  /** What is set of its cameras. */
  readonly camera: SettingFact;
}

/** undefined: not loaded yet. */
export interface SettingFact {
  readonly value: string | undefined;
  readonly note: string;
}

export function SettingCards({ location, settings, mayChange, zoneSensor, camera }: Props) {
  const t = useText();
  const { sentries, zones, windows, weather } = settings;
  const path = `/locations/${location.guid}/settings`;
  return (
    <div className="admin-grid">
      <Setting to={mayChange ? `${path}/name` : null} title={t('shell.page.name')} value={location.name} />
      <Setting
        to={mayChange ? `${path}/address` : null}
        title={t('locations.address.title')}
        value={addressText(t, location)}
        note={mapText(t, location)}
      />
      <Setting
        to={`${path}/devices`}
        title={t('shell.page.devices')}
        value={sentries && t('locations.settings.sentries', { count: sentries.length })}
        note={t('locations.settings.devicesText')}
      />
      <Setting to={mayChange ? `${path}/camera` : null} title={t('shell.page.camera')} {...camera} />
      <Setting
        to={`${path}/maintenance`}
        title={t('shell.page.maintenance')}
        value={windows && t('locations.settings.windows', { count: windows.length })}
        note={t('locations.settings.maintenanceText')}
      />
      <Setting
        to={`${path}/weather`}
        title={t('shell.page.weather')}
        value={weather && weatherText(t, weather)}
        note={t('locations.settings.weatherText')}
      />
      {zoneSensor !== undefined && (
        <Setting
          to={`${path}/zones/tagging/${zoneSensor}`}
          title={t('shell.page.zones')}
          value={zones && t('locations.settings.zones', { count: zones.length })}
          note={t('locations.settings.zonesText')}
        />
      )}
    </div>
  );
}

const addressText = (t: Translator, { timezone, address }: LocationOut): string =>
  address === undefined ? timezone : t('locations.settings.placeAndAddress', { timezone, address });

const mapText = (t: Translator, { coordinates }: LocationOut): string =>
  t(coordinates === undefined ? 'locations.settings.notOnMap' : 'locations.settings.onMap');

const weatherText = (t: Translator, { provider, warnings }: NonNullable<LocationSettings['weather']>): string =>
  provider === undefined
    ? t('locations.settings.noProvider')
    : t('locations.settings.warnings', { count: warnings.length });

interface SettingProps {
  /** null: read-only. */
  readonly to: string | null;
  readonly title: string;
  readonly value: string | undefined;
  readonly note?: string;
}

function Setting({ to, title, value, note }: SettingProps) {
  const content = (
    <>
      <h2>{title}</h2>
      {value === undefined ? (
        <span className="skeleton" style={{ height: 20 }} aria-hidden="true" />
      ) : (
        <span>{value}</span>
      )}
      {note !== undefined && <span className="muted small">{note}</span>}
    </>
  );
  return to === null ? (
    <section className="card admin-card" aria-label={title}>
      {content}
    </section>
  ) : (
    <Link to={to} className="card admin-card">
      {content}
    </Link>
  );
}
