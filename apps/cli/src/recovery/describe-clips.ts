/** What a restore of a backup says of the clips: those that are back, and those whose video is not there. */
import type { restoreHeldClips } from '@picket/server/commands';

const SHOWN = 100;

/** `copies`: the folder in which copies of held clips were looked for. */
export function describeClips(
  { restored, lost, uncopied }: Awaited<ReturnType<typeof restoreHeldClips>>,
  copies: string,
): readonly string[] {
  return [
    ...(restored === 0 ? [] : [`${restored.toLocaleString('en')} clips that a hold keeps are back in the store.`]),
    ...describeMissing(
      uncopied,
      `that a hold keeps are not in the store, and their copies not in ${copies}: put that folder there, and restore again.`,
    ),
    ...describeMissing(lost, 'are not in the store, and no hold kept them: their video is lost.'),
  ];
}

function describeMissing(guids: readonly string[], what: string): readonly string[] {
  if (guids.length === 0) return [];
  return [
    `${guids.length.toLocaleString('en')} clips ${what}`,
    ...guids.slice(0, SHOWN).map((guid) => `  ${guid}`),
    ...(guids.length > SHOWN ? ['  and more: picket fsck names all of them.'] : []),
  ];
}
