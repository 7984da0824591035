/** Below the live picture: which camera, how strong the thermal picture is over it, a snapshot, and full screen. */
import { Button, Slider } from '@mantine/core';
import type { SentryCameraOut } from '@picket/contracts/types';
import { IconCamera, IconMaximize } from '@tabler/icons-react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import classes from './live-view.module.css';

interface Props {
  readonly cameras: readonly SentryCameraOut[];
  readonly chosen: string;
  readonly onChoose: (sentry: string) => void;
  /** From 0 to 1; null: the sentry has no thermal picture. */
  readonly strength: number | null;
  readonly onStrength: (strength: number) => void;
  /** null: there is no picture to take. */
  readonly onSnapshot: (() => void) | null;
  readonly onFullscreen: () => void;
}

export function LiveControls({ cameras, chosen, onChoose, strength, onStrength, onSnapshot, onFullscreen }: Props) {
  const t = useText();
  const formats = useFormats();
  return (
    <div className={classes.controls}>
      {cameras.length > 1 && (
        <SegmentedChoice
          label={t('video.camera')}
          options={cameras.map(({ sentry, name }) => ({ value: sentry, label: name }))}
          value={chosen}
          onChange={onChoose}
        />
      )}
      <span className="grow" />
      {strength !== null && (
        <span className={classes.strength}>
          <span id="thermal-strength">{t('video.thermal')}</span>
          <Slider
            className={classes.slider}
            aria-labelledby="thermal-strength"
            min={0}
            max={100}
            step={5}
            value={Math.round(strength * 100)}
            onChange={(percent) => onStrength(percent / 100)}
            label={null}
            thumbLabel={t('video.thermal')}
          />
          <span className="num">{t('video.percent', { percent: formats.number(strength * 100) })}</span>
        </span>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCamera size={16} aria-hidden="true" />}
        disabled={onSnapshot === null}
        onClick={() => onSnapshot?.()}
      >
        {t('video.snapshot')}
      </Button>
      <Button variant="default" size="xs" aria-label={t('video.fullScreen')} onClick={onFullscreen}>
        <IconMaximize size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
