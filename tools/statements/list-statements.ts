/** npm run statements: every statement of the server by where it would run, if tables were distributed by organization (decision 79). */
import { type Classified, classify, type Placed } from './classify.ts';
import { findServerStatements } from './find-statements.ts';
import { placementOf } from './placements.ts';
import { type Refusal, refusedTables } from './refusals.ts';
import { productTables } from './table-schema.ts';

const PLACES: readonly Placed[] = [
  'routable',
  'reference',
  'broadcast',
  'pending: function',
  'pending: join',
  'unknown',
];
const isDetailed = process.argv.includes('--all');

const tables = productTables();
const all = findServerStatements().statements.flatMap((statement) => classify(tables, statement));

const formatStatement = ({ path, line, where, reason, refusals }: Classified): string =>
  [`  ${path}:${line} ${where.split(': ')[1] ?? ''}`, reason, ...refusals].filter((part) => part !== '').join('; ');

const countRefusals = (lists: readonly (readonly Refusal[])[]): string[] =>
  [...Map.groupBy(lists.flat(), (refusal) => refusal)].map(([refusal, found]) => `  ${refusal}: ${found.length}`);

for (const place of PLACES) {
  const own = all.filter((one) => one.place === place);
  console.log(`${place}: ${own.length}`);
  const lines = own.map(formatStatement);
  if (isDetailed || (place !== 'routable' && place !== 'reference')) console.log([...new Set(lines)].join('\n'));
}
console.log('\nStatements that ask several places, or may be refused there:');
console.log(countRefusals(all.map(({ refusals }) => refusals)).join('\n'));
console.log('\nTables that it refuses as they are:');
const refused = refusedTables(tables, (table) => placementOf(tables, table) === 'by organization');
console.log([...refused].map(([table, refusals]) => `  ${table}: ${refusals.join('; ')}`).join('\n'));
