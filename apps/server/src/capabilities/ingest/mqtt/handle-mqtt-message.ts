/** Handles a report that arrived as an MQTT message: authenticates it, ingests it, and builds the response. */
import { ERRORS } from '@picket/contracts/errors';
import { MqttReport, type MqttReportResponse, responseTopic } from '@picket/contracts/telemetry';
import { cleanText } from '@picket/domain/text';
import { AppError } from '../../../platform/errors.ts';
import { contextOf } from '../../../platform/http/context.ts';
import { toAppError } from '../../../platform/http/error-responses.ts';
import { isTooDeep } from '../../../platform/parse-json.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FindSentryByToken } from '../../sentries/index.ts';
import { type Ingest, ingestReport } from '../ingest-report.ts';

const MAX_MESSAGE_BYTES = 4 * 1_048_576;
const TOPIC = /^picket\/([0-9a-f-]{36})\/telemetry$/u;

export interface MqttResponse {
  readonly topic: string;
  readonly body: MqttReportResponse;
}

/**
 * Handles one message of `picket/<sentry>/telemetry`; returns null for other topics. Errors of the message are in the
 * response. Retryable errors are thrown, and nothing was stored: an AppError `busy`, and an internal error unless
 * `isLastAttempt`. A sentry that sends more than it may gets a response: the broker delivers only some messages that are not
 * acknowledged, so those of one that is throttled would hold up all others.
 */
export async function handleMqttMessage(
  platform: Platform,
  ingest: Ingest,
  findSentry: FindSentryByToken,
  { topic, payload }: { readonly topic: string; readonly payload: Buffer },
  isLastAttempt: boolean,
): Promise<MqttResponse | null> {
  const sentry = TOPIC.exec(topic)?.[1];
  if (sentry === undefined) return null;
  let sentAt: string | undefined;
  const respond = (body: MqttReportResponse): MqttResponse => ({ topic: responseTopic(sentry), body });
  try {
    const { token, ...report } = parseMessage(payload);
    sentAt = report.sentAt;
    const actor = await findSentry(token);
    // Brokers enforce topics per user: the topic must name the sentry of the token.
    if (actor === null || actor.guid !== sentry)
      throw new AppError('unauthenticated', { message: 'The token is not of this sentry' });
    return respond({ status: 200, sentAt, ...(await ingestReport(contextOf(platform, actor), ingest, report)) });
  } catch (error) {
    const refusal = toAppError(error);
    const { code, cause } = refusal;
    if (code === 'busy' || (code === 'internal' && !isLastAttempt)) throw error;
    if (code === 'internal') platform.log.error({ err: cause ?? error, sentry }, 'MQTT message failed, rejected');
    return respond({ ...(sentAt === undefined ? {} : { sentAt }), ...errorResponse(refusal) });
  }
}

/** Throws an AppError that names the field. */
function parseMessage(payload: Buffer): ReturnType<typeof MqttReport.parse> {
  if (payload.length > MAX_MESSAGE_BYTES) throw new AppError('tooLarge');
  if (isTooDeep(payload)) throw new AppError('malformed');
  let sent: unknown;
  try {
    sent = JSON.parse(payload.toString('utf8'));
  } catch {
    throw new AppError('malformed');
  }
  const parsed = MqttReport.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw new AppError('validation', {
    errors: parsed.error.issues.map(({ path, message }) => ({
      name: path.length === 0 ? 'body' : cleanText(path.join('.'), 300),
      message,
    })),
  });
}

const errorResponse = ({ code, message, errors, retryAfterSeconds }: AppError) => ({
  status: ERRORS[code].status,
  code,
  message,
  ...(errors.length > 0
    ? { errors: errors.map(({ name, message: problem }) => ({ name, message: String(problem) })) }
    : {}),
  ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
});
