import { Button } from '@mantine/core';
import type { LocationOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, refresh } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { TypedConfirmation } from '../../../ui/typed-confirmation.tsx';

interface Props {
  readonly location: LocationOut;
  /** How many it has; undefined: not known. */
  readonly sentries: number | undefined;
}

/** Deletes a location that has no sentries. */
export function DeleteLocation({ location, sentries }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const values = { location: location.name };
  return (
    <section className="card section" aria-label={t('locations.delete.title')}>
      <h2>{t('locations.delete.title')}</h2>
      <p className="muted">{sentries === 0 ? t('locations.delete.text') : t('locations.delete.notYet')}</p>
      <div>
        <Button variant="default" disabled={sentries !== 0} onClick={() => setAsking(true)}>
          {t('locations.delete.action', values)}
        </Button>
      </div>
      {asking && (
        <TypedConfirmation
          title={t('locations.delete.question', values)}
          text={t('locations.delete.final')}
          name={location.name}
          action={t('locations.delete.action', values)}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await api('DELETE /locations/{guid}', { params: { guid: location.guid } });
            await refresh('GET /views/locations');
            navigate('/locations', { replace: true });
          }}
        />
      )}
    </section>
  );
}
