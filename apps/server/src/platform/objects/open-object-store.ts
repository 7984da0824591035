import { openDiskObjects } from './disk-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Objects, type S3Place } from './s3-objects.ts';

/** Where objects are kept, by the settings. */
export type ObjectPlace = { readonly kind: 'disk'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place);

export const openObjectStore = (place: ObjectPlace): ObjectStore =>
  place.kind === 'disk' ? openDiskObjects(place.folder) : openS3Objects(place);
