/** What a weather service is asked, whichever it is: a new one is one file and one line in `weather-services.ts`. */
import { cleanText, type Point, type Warning } from '@picket/domain';

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

/** Codes and titles; then what is said at length. */
const MOST_LINE = 1024;
const MOST_TEXT = 16_384;

/** The warning with its words mended: what a service sends may be stored, shown and sent on. */
export const cleanWarning = <W extends Warning>(warning: W): W => ({
  ...warning,
  key: cleanText(warning.key, MOST_LINE),
  messageId: cleanText(warning.messageId, MOST_LINE),
  event: cleanText(warning.event, MOST_LINE),
  headline: cleanText(warning.headline, MOST_LINE),
  description: cleanText(warning.description, MOST_TEXT, 'lines'),
  instruction: cleanText(warning.instruction, MOST_TEXT, 'lines'),
});

export class WeatherProblem extends Error {}
