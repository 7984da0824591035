/** What somebody who has the database, or the disk beside it, can do to an audit log, and what a check finds then. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AuditProblemKind } from '@picket/domain/audit';

const random = (most: number): number => 1 + Math.floor(Math.random() * most);

/** A row that was never an entry. */
export const forged = (ordinal: string): string =>
  `INSERT INTO audit_entry (tenant_guid, ordinal, occurred_at, actor_kind, actor_name, action, target_kind, target_name, hash, previous)
   SELECT tenant_guid, ${ordinal}, now(), 'SYSTEM', 'Nobody', 'SIGNED_OUT', 'user', 'Nobody', sha256('x'), hash
     FROM audit_head WHERE tenant_guid = $1`;
/** The newest entries taken away. */
export const cut = (rows: number): string =>
  `DELETE FROM audit_entry e USING audit_head h WHERE e.tenant_guid = h.tenant_guid AND e.tenant_guid = $1
      AND e.ordinal > h.ordinal - ${rows}`;
/** Sets the end of the log back: $2 and what follows are an earlier end. */
export const restoreHead = `UPDATE audit_head SET ordinal = $2::bigint, hash = $3, mac = $4, mac_ordinal = $2::bigint
  WHERE tenant_guid = $1`;
/** A change of entries; a condition may follow. */
export const updateOwnRows = (what: string): string => `UPDATE audit_entry SET ${what} WHERE tenant_guid = $1`;

/** A statement, one with its values, or something done to a file. */
export type Step = string | readonly [string, readonly unknown[]] | (() => void);
/** The log that is tampered with. */
export interface TamperedLog {
  /** The ordinal of the newest entry. */
  readonly last: number;
  /** The head as it was three entries ago, with its MAC. */
  readonly oldHead: readonly unknown[];
  readonly anchorsFile: string;
}

export interface Tampering {
  readonly name: string;
  /** $1 of a statement is the organization. */
  readonly by: (log: TamperedLog) => readonly Step[];
  /** At least these are found. */
  readonly finds: readonly AuditProblemKind[];
}

export const TAMPERINGS: readonly Tampering[] = [
  {
    name: 'another actor',
    by: ({ last }) => [`${updateOwnRows(`actor_name = actor_name || '.'`)} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'another content',
    by: ({ last }) => [`${updateOwnRows(`after = '{}'`)} AND ordinal = ${2 + random(last - 2)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'content that is no JSON, and an action nobody knows',
    by: ({ last }) => [
      `${updateOwnRows(`after = '{', before = '[1]', action = 'FORGOTTEN', actor_kind = 'GHOST'`)} AND ordinal = ${random(last)}`,
    ],
    finds: ['CHANGED'],
  },
  {
    name: 'another instant',
    by: ({ last }) => [`${updateOwnRows(`occurred_at = occurred_at + interval '1 ms'`)} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'an instant that is none',
    by: ({ last }) => [`${updateOwnRows(`occurred_at = 'infinity'`)} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'another address',
    by: ({ last }) => [`${updateOwnRows('address = NULL')} AND ordinal = ${random(last)}`],
    finds: ['CHANGED'],
  },
  {
    name: 'another hash',
    // The first entry has no anchor of its own: the ends are copied from the second on.
    by: ({ last }) => [`${updateOwnRows(`hash = sha256('x')`)} AND ordinal = ${1 + random(last - 2)}`],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'every hash, and what it continues, taken away',
    by: () => [updateOwnRows(`hash = '', previous = NULL`)],
    finds: ['CHANGED', 'END_DIFFERS'],
  },
  {
    name: 'two of them, far apart',
    by: () => [`${updateOwnRows(`actor_name = 'x'`)} AND ordinal IN (5, 15)`],
    finds: ['CHANGED'],
  },
  {
    name: 'the first entry deleted',
    by: () => ['DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 1'],
    finds: ['MISSING'],
  },
  {
    name: 'one in the middle deleted',
    by: ({ last }) => [`DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = ${1 + random(last - 2)}`],
    finds: ['MISSING'],
  },
  { name: 'the last one deleted', by: () => [cut(1)], finds: ['MISSING'] },
  {
    name: 'one deleted and the rest moved up',
    by: () => [
      'DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 9',
      `${updateOwnRows('ordinal = ordinal + 1000')} AND ordinal > 9`,
      `${updateOwnRows('ordinal = ordinal - 1001')} AND ordinal > 1000`,
    ],
    finds: ['CHANGED', 'MISSING'],
  },
  {
    name: 'two exchanged',
    by: () => [
      `UPDATE audit_entry e SET action = o.action, after = o.after, hash = o.hash, previous = o.previous
         FROM audit_entry o WHERE e.tenant_guid = $1 AND o.tenant_guid = $1 AND e.ordinal IN (5, 6)
          AND o.ordinal = 11 - e.ordinal`,
    ],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'all of them in another order',
    by: ({ last }) => [
      `${updateOwnRows('ordinal = ordinal + 1000')} AND ordinal > 0`,
      updateOwnRows(`ordinal = ${last} + 1001 - ordinal`),
    ],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'an entry replaced by one of another organization',
    by: () => [
      ['DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 1', ['TENANT']],
      ['UPDATE audit_entry SET tenant_guid = $1 WHERE tenant_guid = $2 AND ordinal = 1', ['TENANT', 'OTHER']],
    ],
    finds: ['CHANGED'],
  },
  { name: 'a row behind the end', by: ({ last }) => [forged(String(last + 1))], finds: ['FOREIGN'] },
  {
    name: 'many rows behind the end, one of them far',
    by: ({ last }) => [
      ...Array.from({ length: 5 }, (_, place) => forged(String(last + 1 + place))),
      forged('9223372036854775807'),
    ],
    finds: ['FOREIGN'],
  },
  { name: 'a row before the beginning', by: () => [forged('-3')], finds: ['FOREIGN'] },
  {
    name: 'a true entry once more, behind the end',
    by: ({ last }) => [
      `INSERT INTO audit_entry SELECT tenant_guid, ${last + 1}, occurred_at, actor_kind, actor_guid, actor_name, address, action,
         target_kind, target_guid, target_name, before, after, hash, previous FROM audit_entry
        WHERE tenant_guid = $1 AND ordinal = 4`,
    ],
    finds: ['FOREIGN'],
  },
  {
    name: 'a forged row in the place of a true one',
    by: () => ['DELETE FROM audit_entry WHERE tenant_guid = $1 AND ordinal = 7', forged('7')],
    finds: ['CHANGED', 'ANCHOR_DIFFERS'],
  },
  {
    name: 'the newest minute cut, the end set back to what is left',
    by: () => [
      cut(3),
      `UPDATE audit_head h SET ordinal = h.ordinal - 3, hash = (SELECT hash FROM audit_entry e
         WHERE e.tenant_guid = h.tenant_guid AND e.ordinal = h.ordinal - 3) WHERE tenant_guid = $1`,
    ],
    finds: ['CUT', 'END_MAC_INVALID'],
  },
  {
    name: 'the newest minute cut, and the old end put back with its MAC',
    by: ({ oldHead }) => [cut(3), [restoreHead, ['TENANT', ...oldHead]]],
    finds: ['CUT'],
  },
  {
    name: 'the old end put back, the entries left',
    by: ({ oldHead }) => [[restoreHead, ['TENANT', ...oldHead]]],
    finds: ['CUT', 'FOREIGN'],
  },
  {
    name: 'the MAC of the end removed',
    by: () => ['UPDATE audit_head SET mac = NULL, mac_ordinal = NULL WHERE tenant_guid = $1'],
    finds: ['END_MAC_INVALID'],
  },
  {
    name: 'a MAC that is none, of another entry',
    by: () => [`UPDATE audit_head SET mac = sha256('x'), mac_ordinal = 2 WHERE tenant_guid = $1`],
    finds: ['END_MAC_INVALID'],
  },
  {
    name: 'the MAC of another organization',
    by: () => [
      [
        `UPDATE audit_head h SET mac = o.mac FROM audit_head o WHERE h.tenant_guid = $1 AND o.tenant_guid = $2`,
        ['TENANT', 'OTHER'],
      ],
    ],
    finds: ['END_MAC_INVALID'],
  },
  { name: 'the end deleted', by: () => ['DELETE FROM audit_head WHERE tenant_guid = $1'], finds: ['CUT', 'FOREIGN'] },
  { name: 'every entry deleted', by: () => ['DELETE FROM audit_entry WHERE tenant_guid = $1'], finds: ['MISSING'] },
  {
    name: 'all of it truncated',
    by: () => ['TRUNCATE audit_entry, audit_head'].map((text) => [text, []] as const),
    finds: ['CUT'],
  },
  {
    name: 'the anchors file deleted',
    by: ({ anchorsFile }) => [() => rmSync(anchorsFile)],
    finds: ['ANCHORS_MISSING'],
  },
  {
    name: 'the anchors file edited',
    by: ({ anchorsFile }) => [
      () => writeFileSync(anchorsFile, readFileSync(anchorsFile, 'utf8').replace(/"ordinal":9,/u, '"ordinal":8,')),
    ],
    finds: ['ANCHORS_DAMAGED'],
  },
  {
    name: 'an old line of the anchors file written again without its MAC',
    by: ({ anchorsFile }) => [
      () => writeFileSync(anchorsFile, readFileSync(anchorsFile, 'utf8').replace(/,"mac":"[^"]+"\}\n$/u, '}\n')),
    ],
    finds: ['ANCHORS_DAMAGED'],
  },
  {
    name: 'the newest minute cut in the database and in the anchors file',
    by: ({ anchorsFile, oldHead }) => [
      cut(3),
      [restoreHead, ['TENANT', ...oldHead]],
      () =>
        writeFileSync(
          anchorsFile,
          `${readFileSync(anchorsFile, 'utf8').trimEnd().split('\n').slice(0, -3).join('\n')}\n`,
        ),
    ],
    finds: ['ANCHORS_MISSING'],
  },
];
