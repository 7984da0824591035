/** Reads the API document as the author of a device does: operations by id, fields by what their descriptions say, and sample values. */

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

interface Payload {
  readonly topic: string;
  readonly payload: Schema;
}

export class DocumentReader {
  readonly #document: Schema;

  constructor(document: unknown) {
    if (!isSchema(document)) throw new Error('this is no document');
    this.#document = document;
  }

  /** Follows a reference. */
  resolve(schema: unknown): Schema {
    if (!isSchema(schema)) throw new Error('this is no schema');
    return typeof schema.$ref === 'string' ? this.resolve(this.#at(schema.$ref.slice(2).split('/'))) : schema;
  }

  #at(steps: readonly (string | number)[], from: unknown = this.#document): unknown {
    return steps.reduce((place, step) => (isSchema(place) ? place[step] : undefined), from);
  }

  operation(id: string): { readonly path: string; readonly request: Schema; readonly response: Schema } {
    for (const [path, methods] of Object.entries(this.resolve(this.#document.paths)))
      for (const operation of Object.values(this.resolve(methods))) {
        if (this.#at(['operationId'], operation) !== id) continue;
        const json = ['content', 'application/json', 'schema'];
        const request = this.resolve(this.#at(['requestBody', ...json], operation));
        return { path, request, response: this.resolve(this.#at(['responses', '201', ...json], operation)) };
      }
    throw new Error(`the document has no ${id}`);
  }

  get mqtt(): { readonly telemetry: Payload } {
    const payload = this.resolve(this.#at(['x-mqtt', 'telemetry', 'payload']));
    return { telemetry: { topic: String(this.#at(['x-mqtt', 'telemetry', 'topic'])), payload } };
  }

  #described(schema: Schema, words: RegExp): readonly [string, Schema] {
    const fields = Object.entries(this.resolve(schema.properties)).map(([name, field]): [string, Schema] => [
      name,
      isSchema(field) ? field : {},
    ]);
    const found = fields.find(([, field]) => words.test(String(field.description ?? this.resolve(field).description)));
    if (found === undefined) throw new Error(`no field is described as ${words}`);
    return found;
  }

  /** The name of the field whose description says so. */
  fieldOf = (schema: Schema, words: RegExp): string => this.#described(schema, words)[0];

  schemaOf = (schema: Schema, words: RegExp): Schema => this.resolve(this.#described(schema, words)[1]);

  /** A value that the schema describes: its example, one entry of each kind, and `now` for times. */
  sample(given: unknown, now: string): Record<string, unknown> {
    const value = this.#valueOf(given, now);
    return isSchema(value) ? { ...value } : {};
  }

  #valueOf(given: unknown, now: string): unknown {
    const schema = this.resolve(given);
    const { examples, enum: choices, anyOf, oneOf, type, format } = schema;
    if (schema.const !== undefined) return schema.const;
    if (format === 'date-time') return now;
    for (const list of [examples, choices]) if (Array.isArray(list)) return list[0];
    if (type === 'array') {
      const { anyOf: kinds } = this.resolve(schema.items);
      return (Array.isArray(kinds) ? kinds : [schema.items]).map((item) => this.#valueOf(item, now));
    }
    if (type === 'object') {
      const fields = Object.entries(this.resolve(schema.properties));
      return Object.fromEntries(fields.map(([name, field]) => [name, this.#valueOf(field, now)]));
    }
    const variants = anyOf ?? oneOf;
    if (Array.isArray(variants)) return this.#valueOf(variants[0], now);
    return type === 'string' ? 'Sample' : type === 'integer' ? 0 : false;
  }
}
