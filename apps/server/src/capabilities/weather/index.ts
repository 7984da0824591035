export { createWeatherWatch, type WeatherWatch } from './watch-weather.ts';
export { weatherRoutes } from './weather-routes.ts';
