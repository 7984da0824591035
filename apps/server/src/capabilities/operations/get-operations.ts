import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { stateProblem } from '../../locales/problem-in-english.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { OperationsPorts } from './operations-ports.ts';
import { getDatabaseInfo } from './usage-store.ts';
import { readVersion } from './version.ts';

/** The state of the installation, for the operator. */
export async function getOperations(
  ctx: Ctx<UserActor>,
  { backups, failingHealthChecks, disk }: OperationsPorts,
  startedAt: number,
): Promise<ResponseOf<'GET /operations'>> {
  const [{ bytes, version }, state, failing, freeSpace] = await Promise.all([
    getDatabaseInfo(ctx.db.console),
    backups.state(),
    failingHealthChecks(),
    disk(),
  ]);
  return {
    version: readVersion(ctx.config).version,
    postgres: version,
    startedAt: formatInstant(startedAt),
    databaseBytes: bytes,
    ...(freeSpace === null ? {} : { disk: freeSpace }),
    failingHealthChecks: [...failing],
    backups: {
      ...(state.everyHours === null ? {} : { everyHours: state.everyHours }),
      folder: state.folder,
      ...(state.problem === null ? {} : { problem: stateProblem(state.problem) }),
      ...(state.running === null ? {} : { running: state.running }),
      fingerprint: state.fingerprint,
      items: [...state.backups],
    },
  };
}
