/** The end of the clips of a deleted organization: their rows and keys are gone, and a restore must not bring them back. */
import { formatInstant } from '@picket/domain/time';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import { clipOfObject } from '../storage/clip-objects.ts';
import { noteErasures } from './erasures.ts';

/** Called after the deletion is committed. What fails, or a crash leaves, the sweep finds as objects of no clip. */
export async function eraseClipsOf(
  platform: Pick<Platform, 'clock' | 'log'>,
  objects: ObjectStore,
  tenant: string,
): Promise<void> {
  try {
    const clips = new Map<string, ErasedClip>();
    for await (const name of objects.list(tenant)) {
      const clip = clipOfObject(name);
      if (clip !== null) clips.set(clip.guid, clip);
    }
    await eraseObjects(platform, objects, [...clips.values()]);
    await objects.removeAll(tenant);
  } catch (error) {
    platform.log.warn({ err: error, tenant }, 'objects of a deleted organization not removed yet');
  }
}

interface ErasedClip {
  readonly tenant: string;
  readonly guid: string;
  readonly path: string;
}

/** Of clips that have no row any more. All are noted before the first is removed. */
export async function eraseObjects(
  { clock }: Pick<Platform, 'clock'>,
  objects: ObjectStore,
  clips: readonly ErasedClip[],
): Promise<void> {
  const at = formatInstant(clock.now());
  await noteErasures(
    objects,
    clips.map(({ tenant, guid }) => ({ tenant, guid, reason: 'TENANT_DELETED', at })),
  );
  for (const { path } of clips) await objects.removeAll(path);
}
