/** Where recorded video is kept. */
import { join } from 'node:path';
import { z } from 'zod';
import type { ObjectPlace } from '../objects/open-object-store.ts';
import { ConfigError, HttpUrl, readPasswordFile } from './setting-types.ts';

export const clipShape = {
  /** s3://bucket/prefix?endpoint=https://…&region=…; without it the folder `clips` of the data folder. */
  PICKET_CLIPS_URL: z.url({ protocol: /^s3$/u, error: 'must be an s3:// address' }).optional(),
  PICKET_CLIPS_ACCESS_KEY_ID: z.string().min(1).optional(),
  PICKET_CLIPS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** A file with that key, so that it stands in no setting. */
  PICKET_CLIPS_SECRET_ACCESS_KEY_FILE: z.string().min(1).optional(),
  /** Megabytes that stay free on the disk of the clips; 0: the larger of 5 GB and 5 %. */
  PICKET_CLIPS_MIN_FREE_MB: z.coerce.number().int().min(0).max(100_000_000).default(0),
  /** What a gigabyte costs in a month, such as `0.023 EUR`; without it no costs are shown. */
  PICKET_CLIPS_GB_PRICE: z
    .string()
    .regex(/^\d{1,6}(?:\.\d{1,6})? [A-Z]{3}$/u, 'must be a price and a currency, such as 0.023 EUR')
    .optional(),
};
const ClipSettings = z.object(clipShape);

export interface ClipStoreConfig {
  readonly place: ObjectPlace;
  /** null: the larger of 5 GB and 5 %. */
  readonly minFreeBytes: number | null;
  /** What a gigabyte costs in a month; null: nothing is said of costs. */
  readonly gigabytePrice: Money | null;
}

interface Money {
  readonly amount: number;
  /** As ISO 4217 calls it. */
  readonly currency: string;
}

export const clipConfig = (
  env: z.output<typeof ClipSettings>,
  dataDir: string,
): { readonly clips: ClipStoreConfig } => ({
  clips: {
    place: objectPlace(env, dataDir),
    minFreeBytes: env.PICKET_CLIPS_MIN_FREE_MB === 0 ? null : env.PICKET_CLIPS_MIN_FREE_MB * 1_000_000,
    gigabytePrice: parsePrice(env.PICKET_CLIPS_GB_PRICE),
  },
});

function parsePrice(text: string | undefined): Money | null {
  const [amount, currency] = text?.split(' ') ?? [];
  return amount === undefined || currency === undefined ? null : { amount: Number(amount), currency };
}

function objectPlace(env: z.output<typeof ClipSettings>, dataDir: string): ObjectPlace {
  if (env.PICKET_CLIPS_URL === undefined) return { kind: 'disk', folder: join(dataDir, 'clips') };
  const url = new URL(env.PICKET_CLIPS_URL);
  const endpoint = HttpUrl.safeParse(url.searchParams.get('endpoint'));
  if (!endpoint.success)
    throw new ConfigError('PICKET_CLIPS_URL: needs the address of the service: s3://bucket/prefix?endpoint=https://…');
  const prefix = url.pathname.replaceAll(/^\/+|\/+$/gu, '');
  if (!/^[\w.-]+$/u.test(url.host) || !/^[\w./-]*$/u.test(prefix))
    throw new ConfigError('PICKET_CLIPS_URL: bucket and prefix may have letters, digits, dots, dashes and slashes');
  const accessKeyId = env.PICKET_CLIPS_ACCESS_KEY_ID;
  const secretAccessKey = secretKey(env);
  if (accessKeyId === undefined || secretAccessKey === null)
    throw new ConfigError('PICKET_CLIPS_URL needs PICKET_CLIPS_ACCESS_KEY_ID and PICKET_CLIPS_SECRET_ACCESS_KEY');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { kind: 's3', endpoint: endpoint.data, bucket: url.host, prefix, region, accessKeyId, secretAccessKey };
}

function secretKey(env: z.output<typeof ClipSettings>): string | null {
  if (env.PICKET_CLIPS_SECRET_ACCESS_KEY !== undefined) return env.PICKET_CLIPS_SECRET_ACCESS_KEY;
  const file = env.PICKET_CLIPS_SECRET_ACCESS_KEY_FILE;
  return file === undefined ? null : readPasswordFile('PICKET_CLIPS_SECRET_ACCESS_KEY_FILE', file);
}
