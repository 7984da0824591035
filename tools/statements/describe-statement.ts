/** Asks Postgres what a statement takes and returns, without running it. */
import type pg from 'pg';

export interface DescribedColumn {
  readonly name: string;
  /** As `format_type` writes it: `timestamp with time zone`, `text[]`. */
  readonly type: string;
}

export interface Described {
  /** Types of its parameters, in order. */
  readonly parameters: readonly string[];
  readonly columns: readonly DescribedColumn[];
}

interface RawColumn {
  readonly name: string;
  readonly dataTypeID: number;
}

interface Raw {
  readonly parameters: readonly number[];
  readonly columns: readonly RawColumn[];
}

class Description implements pg.Submittable {
  readonly name = '';
  readonly text: string;
  readonly #outcome = Promise.withResolvers<Raw>();
  #parameters: readonly number[] = [];
  #columns: readonly RawColumn[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Rejects where Postgres refuses the statement. */
  get raw(): Promise<Raw> {
    return this.#outcome.promise;
  }

  submit(connection: pg.Connection): void {
    // pg hands the types of parameters to nobody.
    connection.once('parameterDescription', (message: { readonly dataTypeIDs: readonly number[] }) => {
      this.#parameters = message.dataTypeIDs;
    });
    connection.parse({ name: this.name, text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: this.name }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { readonly fields: readonly RawColumn[] }): void {
    this.#columns = fields;
  }

  handleError(error: Error): void {
    this.#outcome.reject(error);
  }

  handleReadyForQuery(): void {
    this.#outcome.resolve({ parameters: this.#parameters, columns: this.#columns });
  }
}

/** Describes statements on one connection. The function throws what Postgres says where it refuses a statement. */
export async function createDescriber(client: pg.Client): Promise<(text: string) => Promise<Described>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'SELECT oid, format_type(oid, NULL) AS name FROM pg_type',
  );
  const types = new Map(rows.map(({ oid, name }) => [oid, name]));
  const nameOf = (oid: number): string => types.get(oid) ?? `type ${oid}`;
  return async (text) => {
    const { parameters, columns } = await client.query(new Description(text)).raw;
    return {
      parameters: parameters.map(nameOf),
      columns: columns.map(({ name, dataTypeID }) => ({ name, type: nameOf(dataTypeID) })),
    };
  };
}
