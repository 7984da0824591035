/** The interface of weather services: a new one is one file and one line in `weather-services.ts`. */
import { cleanText } from '@picket/domain/text';
import type { Point, Warning } from '@picket/domain/weather';

export interface Place extends Point {
  /** The service's zone ids of this point. */
  readonly zones: readonly string[];
}

/** Fetches JSON; throws a WeatherServiceError that a person understands. */
export type FetchJson = (url: string) => Promise<unknown>;

export interface WeatherService {
  /** The zones a point lies in; empty where the service needs none. */
  zonesOf(point: Point, fetchJson: FetchJson): Promise<readonly string[]>;
  /** What is active at each of these places, in their order; an error where it is not known. */
  activeAt(
    places: readonly Place[],
    fetchJson: FetchJson,
  ): Promise<readonly (readonly Warning[] | WeatherServiceError)[]>;
}

/** After so many requests in a row that did not reach a service no other one is sent in the same round. */
export const MAX_UNREACHED = 3;

/** Limits of codes and titles, and of long texts. */
const MAX_LINE_LENGTH = 1024;
const MAX_TEXT_LENGTH = 16_384;

/** The warning with its texts normalized, so that they can be stored, shown and sent. */
export const cleanWarning = <W extends Warning>(warning: W): W => ({
  ...warning,
  key: cleanText(warning.key, MAX_LINE_LENGTH),
  messageId: cleanText(warning.messageId, MAX_LINE_LENGTH),
  event: cleanText(warning.event, MAX_LINE_LENGTH),
  headline: cleanText(warning.headline, MAX_LINE_LENGTH),
  description: cleanText(warning.description, MAX_TEXT_LENGTH, 'lines'),
  instruction: cleanText(warning.instruction, MAX_TEXT_LENGTH, 'lines'),
});

export class WeatherServiceError extends Error {}

/** The service did not respond at all. */
export class UnreachedServiceError extends WeatherServiceError {}
