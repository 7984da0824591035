/**
 * The schemas of the endpoint table as JSON Schema, for the OpenAPI document: what a module of the contracts exports under a name
 * is a component of that name, everything else stands where it is used.
 */
import { z } from 'zod';
import * as accounts from '../accounts.ts';
import * as adminOverview from '../admin-overview.ts';
import * as alertEvidence from '../alert-evidence.ts';
import * as alertInbox from '../alert-inbox.ts';
import * as alerts from '../alerts.ts';
import * as assets from '../assets.ts';
import * as audit from '../audit.ts';
import * as cameras from '../cameras.ts';
import * as clips from '../clips.ts';
import * as demoState from '../demo-state.ts';
import * as discoveredDevices from '../discovered-devices.ts';
import * as errors from '../errors.ts';
import * as getStarted from '../get-started-list.ts';
import * as history from '../history.ts';
import * as installation from '../installation.ts';
import * as integrations from '../integrations.ts';
import * as live from '../live.ts';
import * as locationPage from '../location-page-parts.ts';
import * as locations from '../locations.ts';
import * as network from '../network.ts';
import * as notifications from '../notifications.ts';
import * as operations from '../operations.ts';
import * as policies from '../policies.ts';
import * as policyInsight from '../policy-insight.ts';
import * as privateHosts from '../private-hosts.ts';
import * as problems from '../problems.ts';
import * as prometheus from '../prometheus.ts';
import * as sensors from '../sensors.ts';
import * as sentries from '../sentries.ts';
import * as signals from '../signals.ts';
import * as stream from '../stream.ts';
import * as telemetry from '../telemetry.ts';
import * as tenants from '../tenants.ts';
import * as valueRequests from '../value-requests.ts';
import * as views from '../views.ts';
import * as weather from '../weather.ts';
import * as zones from '../zones.ts';
import { fieldDescriptionOf } from './field-descriptions.ts';
import { READING_SCHEMAS } from './reading-schemas.ts';
import * as webhooks from './webhook-events.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;
export type Direction = 'input' | 'output';

/** Modules in the order in which one that is exported twice gets its name. */
const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  errors,
  problems,
  telemetry,
  prometheus,
  sensors,
  sentries,
  network,
  locations,
  assets,
  zones,
  signals,
  cameras,
  live,
  clips,
  alerts,
  alertInbox,
  alertEvidence,
  policies,
  policyInsight,
  notifications,
  accounts,
  tenants,
  audit,
  history,
  installation,
  integrations,
  discoveredDevices,
  valueRequests,
  operations,
  adminOverview,
  getStarted,
  privateHosts,
  demoState,
  stream,
  views,
  locationPage,
  weather,
  webhooks,
];

const isNamed = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodObject || schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion;

/** `AlertOut` is called `Alert` where there is no other. Parameters and queries are shown one by one. */
function namedSchemas(): ReadonlyMap<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const module of MODULES)
    for (const [exported, schema] of Object.entries(module)) {
      if (!isNamed(schema) || names.has(schema) || /(?:Params|Query)$/u.test(exported)) continue;
      const short = exported.replace(/Out$/u, '');
      const name = taken.has(short) ? exported : short;
      if (taken.has(name)) throw new Error(`two schemas are called ${name}`);
      taken.add(name);
      names.set(schema, name);
    }
  return names;
}

/** Entries that are parsed one by one, so that an invalid one does not affect the others: the schema of each. */
const LENIENT_ENTRIES: ReadonlyMap<unknown, string> = new Map([
  [telemetry.Report.shape.readings.element, 'Reading'],
  [sensors.DiscoveredBody.shape.sensors.element, 'SensorToPair'],
]);

const refTo = (name: string): string => `#/components/schemas/${name}`;

type Mutable = Record<string, unknown>;
const isObject = (value: unknown): value is Mutable => typeof value === 'object' && value !== null;

/** A map with one value for each of certain keys, as the object it is. */
function expandRecord(schema: Mutable): void {
  const { propertyNames, additionalProperties } = schema;
  const keys = isObject(propertyNames) ? propertyNames.enum : undefined;
  if (!Array.isArray(keys) || !isObject(additionalProperties)) return;
  schema.properties = Object.fromEntries(keys.map((key: string) => [key, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** Describes the fields that have a name with one meaning everywhere, and lets a response grow. */
function refine(schema: unknown, direction: Direction): void {
  if (!isObject(schema)) return;
  for (const part of Object.values(schema)) refine(part, direction);
  expandRecord(schema);
  if (direction === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property) || property.description !== undefined) continue;
    const described = fieldDescriptionOf(name, property, direction);
    if (described !== null) Object.assign(property, described);
  }
}

const OPTIONS = (direction: Direction) => ({
  io: direction,
  target: 'draft-2020-12' as const,
  unrepresentable: 'any' as const,
  uri: refTo,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    const entry = LENIENT_ENTRIES.get(zodSchema);
    if (entry !== undefined) jsonSchema.$ref = refTo(entry);
  },
});

const walkRefs = (value: unknown, visit: (holder: Mutable, name: string) => void): void => {
  if (!isObject(value)) return;
  if (typeof value.$ref === 'string') visit(value, value.$ref.slice(refTo('').length));
  for (const part of Object.values(value)) walkRefs(part, visit);
};

function refsOf(schema: unknown): readonly string[] {
  const found: string[] = [];
  walkRefs(schema, (_, name) => found.push(name));
  return found;
}

/** Every component that is reached from these schemas. */
function reached(from: readonly unknown[], components: Readonly<Record<string, unknown>>): Set<string> {
  const names = new Set<string>();
  const queue = from.flatMap(refsOf);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    queue.push(...refsOf(components[name]));
  }
  return names;
}

/** The components whose form differs between request and response, and those that contain one of them. */
function differing(
  shared: readonly string[],
  input: Readonly<Record<string, unknown>>,
  output: Readonly<Record<string, unknown>>,
): Set<string> {
  const found = new Set(shared.filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const name of shared) if (refsOf(input[name]).some((ref) => found.has(ref))) found.add(name);
  }
  return found;
}

function convert(used: ReadonlyMap<string, z.ZodType>, direction: Direction): Record<string, Mutable> {
  const registry = z.registry<{ id?: string | undefined }>();
  for (const [schema, id] of namedSchemas()) registry.add(schema, { id });
  const inlined = new Map<string, string>();
  for (const [id, schema] of used) {
    const name = registry.get(schema)?.id;
    if (name === undefined) registry.add(schema, { id });
    else inlined.set(id, name);
  }
  const { schemas } = z.toJSONSchema(registry, OPTIONS(direction));
  // Schemas that are used in several places are one object until here.
  const converted: Record<string, Mutable> = JSON.parse(JSON.stringify(schemas));
  refine(converted, direction);
  for (const schema of Object.values(converted)) {
    delete schema.$schema;
    delete schema.$id;
  }
  // A schema without a name, such as that of parameters, is repeated; one with a name is referred to.
  for (const [id, name] of inlined) converted[id] = used.has(name) ? (converted[name] ?? {}) : { $ref: refTo(name) };
  return converted;
}

export interface ConvertedSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** By the id under which it was asked for. */
  readonly input: Readonly<Record<string, JsonSchema>>;
  readonly output: Readonly<Record<string, JsonSchema>>;
}

/** Converts the schemas that the table uses, by an id of the caller's, for requests and for responses. */
export function convertSchemas(
  requests: ReadonlyMap<string, z.ZodType>,
  responses: ReadonlyMap<string, z.ZodType>,
): ConvertedSchemas {
  const input = { ...convert(requests, 'input'), ...structuredClone(READING_SCHEMAS) };
  const output = convert(responses, 'output');
  const own = (all: Record<string, Mutable>, ids: Iterable<string>) =>
    Object.fromEntries([...ids].map((id) => [id, all[id] ?? {}]));
  const requested = own(input, requests.keys());
  const answered = own(output, responses.keys());
  const inputNames = reached(Object.values(requested), input);
  const outputNames = reached(Object.values(answered), output);
  const split = differing(
    [...inputNames].filter((name) => outputNames.has(name)),
    input,
    output,
  );
  const rename = (schema: unknown): void =>
    walkRefs(schema, (holder, name) => {
      if (split.has(name)) holder.$ref = refTo(`${name}Input`);
    });
  for (const schema of [...Object.values(requested), ...[...inputNames].map((name) => input[name])]) rename(schema);
  const components = Object.fromEntries(
    [
      ...[...outputNames].map((name) => [name, output[name] ?? {}] as const),
      ...[...inputNames]
        .filter((name) => split.has(name) || !outputNames.has(name))
        .map((name) => [split.has(name) ? `${name}Input` : name, input[name] ?? {}] as const),
    ].sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return { components, input: requested, output: answered };
}
