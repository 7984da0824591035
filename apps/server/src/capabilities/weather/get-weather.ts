import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { visibleLocation } from '../locations/index.ts';
import { toWeather, type WeatherOut } from './location-weather.ts';

/** The weather provider and the open warnings of a location that the user may view. */
export const getWeather = async (ctx: Ctx<UserActor>, guid: string): Promise<WeatherOut> =>
  toWeather(ctx, await visibleLocation(ctx, guid));
