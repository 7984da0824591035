/**
 * The weather service of the United States, api.weather.gov. A place is found by the zones it lies in; a warning drawn as a
 * polygon counts only for places within. Messages about one event carry its number (VTEC), or refer to each other. An event
 * is over when it `ends`; `expires` is only when its message is to be renewed.
 */
import { parseInstant } from '@picket/domain/time';
import { type Point, type Warning, weatherSeverity } from '@picket/domain/weather';
import { z } from 'zod';
import { containsPoint, Geometry } from './point-in-polygon.ts';
import {
  cleanWarning,
  type FetchJson,
  type Place,
  type WeatherService,
  WeatherServiceError,
} from './weather-service.ts';

const Properties = z.object({
  id: z.string(),
  geocode: z.object({ UGC: z.array(z.string()).default([]) }),
  references: z.array(z.object({ identifier: z.string(), sent: z.string() })).default([]),
  sent: z.string(),
  effective: z.string().nullish(),
  onset: z.string().nullish(),
  expires: z.string().nullish(),
  ends: z.string().nullish(),
  status: z.string(),
  messageType: z.string(),
  severity: z.string(),
  event: z.string(),
  headline: z.string().nullish(),
  description: z.string().nullish(),
  instruction: z.string().nullish(),
  parameters: z.object({ VTEC: z.array(z.string()).optional() }).default({}),
});
const Feature = z.object({ geometry: Geometry.nullable(), properties: Properties });
const Features = z.object({ features: z.array(z.unknown()) });
const PointResponse = z.object({
  properties: z.object({ forecastZone: z.string(), county: z.string(), fireWeatherZone: z.string() }),
});

/** Requests name so many zones at a time. */
const ZONES_PER_REQUEST = 50;
/** VTEC actions that end an event: canceled, expired, upgraded. */
const ENDING = ['CAN', 'EXP', 'UPG'];

interface Vtec {
  readonly action: string;
  /** Office, phenomenon, significance, number. */
  readonly key: string;
}

/** As in /O.NEW.KPSR.EH.W.0003.260514T1700Z-260516T0300Z/; null where it is not of that form. */
function vtecOf(code: string | undefined): Vtec | null {
  const [, action, key] = /^\/\w\.(\w{3})\.(\w{4}\.\w{2}\.\w\.\d{4})\./u.exec(code ?? '') ?? [];
  return action === undefined || key === undefined ? null : { action, key };
}

export interface NwsWarning extends Warning {
  readonly zones: readonly string[];
  readonly geometry: Geometry | null;
}

/** One feature of an answer; null: a test, an exercise, or not of a shape that is known. */
function warningOf(feature: unknown): NwsWarning | null {
  const parsed = Feature.safeParse(feature);
  if (!parsed.success || parsed.data.properties.status !== 'Actual') return null;
  const { geometry, properties } = parsed.data;
  const sentAt = parseInstant(properties.sent);
  if (sentAt === null) return null;
  const at = (text: string | null | undefined): number | null => (text == null ? null : parseInstant(text));
  const vtec = vtecOf(properties.parameters.VTEC?.[0]);
  const [oldest] = properties.references.toSorted((a, b) => (parseInstant(a.sent) ?? 0) - (parseInstant(b.sent) ?? 0));
  return cleanWarning({
    key: vtec?.key ?? oldest?.identifier ?? properties.id,
    messageId: properties.id,
    sentAt,
    onsetAt: at(properties.onset) ?? at(properties.effective) ?? sentAt,
    endsAt: at(properties.ends),
    isOver: properties.messageType === 'Cancel' || ENDING.includes(vtec?.action ?? ''),
    event: properties.event,
    headline: properties.headline ?? properties.event,
    description: properties.description ?? '',
    instruction: properties.instruction ?? '',
    severity: weatherSeverity(properties.severity),
    zones: properties.geocode.UGC,
    geometry,
  });
}

/** Of what an answer holds, what is about a place. */
const warningsAt = (warnings: readonly NwsWarning[], place: Place): readonly Warning[] =>
  warnings.filter(({ zones, geometry }) =>
    geometry === null ? zones.some((zone) => place.zones.includes(zone)) : containsPoint(geometry, place),
  );

const lastSegment = (url: string): string => url.split('/').at(-1) ?? '';

export function nationalWeatherService(base: string): WeatherService {
  return {
    zonesOf: async ({ latitude, longitude }: Point, fetchJson: FetchJson) => {
      const response = PointResponse.safeParse(
        await fetchJson(`${base}/points/${latitude.toFixed(4)},${longitude.toFixed(4)}`),
      );
      if (!response.success) throw new WeatherServiceError('The weather service does not know this place');
      const { forecastZone, county, fireWeatherZone } = response.data.properties;
      return [...new Set([forecastZone, county, fireWeatherZone].map(lastSegment))];
    },
    activeAt: async (places, fetchJson) => {
      const zones = [...new Set(places.flatMap((place) => place.zones))].sort();
      const warnings = new Map<string, NwsWarning>();
      for (let begin = 0; begin < zones.length; begin += ZONES_PER_REQUEST) {
        const url = `${base}/alerts/active?zone=${zones.slice(begin, begin + ZONES_PER_REQUEST).join(',')}`;
        const response = Features.safeParse(await fetchJson(url));
        if (!response.success)
          throw new WeatherServiceError('The weather service answered something else than warnings');
        for (const feature of response.data.features) {
          const warning = warningOf(feature);
          if (warning !== null) warnings.set(warning.messageId, warning);
        }
      }
      return places.map((place) => warningsAt([...warnings.values()], place));
    },
  };
}
