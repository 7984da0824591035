/** What a database contains, read without the code under test. */
import pg from 'pg';

/** The rows of one statement, on a connection of its own. */
export const sql = async <Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
};

/** Every row of every table, as a digest by its name, so that two databases can be compared. */
export async function contentOf(url: string): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition AND relname NOT IN ('live_event', '_prisma_migrations') ORDER BY 1`,
  );
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql<{ digest: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS digest FROM "${name}" t`,
    );
    content.set(name, row?.digest ?? '');
  }
  return content;
}
