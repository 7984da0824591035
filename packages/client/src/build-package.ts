/** Writes the published form of the package: the client as JavaScript, and its types made of the OpenAPI document. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const SOURCE = fileURLToPath(new URL('create-picket-client.ts', import.meta.url));

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
/** What says nothing to a compiler. */
const isLeftOut = (name: string): boolean => name.startsWith('x-') || name === 'example' || name === 'examples';

const withoutExamples = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (isLeftOut(name) ? [] : [[name, withoutExamples(part)]])),
  );
};

const ERROR = {
  description: 'An error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
};

/** All errors of an operation have one form: one response instead of one for each status. */
function withOneError(operation: Json): Json {
  const responses = isObject(operation.responses) ? operation.responses : {};
  const kept = Object.entries(responses).filter(([status]) => status < '400');
  return { ...operation, responses: { ...Object.fromEntries(kept), default: ERROR } };
}

/** The document as the types are made of it; webhooks are received, not sent. */
function toTypedDocument(document: object): Json {
  const {
    paths,
    webhooks: _,
    ...rest
  } = withoutExamples(document) as { paths: Record<string, Record<string, Json>> } & Json;
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, withOneError(one)])),
  ]);
  return { ...rest, paths: Object.fromEntries(operations) };
}

const DECLARATION = `
export interface PicketClientOptions {
  /** The address of the installation, such as https://picket.example.org. */
  readonly baseUrl: string;
  /** An API token, or the token of a device. Left out: public operations only. */
  readonly token?: string | undefined;
  /** Replaces the fetch of the platform. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}
export declare function createPicketClient(options: PicketClientOptions): import('openapi-fetch').Client<paths>;
`;

/** Writes index.js and index.d.ts to the folder. */
export async function buildPackage(document: object, folder: string): Promise<void> {
  const types = astToString(
    await openapiTS(toTypedDocument(document) as unknown as Parameters<typeof openapiTS>[0], { silent: true }),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), stripTypeScriptTypes(readFileSync(SOURCE, 'utf8')));
  writeFileSync(join(folder, 'index.d.ts'), types + DECLARATION);
}

/** What the compiler says of a module that uses the package. */
export function findTypeErrors(file: string): readonly string[] {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
