/**
 * A statement whose messages are sent with those of all other statements of this turn of the event loop, in one write: a batch of
 * reports spends as much time on writes and on waking Postgres as on what they say.
 */
import pg from 'pg';

const { submit } = pg.Query.prototype;

/**
 * Sends the messages of a statement with those of the others of this turn. One function for all: one made for each statement, and kept
 * by it, kept what it refers to until the next full collection of garbage.
 */
function submitGathered(this: pg.Query, connection: pg.Connection): void {
  connection.stream.cork();
  process.nextTick(uncork, connection);
  submit.call(this, connection);
}

const uncork = ({ stream }: pg.Connection): void => stream.uncork();

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
    query.submit = submitGathered;
    query.on('end', (results) => resolve([results].flat().at(-1) ?? results));
    query.on('error', reject);
    client.query(query);
  });
}
