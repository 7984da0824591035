/** What a weather service is asked, whichever it is: a new one is one file and one line in `weather-services.ts`. */
import type { Point, Warning } from '@picket/domain';

export interface Place extends Point {
  /** What the service calls the places it lies in, once asked. */
  readonly zones: readonly string[];
}

/** Fetches JSON; throws a WeatherProblem that a person understands. */
export type FetchJson = (url: string) => Promise<unknown>;

export interface WeatherService {
  /** The zones a point lies in; empty where the service needs none. */
  zonesOf(point: Point, fetchJson: FetchJson): Promise<readonly string[]>;
  /** What is active at each of these places, in their order. */
  activeAt(places: readonly Place[], fetchJson: FetchJson): Promise<readonly (readonly Warning[])[]>;
}

export class WeatherProblem extends Error {}
