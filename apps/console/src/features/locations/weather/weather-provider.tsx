import { WEATHER_PROVIDERS } from '@picket/domain/weather';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { ProviderForm } from './provider-form.tsx';
import type { LocationWeather } from './use-weather.ts';

interface Props {
  readonly location: string;
  readonly weather: LocationWeather;
  readonly mayChange: boolean;
}

/** The provider of a location, or what it takes to have one. */
export function WeatherProvider({ location, weather, mayChange }: Props) {
  const t = useText();
  const { provider, availableProviders, hasCoordinates, last_update_ts } = weather;
  if (!hasCoordinates)
    return mayChange ? (
      <p>
        {t.rich('weather.needsCoordinates', {
          link: (text) => <Link to={`/locations/${location}/settings/address`}>{text}</Link>,
        })}
      </p>
    ) : null;
  if (availableProviders.length === 0) {
    const providers = WEATHER_PROVIDERS.map((one) => t(`weather.provider.${one}`)).join(', ');
    return <p className="muted">{t('weather.notCovered', { providers })}</p>;
  }
  return mayChange ? (
    <ProviderForm location={location} provider={provider} version={last_update_ts} possible={availableProviders} />
  ) : null;
}
