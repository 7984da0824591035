import { TextInput } from '@mantine/core';
import { useText } from '../../lib/texts.ts';
import styles from './coordinates-field.module.css';
import { pastedCoordinates } from './pasted-coordinates.ts';

export interface CoordinatesText {
  readonly latitude: string;
  readonly longitude: string;
}

export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

export const coordinatesText = (coordinates: Coordinates | undefined): CoordinatesText => ({
  latitude: coordinates === undefined ? '' : String(coordinates.latitude),
  longitude: coordinates === undefined ? '' : String(coordinates.longitude),
});

const degrees = (text: string, most: number): number | null => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) && Math.abs(value) <= most ? value : null;
};

/** null: none are given; undefined: what is typed are none. */
export function coordinatesOf({ latitude, longitude }: CoordinatesText): Coordinates | null | undefined {
  if (latitude.trim() === '' && longitude.trim() === '') return null;
  const north = degrees(latitude, 90);
  const east = degrees(longitude, 180);
  return north === null || east === null ? undefined : { latitude: north, longitude: east };
}

interface Props {
  readonly value: CoordinatesText;
  readonly onChange: (value: CoordinatesText) => void;
}

/** Degrees as maps show them; a pasted "47.39, 8.52" fills both. */
export function CoordinatesField({ value, onChange }: Props) {
  const t = useText();
  const change = (part: Partial<CoordinatesText>): void => {
    onChange(pastedCoordinates(Object.values(part)[0] ?? '') ?? { ...value, ...part });
  };
  const isHalf = (value.latitude.trim() === '') !== (value.longitude.trim() === '');
  return (
    <div className={styles.pair}>
      <TextInput
        label={t('locations.coordinates.latitude')}
        description={t('locations.coordinates.latitudeText')}
        inputMode="decimal"
        value={value.latitude}
        error={
          value.latitude !== '' && degrees(value.latitude, 90) === null
            ? t('locations.coordinates.latitudeRange')
            : isHalf && value.latitude === ''
              ? t('locations.coordinates.missing')
              : null
        }
        onChange={(event) => change({ latitude: event.currentTarget.value })}
      />
      <TextInput
        label={t('locations.coordinates.longitude')}
        description={t('locations.coordinates.longitudeText')}
        inputMode="decimal"
        value={value.longitude}
        error={
          value.longitude !== '' && degrees(value.longitude, 180) === null
            ? t('locations.coordinates.longitudeRange')
            : isHalf && value.longitude === ''
              ? t('locations.coordinates.missing')
              : null
        }
        onChange={(event) => change({ longitude: event.currentTarget.value })}
      />
    </div>
  );
}
