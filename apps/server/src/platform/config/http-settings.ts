/** Where the server listens, what it trusts, and the limits of connections and sign-in. */
import { z } from 'zod';
import { ConfigError, HttpUrl, readPasswordFile, withoutTrailingSlash } from './setting-types.ts';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

/** A lower cost makes stolen hashes too cheap to crack. */
const MIN_PASSWORD_COST = 12;
const MetricsToken = z.string().min(16).max(256);

export const httpShape = {
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The address people use, when a proxy stands in front: links and the Origin check are built on it. */
  PICKET_PUBLIC_URL: HttpUrl.optional(),
  /** Where the browser finds the API: on the console's host, or on the api subdomain of it. */
  PICKET_API_HOST: z.enum(['same', 'subdomain']).default('same'),
  /** Proxies trusted to report the caller's address: how many in a row, or their addresses and networks. */
  PICKET_TRUST_PROXY: z.string().max(2048).default('false'),
  /** Server processes on this machine, behind one port; more of them elsewhere need nothing but the same database. */
  PICKET_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Connections one server process takes at once. */
  PICKET_CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).default(10_000),
  /** Seconds without progress after which the reader of a download or of the event stream is disconnected. */
  PICKET_DOWNLOAD_TIMEOUT: z.coerce.number().min(0.1).max(3600).default(30),
  PICKET_CONSOLE_DIR: z.string().optional(),
  /** Sign-in attempts per address and minute; activations twenty times as many. */
  PICKET_SIGN_IN_RATE_LIMIT: z.coerce.number().int().min(1).default(30),
  /** Work of a password's hash: bcrypt's cost, each step twice the one before. Less than what is described is for tests. */
  PICKET_PASSWORD_COST: z.coerce.number().int().min(4).max(16).default(12).meta({ minimum: MIN_PASSWORD_COST }),
  NODE_ENV: z.string().optional(),
  /** Bearer token that allows reading the Prometheus metrics from another machine. */
  PICKET_METRICS_TOKEN: MetricsToken.optional(),
  /** A file with that token; a token in the setting itself comes first. */
  PICKET_METRICS_TOKEN_FILE: z.string().min(1).optional(),
};
const HttpSettings = z.object(httpShape);

export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | null;
  readonly apiHost: 'same' | 'subdomain';
  readonly trustProxy: TrustedProxies;
  readonly workers: number;
  readonly connections: number;
  readonly downloadTimeoutMs: number;
  readonly consoleDir: string | null;
  readonly signInRateLimit: number;
  readonly passwordCost: number;
  readonly metricsToken: string | null;
}

export function httpConfig(env: z.output<typeof HttpSettings>): HttpConfig {
  if (env.PICKET_PASSWORD_COST < MIN_PASSWORD_COST && env.NODE_ENV !== 'test')
    throw new ConfigError(`PICKET_PASSWORD_COST: must be ${MIN_PASSWORD_COST} or more`);
  const publicUrl = env.PICKET_PUBLIC_URL === undefined ? null : withoutTrailingSlash(env.PICKET_PUBLIC_URL);
  if (env.PICKET_API_HOST === 'subdomain' && publicUrl === null)
    throw new ConfigError('PICKET_API_HOST=subdomain needs PICKET_PUBLIC_URL: the one origin the API answers');
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl,
    apiHost: env.PICKET_API_HOST,
    trustProxy: trustedProxies(env.PICKET_TRUST_PROXY),
    workers: env.PICKET_WORKERS,
    connections: env.PICKET_CONNECTIONS,
    downloadTimeoutMs: env.PICKET_DOWNLOAD_TIMEOUT * 1000,
    consoleDir: env.PICKET_CONSOLE_DIR ?? null,
    signInRateLimit: env.PICKET_SIGN_IN_RATE_LIMIT,
    passwordCost: env.PICKET_PASSWORD_COST,
    metricsToken: metricsToken(env),
  };
}

/** The address of this server on the machine itself. */
export const localAddress = ({ publicUrl, port }: Pick<HttpConfig, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

function metricsToken(env: z.output<typeof HttpSettings>): string | null {
  const { PICKET_METRICS_TOKEN: token, PICKET_METRICS_TOKEN_FILE: file } = env;
  if (token !== undefined || file === undefined) return token ?? null;
  const read = MetricsToken.safeParse(readPasswordFile('PICKET_METRICS_TOKEN_FILE', file));
  if (!read.success) throw new ConfigError(`PICKET_METRICS_TOKEN_FILE: ${file} does not hold 16 to 256 characters`);
  return read.data;
}

function trustedProxies(text: string): TrustedProxies {
  const trusted = parseTrustedProxies(text);
  if (trusted === null)
    throw new ConfigError(
      `PICKET_TRUST_PROXY: ${text} is neither false, nor a number of proxies (1 to 10), nor addresses or networks such as 10.0.0.9,fd00::/8`,
    );
  return trusted;
}
