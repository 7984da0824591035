/** Confirms the deletion of a zone without a policy of its own. */
import type { ZoneOut } from '@picket/contracts/types';
import { api, refresh } from '../../lib/api.ts';
import { ifUnmodifiedSince } from '../../lib/use-save.ts';
import { Confirmation } from '../../ui/confirmation.tsx';

interface Props {
  readonly location: string;
  readonly zone: ZoneOut;
  /** What happens to its cells. */
  readonly text: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteZone({ location, zone, text, onClose, onDone }: Props) {
  const reload = (): Promise<unknown> => refresh('GET /locations/{guid}/zones');
  return (
    <Confirmation
      title={`Delete ${zone.name}?`}
      action={`Delete ${zone.name}`}
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
      <p className="muted">{text} It can be undone for 24 hours.</p>
    </Confirmation>
  );
}
