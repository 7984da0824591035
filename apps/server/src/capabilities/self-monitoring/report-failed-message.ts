/** A message that was given up raises a system alert in the organization that it was for. */
import { problemOf } from '@picket/domain/problems';
import type { Platform } from '../../platform/platform.ts';
import { type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import type { OnMessageFailed } from '../notifications/index.ts';

/**
 * The alert is cleared when the destination accepts a message again, or is removed. One about a destination that is gone is about its
 * owner, and cleared when the owner gets a message anywhere.
 */
export const createFailedMessageReporter =
  ({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>, changed: OnAlertsChanged): OnMessageFailed =>
  async ({ tenant, owner, destination, isGone, problem: answer, guid }) => {
    const problem = problemOf('MESSAGE_ABANDONED', { answer });
    const checkName = isGone ? `recipient:${owner}` : `destination:${destination}`;
    const alert = { tenant, checkName, severity: 230, problem };
    await db.inTx(({ sql }) => raiseSystemAlert(sql, alert, clock.now(), changed));
    log.error({ message: guid }, 'message given up, raising a system alert');
  };
