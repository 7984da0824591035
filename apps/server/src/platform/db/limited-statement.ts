/**
 * A statement alone, limited to the rows of some organizations (decision 85). What limits it and the statement are sent together and end
 * with one Sync. Guarantee of the protocol: such messages are one transaction, and after an error Postgres skips all others until the
 * Sync. So a statement whose limits were refused, or canceled, does not run at all. Two messages with a Sync each would not do: after
 * an error in the first, the second runs as the role that signed in.
 */
import pg from 'pg';
import type { TenantLimits } from './tenant-role.ts';

/** Sets what holds until the end of the transaction. It has no rows, as these would be taken for those of the statement. */
const LIMITS = {
  name: 'picket_limits',
  text: `SELECT WHERE set_config('role', $1, true) || set_config($2, $3, true) = ''`,
};

const prepared = new WeakSet<pg.ClientBase>();

/** Runs the statement on a connection that nothing else uses meanwhile. With a name it is prepared. Returns rows as the driver does. */
export async function runLimited<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  { role, setting, value }: TenantLimits,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const values = [role, setting, value];
  if (!prepared.has(client)) {
    // The driver takes the first answer that a statement was parsed for that of the statement with the name: each is parsed for itself.
    await client.query({ ...LIMITS, values });
    prepared.add(client);
  }
  return new Promise((resolve, reject) => {
    // Without parameters the driver would send another kind of message, which takes no part in this.
    const extended = { ...statement, queryMode: 'extended' };
    const query = new pg.Query<Row>(extended);
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      try {
        connection.bind({ statement: LIMITS.name, values }, true);
        connection.execute({}, true);
        return submit(connection);
      } finally {
        connection.stream.uncork();
      }
    };
    // Two results, and one where the driver ignored that of the limits.
    query.on('end', (results) => resolve([results].flat().at(-1) ?? results));
    query.on('error', reject);
    client.query(query);
  });
}
