/** Objects in a bucket of an S3 service. */
import { AwsClient } from 'aws4fetch';
import { assertObjectName, type ObjectStore } from './object-store.ts';

export interface S3Place {
  /** Of the service, such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before the name of each object; empty: none. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const TIMEOUT_MS = 30_000;
const OK = [200, 204];

export function openS3Objects(place: S3Place): ObjectStore {
  const { accessKeyId, secretAccessKey, region, prefix } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const bucket = `${place.endpoint.replace(/\/+$/u, '')}/${place.bucket}`;
  const beforeNames = prefix === '' ? '' : `${prefix}/`;
  const keyOf = (name: string): string => {
    assertObjectName(name);
    return `${beforeNames}${name}`;
  };
  const send = async (method: string, url: string, accepted: readonly number[], body?: Uint8Array<ArrayBuffer>) => {
    const response = await client.fetch(url, {
      method,
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (accepted.includes(response.status)) return response;
    throw new Error(
      `the object store answered ${response.status} to ${method}: ${(await response.text()).slice(0, 300)}`,
    );
  };
  const listKeys = async function* (path?: string): AsyncGenerator<string> {
    for (let token: string | null = ''; token !== null; ) {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: path === undefined ? beforeNames : `${keyOf(path)}/`,
      });
      if (token !== '') query.set('continuation-token', token);
      const text = await (await send('GET', `${bucket}?${query}`, OK)).text();
      for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/gu)) yield key;
      token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/u.exec(text)?.[1] ?? null;
    }
  };
  return {
    put: async (name, bytes) => {
      await send('PUT', `${bucket}/${keyOf(name)}`, OK, new Uint8Array(bytes));
    },
    read: async (name) => {
      const response = await send('GET', `${bucket}/${keyOf(name)}`, [200, 404]);
      if (response.status === 200) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return null;
    },
    removeAll: async (...paths) => {
      for (const path of paths)
        for await (const key of listKeys(path)) await send('DELETE', `${bucket}/${key}`, [...OK, 404]);
    },
    list: async function* (path) {
      for await (const key of listKeys(path)) yield key.slice(beforeNames.length);
    },
    space: () => Promise.resolve(null),
  };
}
