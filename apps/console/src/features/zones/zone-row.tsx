/** One zone below another: its cells and its own limits. */
import { Button } from '@mantine/core';
import type { PolicyOut, ZoneOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import { violationText } from '../policies/index.ts';
import { useProfile } from '../session/index.ts';
import { DeleteZone } from './delete-zone.tsx';

/** How many cells a zone includes. */
export const cellsOf = (zone: ZoneOut): number =>
  zone.exclusions.reduce((sum, row) => sum + row.filter((cell) => cell === 'included').length, 0);

interface Props {
  readonly zone: ZoneOut;
  /** The policy with its limits; undefined: it has none. */
  readonly watcher: PolicyOut | undefined;
  /** Before the guid of that policy: where they are edited. */
  readonly path: string;
  readonly mayEdit: boolean;
}

export function ZoneRow({ zone, watcher, path, mayEdit }: Props) {
  const t = useText();
  const { useCelsius } = useProfile().preferences;
  return (
    <li className="stack-tight">
      <div className="row">
        <h3>{zone.name}</h3>
        <span className="small muted num">{t('zones.row.cells', { count: cellsOf(zone) })}</span>
        <span className="grow" />
        {watcher !== undefined && (
          <Button size="xs" variant="default" component={Link} to={`${path}/${watcher.guid}`}>
            {t.rich(mayEdit ? 'zones.row.change' : 'zones.row.view', { zone: zone.name, hidden })}
          </Button>
        )}
      </div>
      {watcher === undefined ? (
        <WithoutLimits zone={zone} mayEdit={mayEdit} />
      ) : (
        watcher.definition.violations.map((violation) => (
          <p key={violation.description} className="small">
            {violationText(t, violation, useCelsius)}
          </p>
        ))
      )}
    </li>
  );
}

function WithoutLimits({ zone, mayEdit }: Pick<Props, 'zone' | 'mayEdit'>) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  return (
    <div className="row">
      <p className="small muted">{t('zones.row.noLimits')}</p>
      {mayEdit && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setAsking(true)}>
          {t.rich('zones.row.delete', { zone: zone.name, hidden })}
        </Button>
      )}
      {asking && (
        <DeleteZone
          location={zone.location}
          zone={zone}
          isBase={false}
          onClose={() => setAsking(false)}
          onDone={() => setAsking(false)}
        />
      )}
    </div>
  );
}
