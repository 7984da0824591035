/** Asks before a zone goes that no policy of its own watches. */
import { Button } from '@mantine/core';
import type { ZoneOut } from '@picket/contracts';
import { api, refresh } from '../../lib/api.ts';
import { unlessChanged, useSave } from '../../lib/use-save.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';

export function DeleteZone({
  location,
  zone,
  text,
  onClose,
  onDone,
}: {
  readonly location: string;
  readonly zone: ZoneOut;
  /** What becomes of its cells. */
  readonly text: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { busy, problem, submit } = useSave(
    async () => {
      await api('DELETE /locations/{guid}/zones/{zoneId}', {
        params: { guid: location, zoneId: zone.zoneId },
        headers: unlessChanged(zone),
      });
      await refresh('GET /locations/{guid}/zones');
      onDone();
    },
    () => refresh('GET /locations/{guid}/zones'),
  );
  return (
    <Dialog title={`Delete ${zone.name}?`} onClose={onClose}>
      <p className="muted">{text} It can be undone for 24 hours.</p>
      <FormProblem problem={problem} />
      <div className="row">
        <Button loading={busy} onClick={() => void submit()}>
          Delete {zone.name}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
