import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import type { Coordinates } from './coordinates-field.tsx';

interface Props {
  readonly coordinates: Coordinates | null | undefined;
  readonly timezone: string;
  readonly onTake: (timezone: string) => void;
}

/** Where coordinates lie in another time zone than the one chosen, offers theirs. The table of zones is loaded when it is needed. */
export function ZoneSuggestion({ coordinates, timezone, onTake }: Props) {
  const t = useText();
  const [found, setFound] = useState<string | null>(null);
  const latitude = coordinates?.latitude;
  const longitude = coordinates?.longitude;
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) {
      setFound(null);
      return;
    }
    let isOld = false;
    void import('@photostructure/tz-lookup').then(({ default: zoneAt }) => {
      if (!isOld) setFound(zoneAt(latitude, longitude));
    });
    return () => {
      isOld = true;
    };
  }, [latitude, longitude]);
  if (found === null || found === timezone) return null;
  return (
    <div className="form-notice small" role="status">
      <span>{t('locations.zone.found', { timezone: found })}</span>
      <Button size="xs" variant="subtle" onClick={() => onTake(found)}>
        {t('locations.zone.use', { timezone: found })}
      </Button>
    </div>
  );
}
