/**
 * A statement whose messages are sent with those of all other statements of this turn of the event loop, in one write: a batch of
 * reports spends as much time on writes and on waking Postgres as on what they say.
 */
import pg from 'pg';

/**
 * Runs a statement on a connection that pipelines. Returns rows as the driver does, those of the last statement where the text has
 * several; rejects with the error of Postgres.
 */
export function runGathered<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const query = new pg.Query<Row>(statement);
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      process.nextTick(() => connection.stream.uncork());
      return submit(connection);
    };
    query.on('end', (results) => resolve([results].flat().at(-1) ?? results));
    query.on('error', reject);
    client.query(query);
  });
}
