import { useText } from '../../../lib/texts.ts';
import classes from './clip-player.module.css';

/** The keys of the player, where there is a keyboard. */
export function ClipKeys() {
  const t = useText();
  return (
    <p className={classes.keys}>
      <span>
        <kbd>{t('clips.keys.space')}</kbd> {t('clips.keys.play')}
      </span>
      <span>
        <kbd>←</kbd> <kbd>→</kbd> {t('clips.keys.frame')}
      </span>
      <span>
        <kbd>J</kbd> <kbd>K</kbd> <kbd>L</kbd> {t('clips.keys.speed')}
      </span>
    </p>
  );
}
