/**
 * A device in 70 lines, without any library: `node device.mjs <address of Picket> <activation code>`.
 *
 * It knows nothing of Picket but its API document: paths, names of fields and values are taken from there, the fields by what their
 * descriptions say. A device that you write yourself would simply use the names.
 */
const [base, code] = process.argv.slice(2);
const api = await (await fetch(`${base}/api/v1/openapi.json`)).json();
const at = (ref) =>
  ref
    .slice(2)
    .split('/')
    .reduce((place, step) => place[step], api);
const schemaOf = (schema) => (schema.$ref ? at(schema.$ref) : schema);

/** The operation of this id, with its path and method. */
function operation(id) {
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, one] of Object.entries(methods)) if (one.operationId === id) return { path, method, ...one };
  throw new Error(`the document has no ${id}`);
}
const bodyOf = (part) => schemaOf(part.content['application/json'].schema);

/** The name of the field whose description says so. */
function fieldOf(schema, words) {
  const found = Object.entries(schema.properties).find(([, field]) => words.test(schemaOf(field).description ?? ''));
  if (!found) throw new Error(`no field is described as ${words}`);
  return found[0];
}

let serverTime = '';
/** A value that the schema describes: its example, one of each kind of reading, the time of the server. */
function sample(schema) {
  const { const: constant, format, examples, enum: choices, anyOf, oneOf, type, properties, items } = schemaOf(schema);
  if (constant !== undefined) return constant;
  if (format === 'date-time') return serverTime;
  if (examples || choices) return (examples ?? choices)[0];
  if (type === 'array') return (schemaOf(items).anyOf ?? [items]).map(sample);
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, sample(field)]));
  return anyOf || oneOf ? sample((anyOf ?? oneOf)[0]) : type === 'string' ? 'Sample' : type === 'integer' ? 0 : false;
}

let token = '';
async function call(id, body) {
  const { path, method, responses } = operation(id);
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!responses[response.status] || response.status >= 300) throw new Error(`${id}: ${response.status} ${text}`);
  console.log(id, response.status, text);
  return JSON.parse(text);
}
const request = (id) => bodyOf(operation(id).requestBody);

const activation = request('postSentryActivate');
const activated = await call('postSentryActivate', {
  ...sample(activation),
  [fieldOf(activation, /code that a device exchanges/)]: code,
});
const answer = bodyOf(operation('postSentryActivate').responses[201]);
token = activated[fieldOf(answer, /secret token/i)];
serverTime = activated[fieldOf(answer, /time of the server/i)];

await call('getSentryConfig');
await call('postSentryDiscovered', sample(request('postSentryDiscovered')));
await call('postSentryTelemetry', sample(request('postSentryTelemetry')));
await call('postSentryAlerts', sample(request('postSentryAlerts')));
