/** What stands in place of a live picture: why there is none, and what to do. */
import { Button, Loader } from '@mantine/core';
import { IconHourglass, IconMask, IconVideoOff, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { problemText } from '../../lib/api.ts';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import classes from './live-stage.module.css';
import type { LivePicture } from './use-live-viewing.ts';

interface Props {
  readonly picture: LivePicture;
  readonly location: string;
  /** Whether a picture was shown before: then it stays, darkened. */
  readonly hasPicture: boolean;
  /** As people read it; undefined: unknown. */
  readonly offUntil: string | undefined;
}

interface Placeholder {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

export function LivePlaceholder({ picture, location, hasPicture, offUntil }: Props) {
  const t = useText();
  const now = useNow();
  const shown = placeholderOf(t, picture, location, now, offUntil);
  if (shown === null) return null;
  return (
    <div className={classes.placeholder} data-over={hasPicture || undefined} role="status">
      {shown.icon}
      <strong>{shown.title}</strong>
      {shown.text !== undefined && <p>{shown.text}</p>}
      {shown.action}
    </div>
  );
}

const ICON = { size: 28, stroke: 1.6, 'aria-hidden': true } as const;

/** What stands in the way and needs nothing to be done here; null: one of the others. */
function lastingPlaceholder(t: Translator, kind: LivePicture['state']['kind']): Placeholder | null {
  switch (kind) {
    case 'connecting':
      return { icon: <Loader size={24} color="gray" />, title: t('video.connecting'), text: t('video.connectingText') };
    case 'offline':
      return { icon: <IconWifiOff {...ICON} />, title: t('video.offline'), text: t('video.offlineText') };
    case 'noCamera':
      return { icon: <IconVideoOff {...ICON} />, title: t('video.noCamera'), text: t('video.noCameraText') };
    case 'unsupported':
      return { icon: <IconVideoOff {...ICON} />, title: t('video.unsupported'), text: t('video.unsupportedText') };
    default:
      return null;
  }
}

function placeholderOf(
  t: Translator,
  picture: LivePicture,
  location: string,
  now: number,
  offUntil: string | undefined,
): Placeholder | null {
  const { state, resume } = picture;
  const again = (label: string) => (
    <Button size="xs" variant="default" onClick={resume}>
      {label}
    </Button>
  );
  const retry = again(t('video.retry'));
  const settings = (
    <Link className={classes.link} to={`/locations/${location}/settings/camera`}>
      {t('video.cameraSettings')}
    </Link>
  );
  const icon = <IconVideoOff {...ICON} />;
  switch (state.kind) {
    case 'off': {
      const action = (
        <>
          {retry}
          {settings}
        </>
      );
      const title = offUntil === undefined ? t('video.off') : t('video.offUntil', { time: offUntil });
      return { icon, title, text: t('video.offText'), action };
    }
    case 'mask':
      return { icon: <IconMask {...ICON} />, title: t('video.mask'), text: t('video.maskText'), action: settings };
    case 'busy': {
      const seconds = Math.max(1, Math.ceil((state.retryAt - now) / 1000));
      const text = t('video.busyText', { seconds });
      return { icon: <IconHourglass {...ICON} />, title: t('video.busy'), text, action: retry };
    }
    case 'stillWatching': {
      const texts = { title: t('video.stillWatching'), text: t('video.stillWatchingText') };
      return { icon: <IconHourglass {...ICON} />, ...texts, action: again(t('video.continue')) };
    }
    case 'ended':
      return { icon, title: t(`video.end.${state.reason}`), action: again(t('video.start')) };
    case 'failed':
      return { icon, title: t('video.failed'), text: problemText(state.error), action: retry };
    default:
      return lastingPlaceholder(t, state.kind);
  }
}
