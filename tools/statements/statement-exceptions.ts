/** What the check of statements cannot know: the path, what is declared there, and what is found, each with the reason. */
import type { Exception } from '../../tests/architecture/exception.ts';

const SERVER = 'apps/server/src';
const CAPABILITIES = `${SERVER}/capabilities`;

const open = (reason: string, places: readonly string[]): readonly Exception[] =>
  places.map((place) => ({ where: `${place}: made while running`, reason }));

const values = (place: string, reason: string, columns: readonly string[]): readonly Exception[] =>
  columns.map((column) => ({ where: `${place}: ${column} may be null`, reason }));

const sentWithOthers = (places: Readonly<Record<string, string>>): readonly Exception[] =>
  Object.entries(places).map(([place, text]) => ({
    where: `${place}: no call runs ${text}`,
    reason: 'one of several statements in a message',
  }));

export const STATEMENT_EXCEPTIONS: readonly Exception[] = [
  ...sentWithOthers({
    [`${SERVER}/platform/db/row-security-store.ts: changeAtOnce`]:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as the source has it
      '`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE NOWAIT`',
    [`${SERVER}/platform/db/row-security-store.ts: isInForce`]: "'SELECT FROM tenant LIMIT 0'",
  }),
  ...open('passes on what stores give it', [
    `${SERVER}/platform/db/sql-handles.ts: sqlOfPool`,
    `${SERVER}/platform/db/sql-handles.ts: sqlOfClient`,
    `${SERVER}/platform/db/sql-handles.ts: sqlOfPrisma`,
    `${CAPABILITIES}/operations/both-databases.ts: sqlOf`,
  ]),
  ...open('made of names that the database lists: of whatever tables, sequences and privileges there are', [
    `${CAPABILITIES}/operations/tenant-data-store.ts: rowsOf`,
    ...['copyRows', 'countTenant'].map((name) => `${CAPABILITIES}/operations/bring-back-store.ts: ${name}`),
    ...['countLocation', 'copyLocation'].map((name) => `${CAPABILITIES}/operations/past-location-store.ts: ${name}`),
    ...[
      'sequenceStates',
      'beginSnapshot',
      'readTable',
      'copyIntoTable',
      'emptyTables',
      'createPartition',
      'hasRows',
    ].map((name) => `${SERVER}/platform/backup/backup-store.ts: ${name}`),
    `${SERVER}/platform/db/serving-role-store.ts: grantServingRole`,
    ...['ensureTenantRoles', 'grantTenantRoles'].map((name) => `${SERVER}/platform/db/tenant-roles-store.ts: ${name}`),
    `${SERVER}/platform/db/row-security-store.ts: inOneMessage`,
    `${SERVER}/platform/db/limited-entities.ts: connectFor`,
    `${SERVER}/platform/db/limited-statement.ts: runLimited`,
    `${SERVER}/platform/db/gathered-statement.ts: runGathered`,
    `${SERVER}/views/damaged-pages-store.ts: scanRelation`,
  ]),
  ...open('LISTEN takes a name, no parameter; each is a constant of who subscribes', [
    `${SERVER}/platform/pubsub/pub-sub.ts: createPubSub`,
  ]),
  ...open('SET takes a number, no parameter', [`${SERVER}/views/write-probe.ts: probeWrites`]),
  ...open('a migration, which tests/processes/migrations.test.ts runs', [
    ...['attemptMigration', 'applySlices', 'attemptSlice'].map(
      (name) => `${SERVER}/platform/db/migrations.ts: ${name}`,
    ),
  ]),
  ...values(`${CAPABILITIES}/mail/mail-store.ts: claimDueMails`, 'emptied when it is sent, and due no more', [
    'content',
  ]),
  ...values(`${CAPABILITIES}/clips/deletion/deletion-store.ts: listRemovableAllTenants`, 'set with the state DELETED', [
    'deletedAt',
    'deletedReason',
  ]),
  ...values(
    `${CAPABILITIES}/notifications/escalation/escalation-store.ts: listNotifiedTargets`,
    'a delivery with a destination has its channel',
    ['channel'],
  ),
  ...values(`${CAPABILITIES}/weather/weather-store.ts: claimDueLocations`, 'chosen by `due`, which asks for it', [
    'provider',
  ]),
];
