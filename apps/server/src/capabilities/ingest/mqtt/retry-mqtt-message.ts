/** Handles one MQTT message until its readings are stored, or it is known that they never will be. */
import { setTimeout } from 'node:timers/promises';
import { isUnreachable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { toAppError } from '../../../platform/http/error-responses.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FindSentryByToken } from '../../sentries/index.ts';
import type { Ingest } from '../ingest-report.ts';
import { handleMqttMessage, type MqttResponse } from './handle-mqtt-message.ts';

const RETRY_MS = 500;
/** A message that fails this often blocks the others: it is rejected, and its sentry sends it again. */
const MAX_FAILURES = 20;

export interface MessageContext {
  readonly platform: Platform;
  readonly ingest: Ingest;
  readonly findSentry: FindSentryByToken;
}

/** false: canceled by `signal`, the broker keeps the message. */
export async function handleUntilDone(
  { platform, ingest, findSentry }: MessageContext,
  message: { readonly topic: string; readonly payload: Buffer },
  respond: (response: MqttResponse) => void,
  signal: AbortSignal,
): Promise<boolean> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const isLastAttempt = failures >= MAX_FAILURES;
      const response = await handleMqttMessage(platform, ingest, findSentry, message, isLastAttempt);
      if (response !== null) respond(response);
      return true;
    } catch (error) {
      const seconds = error instanceof AppError ? error.retryAfterSeconds : null;
      if (toAppError(error).code === 'internal') failures += 1;
      if (isUnreachable(error)) platform.log.debug({ err: error }, 'database unreachable, retrying the MQTT message');
      // Aborted: returns at once.
      await setTimeout(Math.max(RETRY_MS, (seconds ?? 0) * 1000), null, { signal }).catch(() => {});
    }
  }
  return false;
}
