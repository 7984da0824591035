import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { stateProblem } from '../../locales/problem-in-english.ts';
import { rowSecurityState } from '../../platform/db/row-security.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { ArchiveState, KeptArchive } from '../../platform/wal-archive/archive-keeper.ts';
import type { RecoveryCheck } from '../../platform/wal-archive/recovery-check-store.ts';
import type { RecoveryChecksState } from '../../platform/wal-archive/recovery-checks.ts';
import type { OperationsPorts } from './operations-ports.ts';
import { getDatabaseInfo } from './usage-store.ts';
import { readVersion } from './version.ts';

/** The state of the installation, for the operator. */
export async function getOperations(
  ctx: Ctx<UserActor>,
  { backups, archive, recoveryChecks, failingHealthChecks, disk }: OperationsPorts,
  startedAt: number,
): Promise<ResponseOf<'GET /operations'>> {
  const [{ bytes, version }, state, archiveState, checks, failing, freeSpace] = await Promise.all([
    getDatabaseInfo(ctx.db.console),
    backups.state(),
    archive.state(),
    recoveryChecks.state(),
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
    rowSecurity: rowSecurityState(ctx.config, ctx.db),
    backups: {
      ...(state.everyHours === null ? {} : { everyHours: state.everyHours }),
      folder: state.folder,
      ...(state.problem === null ? {} : { problem: stateProblem(state.problem) }),
      ...(state.running === null ? {} : { running: state.running }),
      fingerprint: state.fingerprint,
      items: [...state.backups],
    },
    ...(archiveState.status.isOn ? { archive: toArchiveOut(archiveState) } : {}),
    ...(archiveState.status.isOn || checks.problem !== null ? { recoveryChecks: toChecksOut(checks) } : {}),
  };
}

function toArchiveOut({ status, kept, problem }: ArchiveState): ResponseOf<'GET /operations'>['archive'] {
  const { lastArchivedAt, waitingFiles, walBytes } = status;
  return {
    ...(lastArchivedAt === null ? {} : { lastArchivedAt: formatInstant(lastArchivedAt) }),
    ...(waitingFiles === null ? {} : { waitingFiles }),
    ...(walBytes === null ? {} : { walBytes }),
    ...(problem === null ? {} : { problem: stateProblem(problem) }),
    ...(kept === null ? {} : { kept: toKeptOut(kept) }),
  };
}

function toKeptOut({ newestBaseAt, spans, ...kept }: KeptArchive) {
  return {
    ...kept,
    ...(newestBaseAt === null ? {} : { newestBaseAt: formatInstant(newestBaseAt) }),
    spans: spans.map(({ from, to }) => ({ from: formatInstant(from), to: formatInstant(to) })),
  };
}

function toChecksOut({ everyDays, isStartable, isRunning, last, problem }: RecoveryChecksState) {
  return {
    ...(everyDays === null ? {} : { everyDays }),
    startable: isStartable,
    running: isRunning,
    ...(problem === null ? {} : { problem: stateProblem(problem) }),
    ...(last === null ? {} : { last: toCheckOut(last) }),
    ...(last === null || last.passedAt === null ? {} : { passedAt: formatInstant(last.passedAt) }),
  };
}

function toCheckOut({ startedAt, finishedAt, result, reachedAt, why }: RecoveryCheck) {
  const started = { startedAt: formatInstant(startedAt) };
  // What is known is of the one before.
  if (finishedAt === null) return started;
  return {
    ...started,
    finishedAt: formatInstant(finishedAt),
    ...(result === null ? {} : { result }),
    ...(reachedAt === null ? {} : { reachedAt: formatInstant(reachedAt) }),
    ...(why === null ? {} : { why }),
  };
}
