/** Confirms the deletion of a zone without a policy of its own. */
import type { ZoneOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { ifUnmodifiedSince } from '../../lib/use-save.ts';
import { Confirmation } from '../../ui/confirmation.tsx';

interface Props {
  readonly location: string;
  readonly zone: ZoneOut;
  /** It is the base zone of a policy; else its cells return to its parent. */
  readonly isBase: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteZone({ location, zone, isBase, onClose, onDone }: Props) {
  const t = useText();
  const reload = (): Promise<unknown> => refresh('GET /locations/{guid}/zones');
  return (
    <Confirmation
      title={t('zones.delete.title', { name: zone.name })}
      action={t('zones.delete.action', { name: zone.name })}
      reload={reload}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /locations/{guid}/zones/{zoneId}', {
          params: { guid: location, zoneId: zone.zoneId },
          headers: ifUnmodifiedSince(zone),
        });
        await reload();
        onDone();
      }}
    >
      <p className="muted">{t(isBase ? 'zones.delete.baseText' : 'zones.delete.subText')}</p>
    </Confirmation>
  );
}
