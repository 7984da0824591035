/** Confirms the deletion of a tagging zone and its limits. */
import type { TaggingZoneOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { ifUnmodifiedSince } from '../../lib/use-save.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { refreshPolicies } from '../policies/index.ts';
import { reloadZones } from './use-tagging-form.ts';

interface Props {
  readonly location: string;
  readonly tagging: TaggingZoneOut;
  /** The name of the zone that gets its cells. */
  readonly parent: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteTagging({ location, tagging, parent, onClose, onDone }: Props) {
  const t = useText();
  const { name } = tagging.zone;
  return (
    <Confirmation
      title={t('zones.delete.title', { name })}
      action={t('zones.delete.action', { name })}
      reload={reloadZones}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /locations/{guid}/tagging-zones/{policyGuid}', {
          params: { guid: location, policyGuid: tagging.policy.guid },
          headers: ifUnmodifiedSince(tagging),
        });
        onDone();
        await Promise.all([refresh('GET /locations/{guid}/zones'), refreshPolicies()]);
      }}
    >
      <p className="muted">{t('zones.delete.taggingText', { parent })}</p>
    </Confirmation>
  );
}
