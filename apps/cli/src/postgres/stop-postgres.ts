import { join } from 'node:path';
import { binariesFolder } from './postgres-programs.ts';
import { createRunner, resolveIdentity } from './postgres-user.ts';
import { runningPort, stopPostmaster } from './postmaster.ts';

/** Ends a Postgres that runs on `folder` (absolute), if there is one. `immediate`: without what it would still write. */
export async function stopPostgres(folder: string, mode: 'fast' | 'immediate'): Promise<void> {
  const data = join(folder, 'postgres');
  if (runningPort(data) === null) return;
  const binaries = await binariesFolder();
  stopPostmaster(createRunner(resolveIdentity(data), [binaries, folder]), join(binaries, 'pg_ctl'), data, mode);
}
