import { ActionIcon } from '@mantine/core';
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react';
import { useText } from '../../../lib/texts.ts';
import styles from './location-map.module.css';
import { isClosest, isWidest, type MapSize, type MapView } from './map-view.ts';
import { type ChangeView, zoomIn, zoomOut } from './use-map-gestures.ts';

interface Props {
  readonly view: MapView;
  readonly size: MapSize;
  readonly change: ChangeView;
  readonly onAll: () => void;
  /** All locations are in view. */
  readonly isAll: boolean;
}

/** Zooms without a wheel. A button that has nothing to do stays focusable. */
export function MapButtons({ view, size, change, onAll, isAll }: Props) {
  const t = useText();
  const button = { variant: 'default', size: 36 } as const;
  return (
    <div className={styles.buttons}>
      <ActionIcon
        {...button}
        aria-label={t('overview.map.zoomIn')}
        aria-disabled={isClosest(view)}
        onClick={() => change(zoomIn(size))}
      >
        <IconPlus size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label={t('overview.map.zoomOut')}
        aria-disabled={isWidest(view)}
        onClick={() => change(zoomOut(size))}
      >
        <IconMinus size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t('overview.map.all')} aria-disabled={isAll} onClick={onAll}>
        <IconFocusCentered size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
