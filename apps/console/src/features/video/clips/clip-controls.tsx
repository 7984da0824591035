/** Below the picture of a clip: play, where it is, how fast, how strong the thermal picture is over it, full screen. */
import { ActionIcon, Button, Slider } from '@mantine/core';
import { IconMaximize, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import classes from './clip-player.module.css';
import { clockOfSeconds } from './clip-time.ts';
import { type Playback, RATES } from './use-clip-playback.ts';

interface Props {
  readonly playback: Playback;
  readonly seconds: number;
  /** From 0 to 1; null: there is no thermal picture. */
  readonly strength: number | null;
  readonly onStrength: (strength: number) => void;
  readonly onFullscreen: () => void;
}

export function ClipControls({ playback, seconds, strength, onStrength, onFullscreen }: Props) {
  const t = useText();
  const formats = useFormats();
  const { isPlaying, position, rate, toggle, setRate } = playback;
  return (
    <div className={classes.controls}>
      <ActionIcon size={38} radius="xl" aria-label={t(isPlaying ? 'clips.pause' : 'clips.play')} onClick={toggle}>
        {isPlaying ? (
          <IconPlayerPauseFilled size={18} aria-hidden="true" />
        ) : (
          <IconPlayerPlayFilled size={18} aria-hidden="true" />
        )}
      </ActionIcon>
      <span className="num">
        {t('clips.position', { position: clockOfSeconds(position), duration: clockOfSeconds(seconds) })}
      </span>
      <SegmentedChoice
        label={t('clips.speed')}
        isSmall
        options={RATES.map((one) => ({
          value: String(one),
          label: t('clips.rate', { rate: formats.shortNumber(one, 1) }),
        }))}
        value={String(rate)}
        onChange={(text) => setRate(RATES.find((one) => String(one) === text) ?? 1)}
      />
      <span className="grow" />
      {strength !== null && (
        <span className={classes.strength}>
          <span id="clip-thermal-strength">{t('clips.thermal')}</span>
          <Slider
            className={classes.slider ?? ''}
            aria-labelledby="clip-thermal-strength"
            min={0}
            max={100}
            step={5}
            value={Math.round(strength * 100)}
            onChange={(percent) => onStrength(percent / 100)}
            label={null}
            thumbLabel={t('clips.thermal')}
          />
          <span className="num">{t('clips.percent', { percent: formats.number(strength * 100) })}</span>
        </span>
      )}
      <Button variant="default" size="xs" aria-label={t('clips.fullScreen')} onClick={onFullscreen}>
        <IconMaximize size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
