/** Warnings of weather services: providers and their coverage, severities, and the steps they lead to. Pure. */
import type { Millis } from './time.ts';

export const WEATHER_PROVIDERS = ['NWS', 'METNO'] as const;
export type WeatherProvider = (typeof WEATHER_PROVIDERS)[number];

export const WEATHER_PROVIDER_NAMES: Readonly<Record<WeatherProvider, string>> = {
  NWS: 'National Weather Service (United States)',
  METNO: 'MET Norway',
};

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Roughly where each warns: who lies outside is not offered it. The service itself says where it ends. */
const COVERAGE: Readonly<Record<WeatherProvider, readonly Box[]>> = {
  NWS: [
    { south: 24, north: 50, west: -125.5, east: -66 },
    { south: 51, north: 72, west: -180, east: -129 },
    { south: 18, north: 23, west: -161, east: -154 },
    { south: 17, north: 19, west: -68, east: -64 },
    { south: 13, north: 21, west: 144, east: 147 },
    { south: -15, north: -10, west: -171, east: -168 },
  ],
  METNO: [{ south: 57.5, north: 81.5, west: 2, east: 34 }],
};

/** The services that may know of warnings there. */
export const weatherProvidersAt = ({ latitude, longitude }: Point): readonly WeatherProvider[] =>
  WEATHER_PROVIDERS.filter((provider) =>
    COVERAGE[provider].some(
      ({ south, north, west, east }) =>
        latitude >= south && latitude <= north && longitude >= west && longitude <= east,
    ),
  );

/** Severities of the Common Alerting Protocol as Picket weighs them. */
const WEATHER_SEVERITIES = { Extreme: 400, Severe: 320, Moderate: 230, Minor: 100, Unknown: 100 } as const;

export const weatherSeverity = (word: string): number =>
  Object.entries(WEATHER_SEVERITIES).find(([name]) => name === word)?.[1] ?? WEATHER_SEVERITIES.Unknown;

/** What a service says of one event at one place, in its newest message. */
export interface Warning {
  /** The same in all messages about the event. */
  readonly key: string;
  readonly messageId: string;
  readonly sentAt: Millis;
  readonly onsetAt: Millis;
  /** null: until the service says so. */
  readonly endsAt: Millis | null;
  /** The message cancels the event. */
  readonly isOver: boolean;
  readonly event: string;
  readonly headline: string;
  readonly description: string;
  readonly instruction: string;
  readonly severity: number;
}

export interface KnownWarning extends Warning {
  readonly alert: string;
  readonly isOpen: boolean;
}

export type WeatherStep =
  | { readonly type: 'RAISE'; readonly warning: Warning }
  | { readonly type: 'UPDATE'; readonly alert: string; readonly warning: Warning }
  | {
      readonly type: 'CLOSE';
      readonly alert: string;
      readonly key: string;
      readonly at: Millis;
      /** It was only left out: the same message raises it again. */
      readonly mayReturn: boolean;
    };

/** The newest message about each event: several zones of one place, and messages that overtake each other, say the same. */
function latestPerEvent(warnings: readonly Warning[]): readonly Warning[] {
  const newest = new Map<string, Warning>();
  for (const warning of warnings) {
    const other = newest.get(warning.key);
    if (other === undefined || warning.sentAt > other.sentAt) newest.set(warning.key, warning);
  }
  return [...newest.values()];
}

/** Whether an event is over at `now`: by when it ends, not by when its message was to be renewed. */
export const hasEnded = ({ endsAt, isOver }: Pick<Warning, 'endsAt' | 'isOver'>, now: Millis): boolean =>
  isOver || (endsAt !== null && endsAt <= now);

/** A service may change a message under its number as well: what decides about the alert is compared by itself. */
const isChanged = (next: Warning, old: Warning): boolean =>
  next.messageId !== old.messageId || next.endsAt !== old.endsAt || next.severity !== old.severity;

/**
 * The steps that bring the alerts of a location in line with the active warnings of a service. A warning that is no longer
 * listed has ended. As no message says so, and one response may leave it out, it is raised again when it is listed again. One that becomes
 * more severe is raised as a new one; other changes update the alert.
 */
export function reconcileWarnings(
  known: readonly KnownWarning[],
  active: readonly Warning[],
  now: Millis,
): readonly WeatherStep[] {
  const steps: WeatherStep[] = [];
  const latest = new Map(latestPerEvent(active).map((warning) => [warning.key, warning]));
  for (const old of known) {
    if (!old.isOpen) continue;
    const next = latest.get(old.key);
    // A message that was overtaken says no more than that the event is still listed.
    const newest = next === undefined || next.sentAt >= old.sentAt ? next : old;
    if (newest === undefined || hasEnded(newest, now)) {
      const end = (newest ?? old).endsAt;
      const at = end !== null && end <= now ? end : now;
      steps.push({ type: 'CLOSE', alert: old.alert, key: old.key, at, mayReturn: newest === undefined });
    } else if (newest.severity > old.severity) {
      steps.push(
        { type: 'CLOSE', alert: old.alert, key: old.key, at: now, mayReturn: false },
        { type: 'RAISE', warning: newest },
      );
    } else if (isChanged(newest, old)) steps.push({ type: 'UPDATE', alert: old.alert, warning: newest });
  }
  for (const warning of latest.values()) {
    const before = known.find(({ key }) => key === warning.key);
    if (hasEnded(warning, now) || before?.isOpen === true) continue;
    // What is over is not opened again by an older message; a newer one of the same number is another event.
    if (before === undefined || warning.sentAt > before.sentAt) steps.push({ type: 'RAISE', warning });
  }
  return steps;
}
