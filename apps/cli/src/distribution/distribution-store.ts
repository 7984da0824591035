/** Statements of a distribution: extension, nodes, tables, and what stands in the way of distributing them. */
import { DISTRIBUTION_NOTES as KEPT } from '@picket/server/commands';
import type { Client } from 'pg';
import { SECRET_KEYS } from './table-placements.ts';

export interface Cluster {
  /** null: the extension is not there. */
  readonly version: string | null;
  /** Nodes that take rows. */
  readonly nodes: number;
}

export interface FoundTable {
  readonly name: string;
  readonly hasTenant: boolean;
  readonly isDistributed: boolean;
  /** Rows that were distributed, and are still stored here as well. */
  readonly hasLeftovers: boolean;
  /** Its partitions have partitions. */
  readonly isNested: boolean;
}

const TENANT = 'tenant_guid';

async function rowsOf<Row extends Record<string, unknown>>(client: Client, text: string, values: unknown[] = []) {
  return (await client.query<Row>(text, values)).rows;
}

/** Asks the coordinator for its version of Citus and its nodes. */
export async function readCluster(client: Client): Promise<Cluster> {
  const [found] = await rowsOf<{ version: string }>(
    client,
    `SELECT extversion AS version FROM pg_extension WHERE extname = 'citus'`,
  );
  if (found === undefined) return { version: null, nodes: 0 };
  const [nodes] = await rowsOf<{ count: number }>(
    client,
    `SELECT count(*)::int AS count FROM pg_dist_node WHERE shouldhaveshards AND noderole = 'primary' AND isactive`,
  );
  return { version: found.version, nodes: nodes?.count ?? 0 };
}

/** What else of Picket is connected to the database, such as `picket ingest`; commands are not. */
export async function listServing(client: Client): Promise<readonly string[]> {
  const rows = await rowsOf<{ name: string }>(
    client,
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'picket %' AND application_name <> current_setting('application_name')
      ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

/** The tables of Picket by name, each for all of its partitions. */
export const listTables = (client: Client): Promise<FoundTable[]> =>
  rowsOf<FoundTable & Record<string, unknown>>(
    client,
    `SELECT c.relname AS name, coalesce(a.attnotnull, false) AS "hasTenant", d.logicalrelid IS NOT NULL AS "isDistributed",
            d.logicalrelid IS NOT NULL AND (SELECT sum(pg_relation_size(t.relid)) > 0
              FROM (SELECT relid FROM pg_partition_tree(c.oid) WHERE isleaf UNION SELECT c.oid WHERE c.relkind = 'r') t) AS "hasLeftovers",
            EXISTS (SELECT 1 FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid
                     WHERE i.inhparent = c.oid AND p.relkind = 'p') OR c.relkind = 'p' AND pg_get_partkeydef(c.oid) LIKE 'LIST%' AS "isNested"
       FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = '${TENANT}' AND NOT a.attisdropped
       -- Those that are on the coordinator, and known to Citus because they refer to a copied one, are not distributed.
       LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid AND (d.partmethod = 'h' OR d.repmodel = 't')
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = c.oid AND e.deptype = 'e') AND c.relname <> '${KEPT}'
      ORDER BY c.relname`,
  );

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** For this session and for those that follow: limits of time that a transaction sets hold on workers too, and audit logs keep their triggers. */
export async function applySettings(client: Client): Promise<void> {
  for (const setting of [
    `citus.propagate_set_commands = 'local'`,
    'citus.enable_unsafe_triggers = on',
    `citus.multi_shard_modify_mode = 'sequential'`,
  ]) {
    await client.query(`SET ${setting}`);
    await client.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ', current_database()) || '${setting.replaceAll("'", "''")}'; END $$`,
    );
  }
}

interface Obstacle {
  readonly statement: string;
  /** Makes it again in the end; null: it is not. */
  readonly remake: string | null;
}

/** References that touch one of these tables, which are not distributed yet. */
const listReferences = (client: Client, tables: readonly string[]): Promise<Obstacle[]> =>
  rowsOf<Obstacle & Record<string, unknown>>(
    client,
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS remake
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
        AND (conrelid = ANY ($1::regclass[]) OR confrelid = ANY ($1::regclass[])) ORDER BY conname`,
    [tables],
  );

/** Of row-level security: Citus refuses policies that compute the organization once a statement, and names it to no node. */
const listPolicies = (client: Client, tables: readonly string[]): Promise<Obstacle[]> =>
  rowsOf<Obstacle & Record<string, unknown>>(
    client,
    `SELECT format('DROP POLICY %I ON %s', polname, polrelid::regclass) AS statement, NULL AS remake
       FROM pg_policy WHERE polrelid = ANY ($1::regclass[])
     UNION ALL SELECT format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', oid::regclass), NULL
       FROM pg_class WHERE relrowsecurity AND oid = ANY ($1::regclass[])`,
    [tables],
  );

/** Triggers: those that fill in the organization for servers of the version before go, the others are made again. */
const listTriggers = (client: Client, tables: readonly string[]): Promise<Obstacle[]> =>
  rowsOf<Obstacle & Record<string, unknown>>(
    client,
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS statement,
            CASE WHEN tgname NOT LIKE '%\\_fill\\_tenant' THEN pg_get_triggerdef(oid) END AS remake
       FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 AND tgrelid = ANY ($1::regclass[]) ORDER BY tgname`,
    [tables],
  );

/**
 * Unique indexes without the organization, of tables and their partitions. Those by which rows are looked up become plain ones; where no
 * other has the same columns within the organization, one takes their place that does.
 */
const listKeys = (client: Client, tables: readonly string[]): Promise<Obstacle[]> =>
  rowsOf<Obstacle & Record<string, unknown>>(
    client,
    `WITH key AS (
       SELECT i.indexrelid, c.relname, pg_get_indexdef(i.indexrelid) AS def, pg_get_expr(i.indpred, i.indrelid) AS condition, i.indrelid,
              ARRAY(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey) ORDER BY 1) AS columns,
              (SELECT k.conname FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u')) AS made_by
         FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        WHERE i.indisunique AND NOT EXISTS (SELECT 1 FROM pg_inherits h WHERE h.inhrelid = i.indexrelid)
          AND EXISTS (SELECT 1 FROM unnest($1::regclass[]) t WHERE i.indrelid = t OR i.indrelid IN (SELECT relid FROM pg_partition_tree(t))))
     SELECT CASE WHEN made_by IS NULL THEN format('DROP INDEX %s', indexrelid::regclass)
                 ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', indrelid::regclass, made_by) END AS statement,
            CASE WHEN relname || ' (' || array_to_string(columns, ', ') || ')' = ANY ($2) THEN replace(def, 'CREATE UNIQUE INDEX', 'CREATE INDEX')
                 WHEN NOT EXISTS (SELECT 1 FROM key other WHERE other.indrelid = key.indrelid AND other.condition IS NOT DISTINCT FROM key.condition
                        AND '${TENANT}' = ANY (other.columns) AND array_remove(other.columns, '${TENANT}') <@ key.columns)
                 THEN regexp_replace(def, 'USING btree \\(', 'USING btree (${TENANT}, ') END AS remake
       FROM key WHERE NOT '${TENANT}' = ANY (columns) ORDER BY indexrelid::regclass::text`,
    [tables, SECRET_KEYS],
  );

/**
 * Makes the table of what was taken away. Its owner alone may use it, in whose name its statements run: by default the serving role could
 * write into every new table. Call it in a transaction.
 */
async function makeNotes(client: Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS ${KEPT} (ordinal serial PRIMARY KEY, remake text NOT NULL)`);
  const others = await rowsOf<{ revoke: string }>(
    client,
    `SELECT DISTINCT format('REVOKE ALL ON ${KEPT} FROM %s', CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END) AS revoke
       FROM pg_class c CROSS JOIN aclexplode(c.relacl) WHERE c.oid = '${KEPT}'::regclass AND grantee <> c.relowner`,
  );
  for (const { revoke } of others) await client.query(revoke);
}

/**
 * Takes away, in one transaction, what stands in the way of distributing these tables, and notes what has to be made again.
 * `byTenant`: those of them whose keys have to begin with the organization.
 */
export async function removeObstacles(
  client: Client,
  tables: readonly string[],
  byTenant: readonly string[],
): Promise<void> {
  await inTransaction(client, async () => {
    await makeNotes(client);
    const obstacles = [
      ...(await listReferences(client, tables)),
      ...(await listPolicies(client, tables)),
      ...(await listTriggers(client, tables)),
      ...(await listKeys(client, byTenant)),
    ];
    for (const { statement, remake } of obstacles) {
      await client.query(statement);
      if (remake !== null) await client.query(`INSERT INTO ${KEPT} (remake) VALUES ($1)`, [remake]);
    }
  });
}

/** Makes what was taken away, one after the other, each at the same time as the note of it is deleted. */
export async function remakeObstacles(client: Client, report: (done: number, of: number) => void): Promise<void> {
  await inTransaction(client, () => makeNotes(client));
  const kept = await rowsOf<{ ordinal: number; remake: string }>(
    client,
    `SELECT ordinal, remake FROM ${KEPT} ORDER BY remake NOT LIKE 'CREATE%INDEX%', ordinal`,
  );
  for (const [at, { ordinal, remake }] of kept.entries()) {
    report(at, kept.length);
    await inTransaction(client, async () => {
      await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
      await client.query(remake);
      await client.query(`DELETE FROM ${KEPT} WHERE ordinal = $1`, [ordinal]);
    });
  }
  await client.query(`DROP TABLE ${KEPT}`);
}

/**
 * Prisma reads values of closed sets as text, and Citus returns from a write only what is computed by functions that never change their
 * answer, which Postgres does not say of its own conversion: names of such values are not changed, so this one may. For the coordinator;
 * workers do without.
 */
export async function castEnumerations(client: Client): Promise<void> {
  const types = await rowsOf<{ cast: string; function: string }>(
    client,
    `SELECT format('CREATE OR REPLACE FUNCTION picket_text(value %s) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN RETURN format(''%%s'', value); END $$', t.oid::regtype) AS function,
            format('CREATE CAST (%s AS text) WITH FUNCTION picket_text(%s) AS ASSIGNMENT', t.oid::regtype, t.oid::regtype) AS cast
       FROM pg_type t WHERE t.typtype = 'e' AND t.typnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_cast c WHERE c.castsource = t.oid AND c.casttarget = 'text'::regtype)
        AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = t.oid AND e.deptype = 'e')`,
  );
  for (const type of types) {
    await client.query(type.function);
    await client.query(type.cast);
  }
}

/** Citus takes no partitions of partitions: packed days are partitioned by how long they are kept and by day at once. */
export async function flattenPartitions(client: Client, table: string): Promise<void> {
  const leaves = await rowsOf<{ detach: string; attach: string }>(
    client,
    `SELECT format('ALTER TABLE %s DETACH PARTITION %s', parentrelid::regclass, relid::regclass) AS detach,
            format('ALTER TABLE %I ATTACH PARTITION %s FOR VALUES FROM (%s, %L) TO (%s, %L)', $1::text, relid::regclass, keep, first, keep,
                   (first + CASE WHEN month IS NULL THEN interval '1 year' ELSE interval '1 month' END)::date) AS attach
       FROM pg_partition_tree($1::regclass) JOIN pg_class c ON c.oid = relid
       CROSS JOIN LATERAL regexp_match(c.relname, '_keep_(\\d+)_(\\d{4})(?:_(\\d{2}))?$') AS part
       CROSS JOIN LATERAL (SELECT part[1] AS keep, part[3] AS month, make_date(part[2]::int, coalesce(part[3], '1')::int, 1) AS first) AS span
      WHERE isleaf AND c.relkind = 'r'`,
    [table],
  );
  const made = await rowsOf<{ text: string }>(
    client,
    `SELECT format('ALTER TABLE %I OWNER TO %I', c.relname, c.relowner::regrole) AS text FROM pg_class c WHERE oid = $1::regclass
     UNION ALL
     SELECT coalesce((SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
                        FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype = 'p'),
                     replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON '))
       FROM pg_index i WHERE i.indrelid = $1::regclass`,
    [table],
  );
  await inTransaction(client, async () => {
    for (const { detach } of leaves) await client.query(detach);
    await client.query(`ALTER TABLE ${table} RENAME TO ${table}_nested`);
    await client.query(
      `CREATE TABLE ${table} (LIKE ${table}_nested INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (keep_days, day)`,
    );
    await client.query(`DROP TABLE ${table}_nested`);
    for (const { text } of made) await client.query(text);
    for (const { attach } of leaves) await client.query(attach);
  });
}

/** A copy of the table on every node. */
export const copyTable = (client: Client, table: string): Promise<unknown> =>
  client.query('SELECT create_reference_table($1)', [table]);

/** @param shards How many parts the rows are in, where this is the first table; the others follow it. */
export async function distributeTable(
  client: Client,
  table: string,
  like: string | undefined,
  shards: number,
): Promise<void> {
  if (like !== undefined)
    await client.query(`SELECT create_distributed_table($1, '${TENANT}', colocate_with => $2)`, [table, like]);
  else
    await client.query(
      `SELECT create_distributed_table($1, '${TENANT}', colocate_with => 'none', shard_count => $2::int)`,
      [table, shards],
    );
}

/** Frees what was stored here before the rows were distributed. */
export const removeLeftovers = (client: Client, table: string): Promise<unknown> =>
  client.query('SELECT truncate_local_data_after_distributing_table($1)', [table]);
