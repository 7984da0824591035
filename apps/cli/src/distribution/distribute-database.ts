/** Spreads the organizations of a database over the nodes of its Citus cluster (decision 92). May be interrupted, and run again. */
import { setTimeout } from 'node:timers/promises';
import { readIsBeingDistributed } from '@picket/server/commands';
import type { Client } from 'pg';
import { DISTRIBUTED_FUNCTIONS } from './distributed-functions-store.ts';
import {
  applySettings,
  castEnumerations,
  copyTable,
  distributeTable,
  type FoundTable,
  flattenPartitions,
  listServing,
  listTables,
  readCluster,
  remakeObstacles,
  removeLeftovers,
  removeObstacles,
} from './distribution-store.ts';
import { placementOfTable } from './table-placements.ts';

/** The database cannot be distributed as it is: a sentence for the terminal. */
export class DistributionError extends Error {}

/** Of Citus: with an earlier one nothing was tried out. */
const MIN_VERSION = 13;

/** The connections of a server that was just stopped end within this time. */
const ENDED_WITHIN_MS = 5000;
const CHECK_AGAIN_MS = 200;

const namesOf = (tables: readonly FoundTable[]): readonly string[] => tables.map(({ name }) => name);

export interface Distributed {
  /** Tables that were distributed or copied this time. */
  readonly count: number;
  readonly nodes: number;
}

/**
 * @param shards Parts of each table; used where nothing is distributed yet.
 * @param report `share`: 0 to 1.
 * Throws a DistributionError where something is missing.
 */
export async function distributeDatabase(
  client: Client,
  shards: number,
  report: (share: number, what: string) => void,
): Promise<Distributed> {
  const { version, nodes } = await readCluster(client);
  if (version === null)
    throw new DistributionError(
      'the database has no extension citus: preload it (shared_preload_libraries), and CREATE EXTENSION citus as a superuser',
    );
  if (Number.parseInt(version, 10) < MIN_VERSION)
    throw new DistributionError(`this is Citus ${version}, and Picket needs ${MIN_VERSION}`);
  if (nodes === 0)
    throw new DistributionError('the cluster has no node that takes rows: add workers with citus_add_node');
  await applySettings(client);
  const tables = await listTables(client);
  const placed = (placement: string): readonly FoundTable[] =>
    tables.filter(({ name, hasTenant }) => placementOfTable(name, hasTenant) === placement);
  const unknown = namesOf(placed('unknown'));
  if (unknown.length > 0) throw new DistributionError(`nothing says where ${unknown.join(', ')} belongs`);
  const [copied, byTenant] = [placed('copied'), placed('by organization')];
  const isMissing = ({ isDistributed }: FoundTable): boolean => !isDistributed;
  const missing = [...copied, ...byTenant].filter(isMissing);
  if (missing.length > 0 || (await readIsBeingDistributed(client))) await requireStopped(client);
  if (missing.length > 0) await removeObstacles(client, namesOf(missing), namesOf(byTenant.filter(isMissing)));
  for (const { name } of missing.filter(({ isNested }) => isNested)) await flattenPartitions(client, name);
  await placeTables(client, { copied, byTenant }, shards, report);
  await remakeObstacles(client, (done, of) => report(0.7 + (0.3 * done) / of, 'references'));
  await castEnumerations(client);
  for (const text of DISTRIBUTED_FUNCTIONS) await client.query(text);
  return { count: missing.length, nodes };
}

/**
 * What is stored while keys and references are away may break them, and then they cannot be made again. Throws a DistributionError where a
 * server is connected.
 */
export async function requireStopped(client: Client, withinMs = ENDED_WITHIN_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const serving = await listServing(client);
    if (serving.length === 0) return;
    if (performance.now() > deadline)
      throw new DistributionError(`Picket is connected to it (${serving.join(', ')}): stop all servers`);
    await setTimeout(CHECK_AGAIN_MS);
  }
}

async function placeTables(
  client: Client,
  { copied, byTenant }: { readonly copied: readonly FoundTable[]; readonly byTenant: readonly FoundTable[] },
  shards: number,
  report: (share: number, what: string) => void,
): Promise<void> {
  let like = byTenant.find(({ isDistributed }) => isDistributed)?.name;
  const all = [...copied, ...byTenant];
  for (const [at, table] of all.entries()) {
    const { name, isDistributed, hasLeftovers } = table;
    report((0.7 * at) / all.length, name);
    if (!isDistributed && copied.includes(table)) await copyTable(client, name);
    else if (!isDistributed) {
      await distributeTable(client, name, like, shards);
      like ??= name;
    }
    if (!isDistributed || hasLeftovers) await removeLeftovers(client, name);
  }
}
