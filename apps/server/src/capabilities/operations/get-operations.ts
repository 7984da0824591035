import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { stateProblem } from '../../locales/problem-in-english.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { ArchiveState, KeptArchive } from '../../platform/wal-archive/archive-keeper.ts';
import type { OperationsPorts } from './operations-ports.ts';
import { getDatabaseInfo } from './usage-store.ts';
import { readVersion } from './version.ts';

/** The state of the installation, for the operator. */
export async function getOperations(
  ctx: Ctx<UserActor>,
  { backups, archive, failingHealthChecks, disk }: OperationsPorts,
  startedAt: number,
): Promise<ResponseOf<'GET /operations'>> {
  const [{ bytes, version }, state, archiveState, failing, freeSpace] = await Promise.all([
    getDatabaseInfo(ctx.db.console),
    backups.state(),
    archive.state(),
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
    ...(archiveState.status.isOn ? { archive: toArchiveOut(archiveState) } : {}),
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
