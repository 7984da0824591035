/**
 * What of this installation may leave it in a support bundle. Settings by allowlist: a value is shown where its setting is in the table
 * below and it has the form there, so that neither a new setting nor a value in the wrong place shows. Other texts, such as errors, are
 * searched for every value that is not shown.
 */
import { readFileSync } from 'node:fs';

const NUMBER = /^\d{1,9}(\.\d{1,3})?$/u;
const FLAG = /^(true|false|1|0)$/u;

/** Settings whose value is shown, with the form it must have. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  PORT: NUMBER,
  NODE_ENV: /^(production|development|test)$/u,
  PICKET_API_HOST: /^(same|subdomain)$/u,
  PICKET_ARCHIVE_DAYS: NUMBER,
  PICKET_ARCHIVE_GB: NUMBER,
  PICKET_BACKUP_HOURS: NUMBER,
  PICKET_BACKUP_KEEP: NUMBER,
  PICKET_BACKUP_WEEKS: NUMBER,
  PICKET_CONNECTIONS: NUMBER,
  PICKET_DELIVERY_TIMEOUT: NUMBER,
  PICKET_DOWNLOAD_TIMEOUT: NUMBER,
  PICKET_INGEST_CONCURRENCY: NUMBER,
  PICKET_INGEST_QUEUE_LIMIT: NUMBER,
  PICKET_INGEST_SENTRY_BURST: NUMBER,
  PICKET_INGEST_SENTRY_RATE: NUMBER,
  PICKET_INGEST_TENANT_BURST: NUMBER,
  PICKET_INGEST_TENANT_RATE: NUMBER,
  PICKET_LOG_LEVEL: /^(fatal|error|warn|info|debug|trace|silent)$/u,
  PICKET_MQTT_LISTEN_PLAIN: FLAG,
  PICKET_MQTT_MANAGED: FLAG,
  PICKET_PASSWORD_COST: NUMBER,
  PICKET_RECOVERY_CHECK_DAYS: NUMBER,
  PICKET_RETRY_SECONDS: NUMBER,
  PICKET_ROW_SECURITY: /^(auto|on|off)$/u,
  PICKET_SIGN_IN_RATE_LIMIT: NUMBER,
  PICKET_SIMULATED_SENTRIES: FLAG,
  PICKET_TRUST_PROXY: /^(true|false|\d{1,2})$/u,
  PICKET_UNSAFE_DATABASE: FLAG,
  PICKET_WEATHER: FLAG,
  PICKET_WORKERS: NUMBER,
};
const CREDENTIALS = /:\/\/[^\s/@:]*:[^\s/@]+@/gu;
const MAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)*/gu;
/** Shorter values, such as a flag, stand in any text. */
const MIN_SECRET_LENGTH = 6;

type Environment = Readonly<Record<string, string | undefined>>;

const isShown = (name: string, value: string): boolean => SHOWN[name]?.test(value) === true;

/** Every setting with its value, or with whether it is set. */
export function describeSettings(names: readonly string[], environment: Environment): Record<string, string> {
  const describe = (name: string): string => {
    const value = environment[name] ?? '';
    if (value === '') return 'not set';
    return isShown(name, value) ? value : 'set, not shown';
  };
  return Object.fromEntries([...names].sort().map((name) => [name, describe(name)]));
}

/** What must not be found in the bundle: values that are not shown, and the credentials inside of addresses. */
export function findSecrets(names: readonly string[], environment: Environment): readonly string[] {
  const values = names.flatMap((name) => {
    const value = environment[name] ?? '';
    if (value === '' || isShown(name, value)) return [];
    return [value, ...partsOf(value), ...(name.endsWith('_FILE') ? contentOf(value) : [])];
  });
  return [...new Set(values)]
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .sort((one, other) => other.length - one.length);
}

/** What a file of a password or token contains. */
function contentOf(file: string): readonly string[] {
  try {
    return [readFileSync(file, 'utf8').trim()];
  } catch {
    return [];
  }
}

function partsOf(value: string): readonly string[] {
  if (!URL.canParse(value)) return [];
  const { username, password, hostname } = new URL(value);
  const isEverywhere = ['localhost', '127.0.0.1'].includes(hostname);
  return [password, safelyDecoded(password), username === 'picket' ? '' : username, isEverywhere ? '' : hostname];
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `text` without the secrets, and without addresses of people. */
export const redact = (text: string, secrets: readonly string[]): string =>
  secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '[not shown]'), text)
    .replace(CREDENTIALS, '://[not shown]@')
    .replace(MAIL, '[address]');

const ERROR_FIELDS = ['time', 'level', 'msg', 'requestId', 'reqId'];
const FIELDS_OF_ERROR = ['type', 'code', 'message', 'stack'];
const FIELDS_OF_REQUEST = ['method', 'path'];

const pick = (from: unknown, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof from === 'object' && from !== null ? from : {}).filter(([name]) => names.includes(name)),
  );

/** A line of the log with the fields that explain an error, and no others; null: it is no such line. */
export function describeError(line: string): Record<string, unknown> | null {
  try {
    const parsed: { readonly err?: unknown; readonly req?: unknown } = JSON.parse(line);
    return {
      ...pick(parsed, ERROR_FIELDS),
      ...(parsed.err === undefined ? {} : { err: pick(parsed.err, FIELDS_OF_ERROR) }),
      ...(parsed.req === undefined ? {} : { req: pick(parsed.req, FIELDS_OF_REQUEST) }),
    };
  } catch {
    return null;
  }
}
