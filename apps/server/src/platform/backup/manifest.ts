/**
 * The manifest of a backup and its validation: names, numbers and the few forms a partition can have. Nothing of it becomes
 * part of SQL or of a path before it was validated here.
 */
import { z } from 'zod';

const Digest = z.string().regex(/^[0-9a-f]{64}$/u);
/** Of a table, partition, column or sequence: as the migrations name them. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/u);
/** Of a file beside the database. */
const FileName = z.string().regex(/^[a-z][a-z0-9-]{0,60}\.jsonl?$/u);
const StoredName = z.string().regex(/^[a-z_][a-z0-9_-]{0,62}(\.copy\.zst|\.jsonl?)(\.age)?$/u);
const Count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const Seconds = z.number().min(0).max(1e9);
const Text = z.string().max(200);

/** A value in the bounds of a partition: a text without quotes or backslashes, a number, or an end. */
const LITERAL = String.raw`(?:'[^'\\]{0,64}'|-?\d{1,18}(?:\.\d{1,18})?|MINVALUE|MAXVALUE)`;
const RANGE = new RegExp(String.raw`^FOR VALUES FROM \((${LITERAL})\) TO \((${LITERAL})\)$`, 'u');
const LIST = new RegExp(String.raw`^FOR VALUES IN \((${LITERAL}(?:, ${LITERAL}){0,99})\)$`, 'u');
const KEY = /^(RANGE|LIST|HASH) \(([a-z_][a-z0-9_]{0,62})\)$/u;

/** Bounds of a partition: default, a range, or a list; each value as SQL writes it. */
export type PartitionBounds =
  | { readonly kind: 'default' }
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  | { readonly kind: 'list'; readonly values: readonly string[] };

export interface PartitionKey {
  readonly strategy: 'RANGE' | 'LIST' | 'HASH';
  readonly column: string;
}

/** The bounds of a partition as Postgres writes them (pg_get_expr); null: a form that Picket does not create. */
export function parseBounds(text: string): PartitionBounds | null {
  if (text === 'DEFAULT') return { kind: 'default' };
  const [, from, to] = RANGE.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return { kind: 'range', from, to };
  const [, values] = LIST.exec(text) ?? [];
  if (values === undefined) return null;
  return { kind: 'list', values: values.match(new RegExp(LITERAL, 'gu')) ?? [] };
}

/** What a table is partitioned by, as Postgres writes it (pg_get_partkeydef); null: a form that Picket does not create. */
export function parsePartitionKey(text: string): PartitionKey | null {
  const [, strategy, column] = KEY.exec(text) ?? [];
  if (column === undefined || (strategy !== 'RANGE' && strategy !== 'LIST' && strategy !== 'HASH')) return null;
  return { strategy, column };
}

const CommonFields = z.object({
  /** The version of Picket that made it. */
  version: Text,
  madeAt: z.iso.datetime(),
  tookSeconds: Seconds,
  postgres: Text,
  migrations: z
    .array(z.string().regex(/^\d{14}_\w{1,100}$/u))
    .min(1)
    .max(10_000),
  /** `sha256`: of the rows as text, in their order; for an encrypted backup an HMAC. `bytes`: as stored. */
  tables: z
    .array(z.object({ name: Name, columns: z.array(Name).min(1).max(1600), rows: Count, bytes: Count, sha256: Digest }))
    .max(10_000),
  partitions: z
    .array(
      z.object({
        name: Name,
        parent: Name,
        bounds: z
          .string()
          .max(10_000)
          .refine((text) => parseBounds(text) !== null, 'is not a valid partition bound'),
        by: z
          .string()
          .max(200)
          .refine((text) => parsePartitionKey(text) !== null, 'is not a valid partition key')
          .nullable(),
      }),
    )
    .max(1_000_000),
  sequences: z
    .array(z.object({ name: Name, value: z.string().regex(/^-?\d{1,19}$/u), isCalled: z.boolean() }))
    .max(10_000),
  /** Stored beside the database: the keys, and the anchors of the audit logs. `sha256`: of the file as stored. */
  files: z.array(z.object({ name: FileName, sha256: Digest })).max(100),
});

/** Format 1 knows no authentication and no encryption. */
const ManifestV1 = CommonFields.extend({ format: z.literal(1) }).transform((manifest) => ({
  ...manifest,
  encryption: null,
  stored: null,
}));

const ManifestV2 = CommonFields.extend({
  format: z.literal(2),
  encryption: z.object({ kind: z.literal('age'), recipient: z.string().max(4000) }).nullable(),
  /** Every file of the backup but the manifest, as stored. */
  stored: z.array(z.object({ name: StoredName, bytes: Count, sha256: Digest })).max(20_000),
});

export const Manifest = z.discriminatedUnion('format', [ManifestV1, ManifestV2]).refine(
  ({ tables, files, sequences, partitions, stored }) =>
    [tables, files, sequences, partitions, stored ?? []].every((list) => {
      const names = list.map(({ name }: { name: string }) => name);
      return new Set(names).size === names.length;
    }),
  'names something twice',
);
export type Manifest = z.output<typeof Manifest>;
