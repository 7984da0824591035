/** For who stands in front of the wall display; it needs none of them. */
import { Button } from '@mantine/core';
import {
  IconMaximize,
  IconMinimize,
  IconPlayerPause,
  IconPlayerPlay,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useText } from '../../../lib/texts.ts';
import styles from './display-frame.module.css';
import type { Pages } from './use-display-pages.ts';
import type { Sound } from './use-display-sound.ts';

interface Props {
  readonly sound: Sound;
  /** null: one page holds all. */
  readonly pages: Pages | null;
  /** null: the session is a wall display already. */
  readonly onCreateDisplay: (() => void) | null;
}

const BUTTON = { variant: 'default', size: 'xs' } as const;
const ICON = { size: 16, 'aria-hidden': true } as const;

const toggleFullScreen = (): void =>
  void (
    document.fullscreenElement === null ? document.documentElement.requestFullscreen?.() : document.exitFullscreen()
  )?.catch(() => {});

export function DisplayControls({ sound, pages, onCreateDisplay }: Props) {
  const t = useText();
  const isFull = document.fullscreenElement !== null;
  return (
    <div className={styles.controls}>
      {pages !== null && (
        <Button
          {...BUTTON}
          leftSection={pages.isPaused ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
          onClick={() => pages.setPaused(!pages.isPaused)}
        >
          {pages.isPaused ? t('display.turnPages') : t('display.stayOnPage')}
        </Button>
      )}
      <Button
        {...BUTTON}
        aria-pressed={sound.state === 'on'}
        leftSection={sound.state === 'on' ? <IconVolume {...ICON} /> : <IconVolumeOff {...ICON} />}
        onClick={() => (sound.state === 'on' ? sound.turnOff() : sound.turnOn())}
      >
        {sound.state === 'on' ? t('display.soundOn') : t('display.soundOff')}
      </Button>
      <Button
        {...BUTTON}
        leftSection={isFull ? <IconMinimize {...ICON} /> : <IconMaximize {...ICON} />}
        onClick={toggleFullScreen}
      >
        {t('display.fullScreen')}
      </Button>
      {onCreateDisplay !== null && (
        <Button {...BUTTON} onClick={onCreateDisplay}>
          {t('display.create')}
        </Button>
      )}
    </div>
  );
}
