/** /locations/:id/settings/weather: the weather provider of a location and its warnings. */
import { isLocationAdmin } from '@picket/domain/permissions';
import { useParams } from 'react-router';
import {
  LocationHead,
  LocationProblem,
  LocationSkeleton,
  LocationTabs,
  useLocationTitle,
} from '../../features/locations/location-frame.tsx';
import { useLocationData } from '../../features/locations/use-location-data.ts';
import { useWeather } from '../../features/locations/weather/use-weather.ts';
import { WeatherProvider } from '../../features/locations/weather/weather-provider.tsx';
import { WeatherWarnings } from '../../features/locations/weather/weather-warnings.tsx';
import { useProfile } from '../../features/session/use-session.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';

export default function LocationWeatherScreen() {
  const { id = '' } = useParams();
  const t = useText();
  const profile = useProfile();
  const location = useLocationData(id);
  const weather = useWeather(id);
  useLocationTitle(location.data, t('shell.page.weather'));
  const failed = location.error ?? weather.error;
  if (failed && (!location.data || !weather.data))
    return <LocationProblem error={failed} onRetry={() => void Promise.all([location.mutate(), weather.mutate()])} />;
  if (!location.data || !weather.data) return <LocationSkeleton />;
  return (
    <>
      <LocationHead location={location.data} title={t('shell.page.weather')} />
      <LocationTabs id={id} />
      <div className="wide">
        <p className="muted">{t('weather.intro')}</p>
        <WeatherWarnings location={id} timezone={location.data.timezone} weather={weather.data} />
        <WeatherProvider location={id} weather={weather.data} mayChange={isLocationAdmin(profile.permissions, id)} />
      </div>
    </>
  );
}
