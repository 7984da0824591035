export { rewindWeatherChecks } from './rewind-weather-checks.ts';
export { WeatherMonitor } from './weather-monitor.ts';
export { weatherRoutes } from './weather-routes.ts';
