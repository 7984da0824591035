/** What surrounds the service: console links, weather, announced maintenance, logging. */
import { z } from 'zod';
import { EmailSetting, Flag, HttpUrl, withoutTrailingSlash } from './setting-types.ts';

/** Pages of the console's build (apps/console/help-pages.ts). */
const HELP_PAGES = { help: '/help/index.html', updates: '/help/changelog.html' };

export const serviceShape = {
  PICKET_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The commit of this build, where there is no repository. */
  PICKET_COMMIT: z.string().max(64).optional(),
  /** Targets of the console's Help and Updates; without them the pages that are served with it. */
  PICKET_HELP_URL: HttpUrl.optional(),
  PICKET_BLOG_URL: HttpUrl.optional(),
  /** Shown where a page of the console failed. */
  PICKET_SUPPORT_EMAIL: EmailSetting.optional(),
  /** A host beside this one that answers /downtime while this one does not. */
  PICKET_SERVICES_URL: HttpUrl.optional(),
  /** Page views are posted to this address, form-encoded; without it they are not reported. */
  PICKET_ANALYTICS_URL: HttpUrl.optional(),
  /** Weather warnings for locations that enabled them; off disables them everywhere. */
  PICKET_WEATHER: Flag.default(true),
  /** Contact address sent to weather services, as their terms require. */
  PICKET_WEATHER_CONTACT: z.string().min(1).max(200).optional(),
  PICKET_WEATHER_NWS_URL: HttpUrl.default('https://api.weather.gov'),
  PICKET_WEATHER_METNO_URL: HttpUrl.default('https://api.met.no'),
  /** Announced maintenance: an ISO time and a reason. */
  PICKET_DOWNTIME_START: z.iso
    .datetime({ offset: true, error: 'must be an ISO time such as 2026-11-30T22:00:00Z' })
    .optional(),
  PICKET_DOWNTIME_CONTEXT: z.string().optional(),
};
const ServiceSettings = z.object(serviceShape);

export interface ServiceConfig {
  readonly logLevel: string;
  readonly commit: string | null;
  readonly links: ConsoleLinks;
  readonly weather: WeatherConfig;
  readonly downtime: { readonly startTime: string; readonly context: string } | null;
}

/** Addresses that the console links to or calls: external ones, and the help. */
interface ConsoleLinks {
  readonly help: string;
  readonly blog: string;
  readonly support: string | null;
  readonly analytics: string | null;
  readonly services: string | null;
}

export interface WeatherConfig {
  readonly isOn: boolean;
  readonly contact: string;
  /** Base address of each service, without a trailing slash. */
  readonly bases: { readonly NWS: string; readonly METNO: string };
}

export const serviceConfig = (env: z.output<typeof ServiceSettings>, publicUrl: string | null): ServiceConfig => ({
  logLevel: env.PICKET_LOG_LEVEL,
  commit: env.PICKET_COMMIT ?? null,
  links: {
    help: env.PICKET_HELP_URL ?? HELP_PAGES.help,
    blog: env.PICKET_BLOG_URL ?? HELP_PAGES.updates,
    support: env.PICKET_SUPPORT_EMAIL ?? null,
    analytics: env.PICKET_ANALYTICS_URL ?? null,
    services: env.PICKET_SERVICES_URL === undefined ? null : withoutTrailingSlash(env.PICKET_SERVICES_URL),
  },
  weather: {
    isOn: env.PICKET_WEATHER,
    contact: env.PICKET_WEATHER_CONTACT ?? env.PICKET_SUPPORT_EMAIL ?? publicUrl ?? 'self-hosted',
    bases: {
      NWS: withoutTrailingSlash(env.PICKET_WEATHER_NWS_URL),
      METNO: withoutTrailingSlash(env.PICKET_WEATHER_METNO_URL),
    },
  },
  downtime:
    env.PICKET_DOWNTIME_START === undefined
      ? null
      : { startTime: env.PICKET_DOWNTIME_START, context: env.PICKET_DOWNTIME_CONTEXT ?? '' },
});
