/** Reads the credentials of devices: those that are asked for in one turn of the event loop, with one statement. */
import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../../platform/db/database.ts';
import { runOutsideRequests } from '../../../platform/http/error-containment.ts';
import { type CredentialRow, findCredentials } from './credential-store.ts';

interface Waiting {
  readonly hash: Buffer;
  readonly resolve: (row: CredentialRow | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns the function that finds the sentry of a token's hash, or null. */
export function createCredentialLookup(sql: Sql): (hash: Buffer) => Promise<CredentialRow | null> {
  let waiting: Waiting[] = [];

  const readGathered = async (): Promise<void> => {
    await setImmediate();
    const asked = waiting;
    waiting = [];
    try {
      const found = await findCredentials(
        sql,
        asked.map(({ hash }) => hash),
      );
      for (const { hash, resolve } of asked) resolve(found.get(hash.toString('hex')) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      if (waiting.length === 1) void runOutsideRequests(readGathered);
    });
}
