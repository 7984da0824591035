/** Settings are environment variables, validated once at start; an invalid one stops the start with one line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isRecipient } from './backup/age-files.ts';
import { parseTrustedProxies, type TrustedProxies } from './http/trusted-proxies.ts';
import { type OutboundEntry, parseOutboundList } from './outbound/outbound-allowlist.ts';

const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** A lower cost makes stolen hashes too cheap to crack. */
const MIN_PASSWORD_COST = 12;

const SENDER_NAME = 'Picket';

/** `address`, `Name <address>` or `"Name" <address>`, as in the From line of a mail. */
const MailSender = z.string().transform((text, ctx): MailSenderAddress => {
  const [, quoted, plain, inBrackets] = /^(?:"([^"\r\n]*)"|([^"<>\r\n]*?))\s*<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = z.email().safeParse((inBrackets ?? text).trim());
  if (address.success) return { name: (quoted ?? plain)?.trim() || SENDER_NAME, address: address.data };
  ctx.addIssue({
    code: 'custom',
    message: 'must be an address, or a name and an address: Picket <picket@example.org>',
  });
  return z.NEVER;
});
const MetricsToken = z.string().min(16).max(256);

const Environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//u, 'must be a postgres:// address'),
  /** A file with the password of that address, so that it stands in no setting. */
  PICKET_DATABASE_PASSWORD_FILE: z.string().min(1).optional(),
  /** The role that owns the tables: migrations are applied as it, and nothing else is. Without it, as the role of `DATABASE_URL`. */
  PICKET_OWNER_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//u, 'must be a postgres:// address')
    .optional(),
  PICKET_OWNER_DATABASE_PASSWORD_FILE: z.string().min(1).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  PICKET_DATA_DIR: z.string().min(1).default('data'),
  /** Starts on a database whose settings can lose what it acknowledged; for evaluation only. */
  PICKET_UNSAFE_DATABASE: Flag.default(false),
  /** The address people use, when a proxy stands in front: links and the Origin check are built on it. */
  PICKET_PUBLIC_URL: z.url({ protocol: /^https?$/u }).optional(),
  /** Where the browser finds the API: on the console's host, or on the api subdomain of it. */
  PICKET_API_HOST: z.enum(['same', 'subdomain']).default('same'),
  /** smtp://user:password@host:587 or smtps://…; without it links are shown to administrators instead of mailed. */
  PICKET_SMTP_URL: z.url({ protocol: /^smtps?$/u, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** An address, or a name and an address: Picket <picket@example.org>. */
  PICKET_MAIL_FROM: MailSender.optional(),
  /** Private hosts that destinations may use: host:port or everyone=host:port, separated by commas. */
  PICKET_OUTBOUND_ALLOWED: z.string().max(4096).default(''),
  /** Seconds a receiver has to answer, and before the first repetition of what it did not take; see domain's receiver-health. */
  PICKET_DELIVERY_TIMEOUT: z.coerce.number().min(0.05).max(60).default(10),
  PICKET_RETRY_SECONDS: z.coerce.number().min(0.01).max(3600).default(5),
  /** mqtt:// or mqtts://user@host: a broker that sentries send their reports to; without it they come over HTTP only. */
  PICKET_MQTT_URL: z.url({ protocol: /^mqtts?$/u, error: 'must be an mqtt:// or mqtts:// address' }).optional(),
  /** A file with the password of that address, so that it stands in no setting. */
  PICKET_MQTT_PASSWORD_FILE: z.string().min(1).optional(),
  /** Picket manages an account for each sentry at that broker, over mosquitto's dynamic security. */
  PICKET_MQTT_MANAGED: Flag.default(false),
  /** Where sentries reach a managed broker, such as mqtts://picket.example.org:8883. */
  PICKET_MQTT_DEVICE_URL: z.url({ protocol: /^mqtts?$/u, error: 'must be an mqtts:// or mqtt:// address' }).optional(),
  /** Requested once a minute while everything works, so that an external monitor notices when it stops. */
  PICKET_HEARTBEAT_URL: z.url({ protocol: /^https?$/u }).optional(),
  /** Single sign-on: a provider that speaks OpenID Connect. */
  PICKET_OIDC_ISSUER: z.url({ protocol: /^https?$/u }).optional(),
  PICKET_OIDC_CLIENT_ID: z.string().min(1).optional(),
  PICKET_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  PICKET_OIDC_NAME: z.string().min(1).max(64).default('single sign-on'),
  /** The commit of this build, where there is no repository. */
  PICKET_COMMIT: z.string().max(64).optional(),
  /** Proxies trusted to report the caller's address: how many in a row, or their addresses and networks. */
  PICKET_TRUST_PROXY: z.string().max(2048).default('false'),
  PICKET_ADMIN_EMAIL: z.email().optional(),
  PICKET_ADMIN_PASSWORD: z.string().optional(),
  PICKET_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PICKET_INGEST_CONCURRENCY: z.coerce.number().int().min(1).max(16).default(4),
  /** Server processes on this machine, behind one port; more of them elsewhere need nothing but the same database. */
  PICKET_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Connections one server process takes at once. */
  PICKET_CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  PICKET_INGEST_QUEUE_LIMIT: z.coerce.number().int().min(1).max(100_000).default(2000),
  /** Work of a password's hash: bcrypt's cost, each step twice the one before. Less than 12 is for tests. */
  PICKET_PASSWORD_COST: z.coerce.number().int().min(4).max(16).default(12),
  NODE_ENV: z.string().optional(),
  /** Sign-in attempts per address and minute; activations twenty times as many. */
  PICKET_SIGN_IN_RATE_LIMIT: z.coerce.number().int().min(1).default(30),
  /** Targets of the console's Help and Updates, and its support address; without them the buttons are hidden. */
  PICKET_HELP_URL: z.url({ protocol: /^https?$/u }).optional(),
  PICKET_BLOG_URL: z.url({ protocol: /^https?$/u }).optional(),
  PICKET_SUPPORT_EMAIL: z.email().optional(),
  /** A host beside this one that answers /downtime while this one does not. */
  PICKET_SERVICES_URL: z.url({ protocol: /^https?$/u }).optional(),
  /** Page views are posted to this address, form-encoded; without it they are not reported. */
  PICKET_ANALYTICS_URL: z.url({ protocol: /^https?$/u }).optional(),
  /** Bearer token that allows reading the Prometheus metrics from another machine. */
  PICKET_METRICS_TOKEN: MetricsToken.optional(),
  /** A file with that token; a token in the setting itself comes first. */
  PICKET_METRICS_TOKEN_FILE: z.string().min(1).optional(),
  /** Weather warnings for locations that enabled them; off disables them everywhere. */
  PICKET_WEATHER: Flag.default(true),
  /** Contact address sent to weather services, as their terms require. */
  PICKET_WEATHER_CONTACT: z.string().min(1).max(200).optional(),
  PICKET_WEATHER_NWS_URL: z.url({ protocol: /^https?$/u }).default('https://api.weather.gov'),
  PICKET_WEATHER_METNO_URL: z.url({ protocol: /^https?$/u }).default('https://api.met.no'),
  /** Folder of the backups; without it beside the data. */
  PICKET_BACKUP_DIR: z.string().min(1).optional(),
  /** Hours between scheduled backups; 0: none. */
  PICKET_BACKUP_HOURS: z.coerce.number().min(0).max(8760).default(24),
  /** How many of the newest are kept, and for how many weeks the last of each. */
  PICKET_BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  PICKET_BACKUP_WEEKS: z.coerce.number().int().min(0).max(520).default(4),
  /** A public key of age (age1…): backups are encrypted to it, readable only with its identity. */
  PICKET_BACKUP_RECIPIENT: z.string().refine(isRecipient, 'must be a public key of age (age1…)').optional(),
  /** Seconds without progress after which the reader of a download or of the event stream is disconnected. */
  PICKET_DOWNLOAD_TIMEOUT: z.coerce.number().min(0.1).max(3600).default(30),
  PICKET_CONSOLE_DIR: z.string().optional(),
  /** Announced maintenance: an ISO time and a reason. */
  PICKET_DOWNTIME_START: z.string().optional(),
  PICKET_DOWNTIME_CONTEXT: z.string().optional(),
});

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

export interface Config {
  readonly databaseUrl: string;
  readonly acceptsUnsafeDatabase: boolean;
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly publicUrl: string | null;
  readonly apiHost: 'same' | 'subdomain';
  readonly mail: MailConfig | null;
  readonly delivery: DeliveryConfig;
  readonly heartbeatUrl: string | null;
  readonly mqtt: MqttConfig | null;
  readonly oidc: OidcConfig | null;
  readonly commit: string | null;
  readonly trustProxy: TrustedProxies;
  readonly admin: { readonly email: string; readonly password: string } | null;
  readonly logLevel: string;
  readonly workers: number;
  readonly ingestConcurrency: number;
  /** Reports that may wait in one ingest queue before further ones are rejected with 503. */
  readonly ingestQueueLimit: number;
  readonly connections: number;
  readonly passwordCost: number;
  readonly signInRateLimit: number;
  readonly links: ConsoleLinks;
  readonly metricsToken: string | null;
  readonly weather: WeatherConfig;
  readonly backup: BackupConfig;
  readonly downloadTimeoutMs: number;
  readonly consoleDir: string | null;
  readonly downtime: { readonly startTime: string; readonly context: string } | null;
}

/** External addresses that the console links to or calls. */
export interface ConsoleLinks {
  readonly help: string | null;
  readonly blog: string | null;
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

export interface BackupConfig {
  readonly folder: string;
  /** 0: no scheduled backups. */
  readonly everyHours: number;
  readonly keep: number;
  readonly keepWeeks: number;
  /** A public key of age; null: backups are not encrypted. */
  readonly recipient: string | null;
}

export interface MailConfig {
  readonly smtpUrl: string;
  readonly from: MailSenderAddress;
}

export interface MailSenderAddress {
  readonly name: string;
  readonly address: string;
}

export interface DeliveryConfig {
  /** Private hosts that every organization may use. */
  readonly allowed: readonly OutboundEntry[];
  readonly timeoutMs: number;
  readonly firstRetryMs: number;
}

export interface MqttConfig {
  readonly url: string;
  /** null: the address holds it, or none is needed. */
  readonly password: string | null;
  /** For a broker whose accounts Picket manages; null: the operator manages them. */
  readonly managed: { readonly deviceUrl: string } | null;
}

export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the button on the sign-in page. */
  readonly name: string;
}

export class ConfigError extends Error {}

export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  // Compose files leave a setting out by passing an empty one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  for (const [name, text] of Object.entries(REPLACEMENTS))
    if (given[name] !== undefined) throw new ConfigError(`${name}: ${text}`);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is wrong'}`);
  }
  const env = parsed.data;
  if ((env.PICKET_ADMIN_EMAIL === undefined) !== (env.PICKET_ADMIN_PASSWORD === undefined))
    throw new ConfigError('PICKET_ADMIN_EMAIL and PICKET_ADMIN_PASSWORD are set together or not at all');
  if (env.PICKET_PASSWORD_COST < MIN_PASSWORD_COST && env.NODE_ENV !== 'test')
    throw new ConfigError(`PICKET_PASSWORD_COST: must be ${MIN_PASSWORD_COST} or more`);
  const publicUrl = env.PICKET_PUBLIC_URL?.replace(/\/+$/u, '') ?? null;
  if (env.PICKET_API_HOST === 'subdomain' && publicUrl === null)
    throw new ConfigError('PICKET_API_HOST=subdomain needs PICKET_PUBLIC_URL: the one origin the API answers');
  return {
    apiHost: env.PICKET_API_HOST,
    mail: mailConfig(env, publicUrl),
    delivery: {
      allowed: allowedHosts(env.PICKET_OUTBOUND_ALLOWED),
      timeoutMs: env.PICKET_DELIVERY_TIMEOUT * 1000,
      firstRetryMs: env.PICKET_RETRY_SECONDS * 1000,
    },
    heartbeatUrl: env.PICKET_HEARTBEAT_URL ?? null,
    mqtt: mqttConfig(env),
    oidc: oidcConfig(env, publicUrl),
    commit: env.PICKET_COMMIT ?? null,
    databaseUrl: databaseAddress(env),
    acceptsUnsafeDatabase: env.PICKET_UNSAFE_DATABASE,
    host: env.HOST,
    port: env.PORT,
    dataDir: env.PICKET_DATA_DIR,
    publicUrl,
    trustProxy: trustedProxies(env.PICKET_TRUST_PROXY),
    admin:
      env.PICKET_ADMIN_EMAIL !== undefined && env.PICKET_ADMIN_PASSWORD !== undefined
        ? { email: env.PICKET_ADMIN_EMAIL, password: env.PICKET_ADMIN_PASSWORD }
        : null,
    logLevel: env.PICKET_LOG_LEVEL,
    workers: env.PICKET_WORKERS,
    ingestConcurrency: env.PICKET_INGEST_CONCURRENCY,
    ingestQueueLimit: env.PICKET_INGEST_QUEUE_LIMIT,
    connections: env.PICKET_CONNECTIONS,
    passwordCost: env.PICKET_PASSWORD_COST,
    signInRateLimit: env.PICKET_SIGN_IN_RATE_LIMIT,
    links: {
      help: env.PICKET_HELP_URL ?? null,
      blog: env.PICKET_BLOG_URL ?? null,
      support: env.PICKET_SUPPORT_EMAIL ?? null,
      analytics: env.PICKET_ANALYTICS_URL ?? null,
      services: env.PICKET_SERVICES_URL?.replace(/\/+$/u, '') ?? null,
    },
    metricsToken: metricsToken(env),
    weather: {
      isOn: env.PICKET_WEATHER,
      contact: env.PICKET_WEATHER_CONTACT ?? env.PICKET_SUPPORT_EMAIL ?? publicUrl ?? 'self-hosted',
      bases: {
        NWS: env.PICKET_WEATHER_NWS_URL.replace(/\/+$/u, ''),
        METNO: env.PICKET_WEATHER_METNO_URL.replace(/\/+$/u, ''),
      },
    },
    backup: {
      folder: env.PICKET_BACKUP_DIR ?? join(env.PICKET_DATA_DIR, 'backups'),
      everyHours: env.PICKET_BACKUP_HOURS,
      keep: env.PICKET_BACKUP_KEEP,
      keepWeeks: env.PICKET_BACKUP_WEEKS,
      recipient: env.PICKET_BACKUP_RECIPIENT ?? null,
    },
    downloadTimeoutMs: env.PICKET_DOWNLOAD_TIMEOUT * 1000,
    consoleDir: env.PICKET_CONSOLE_DIR ?? null,
    downtime:
      env.PICKET_DOWNTIME_START === undefined
        ? null
        : { startTime: env.PICKET_DOWNTIME_START, context: env.PICKET_DOWNTIME_CONTEXT ?? '' },
  };
}

const databaseAddress = (env: z.output<typeof Environment>): string =>
  withPassword(env.DATABASE_URL, 'PICKET_DATABASE_PASSWORD_FILE', env.PICKET_DATABASE_PASSWORD_FILE);

function withPassword(address: string, setting: string, file: string | undefined): string {
  if (file === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(readPasswordFile(setting, file));
  return url.href;
}

/** Settings needed for migrations only; the serving process and its workers drop them. */
export const OWNER_SETTINGS = ['PICKET_OWNER_DATABASE_URL', 'PICKET_OWNER_DATABASE_PASSWORD_FILE'] as const;

/** The address of the tables' owner, or null where the server's own role owns them. No part of `Config`, which serves. */
export function readOwnerDatabaseUrl(environment: Readonly<Record<string, string | undefined>>): string | null {
  const [address, file] = OWNER_SETTINGS.map((name) => environment[name]);
  if (address === undefined || address === '') {
    if (file !== undefined && file !== '') throw new ConfigError(`${OWNER_SETTINGS[1]} needs ${OWNER_SETTINGS[0]}`);
    return null;
  }
  return withPassword(address, OWNER_SETTINGS[1], file === '' ? undefined : file);
}

function readPasswordFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${setting}: ${file} cannot be read`);
  }
}

function metricsToken(env: z.output<typeof Environment>): string | null {
  const { PICKET_METRICS_TOKEN: token, PICKET_METRICS_TOKEN_FILE: file } = env;
  if (token !== undefined || file === undefined) return token ?? null;
  const read = MetricsToken.safeParse(readPasswordFile('PICKET_METRICS_TOKEN_FILE', file));
  if (!read.success) throw new ConfigError(`PICKET_METRICS_TOKEN_FILE: ${file} does not hold 16 to 256 characters`);
  return read.data;
}

function mqttConfig(env: z.output<typeof Environment>): MqttConfig | null {
  const { PICKET_MQTT_URL: url, PICKET_MQTT_PASSWORD_FILE: file, PICKET_MQTT_DEVICE_URL: deviceUrl } = env;
  if (env.PICKET_MQTT_MANAGED && (url === undefined || deviceUrl === undefined))
    throw new ConfigError('PICKET_MQTT_MANAGED needs PICKET_MQTT_URL and PICKET_MQTT_DEVICE_URL');
  if (url === undefined) return null;
  return {
    url,
    password: file === undefined ? null : readPasswordFile('PICKET_MQTT_PASSWORD_FILE', file),
    managed: env.PICKET_MQTT_MANAGED && deviceUrl !== undefined ? { deviceUrl } : null,
  };
}

function trustedProxies(text: string): TrustedProxies {
  const trusted = parseTrustedProxies(text);
  if (trusted === null)
    throw new ConfigError(
      `PICKET_TRUST_PROXY: ${text} is neither false, nor a number of proxies (1 to 10), nor addresses or networks such as 10.0.0.9,fd00::/8`,
    );
  return trusted;
}

function allowedHosts(list: string): readonly OutboundEntry[] {
  const entries = parseOutboundList(list);
  if (typeof entries === 'string') throw new ConfigError(`PICKET_OUTBOUND_ALLOWED: ${entries}`);
  return entries;
}

/** Settings that were renamed or replaced: the start fails with a line that names the new one. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  PICKET_PRIVATE_DESTINATIONS:
    'was replaced by PICKET_OUTBOUND_ALLOWED; list each host and port there, such as ntfy:80',
  PICKET_GUESSES: 'was renamed to PICKET_SIGN_IN_RATE_LIMIT',
  PICKET_LANES: 'was renamed to PICKET_INGEST_CONCURRENCY',
  PICKET_QUEUE: 'was renamed to PICKET_INGEST_QUEUE_LIMIT',
};

/** Their names: compose passes them on, so that the server can report them. */
export const REPLACED_SETTINGS: readonly string[] = Object.keys(REPLACEMENTS);

/** The address of this server on the machine itself. */
export const localAddress = ({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

/** Links in e-mails lead to the address people use, never to what a request says its host is. */
function mailConfig(env: z.output<typeof Environment>, publicUrl: string | null): MailConfig | null {
  if (env.PICKET_SMTP_URL === undefined) return null;
  if (publicUrl === null) throw new ConfigError('PICKET_SMTP_URL needs PICKET_PUBLIC_URL: links in e-mails lead there');
  const from = env.PICKET_MAIL_FROM ?? { name: SENDER_NAME, address: `picket@${new URL(publicUrl).hostname}` };
  return { smtpUrl: env.PICKET_SMTP_URL, from };
}

function oidcConfig(env: z.output<typeof Environment>, publicUrl: string | null): OidcConfig | null {
  const { PICKET_OIDC_ISSUER: issuer, PICKET_OIDC_CLIENT_ID: clientId, PICKET_OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigError(
      'PICKET_OIDC_ISSUER, PICKET_OIDC_CLIENT_ID and PICKET_OIDC_CLIENT_SECRET are set together or not at all',
    );
  if (publicUrl === null)
    throw new ConfigError('PICKET_OIDC_ISSUER needs PICKET_PUBLIC_URL: the provider leads back there');
  return { issuer, clientId, clientSecret, name: env.PICKET_OIDC_NAME };
}
