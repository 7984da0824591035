/** A message that was given up raises a system alert in the organization that it was for. */
import { problemOf } from '@picket/domain/problems';
import type { Platform } from '../../platform/platform.ts';
import { type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import type { OnMessageFailed } from '../notifications/index.ts';

/** The alert is cleared when the destination accepts a message again, or is removed. */
export const createFailedMessageReporter =
  ({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>, changed: OnAlertsChanged): OnMessageFailed =>
  async ({ tenant, destination, problem: answer, guid }) => {
    const problem = problemOf('MESSAGE_ABANDONED', { answer });
    const alert = { tenant, checkName: `destination:${destination}`, severity: 230, problem };
    await db.inTx(({ sql }) => raiseSystemAlert(sql, alert, clock.now(), changed));
    log.error({ message: guid }, 'message given up, raising a system alert');
  };
