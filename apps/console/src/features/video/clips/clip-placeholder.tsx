/** What stands in place of a clip: why there is none, and what to do. */
import { Button, Loader, Progress } from '@mantine/core';
import type { AlertEvidenceOut, AlertVideoOut, ClipOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { IconTrash, IconUpload, IconVideoOff, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Formats } from '../../../lib/formats.ts';
import { useNow } from '../../../lib/now.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useProfile } from '../../session/index.ts';
import { useMayAdminister } from './clip-access.ts';
import classes from './clip-player.module.css';

const ICON = { size: 30, stroke: 1.6, 'aria-hidden': true } as const;

interface Props {
  readonly alert: AlertEvidenceOut;
  readonly video: AlertVideoOut;
  /** The clip it is about; absent: the device has announced none. */
  readonly clip?: ClipOut | undefined;
  readonly timezone: string;
}

interface Shown {
  readonly variant: 'dark' | 'missing' | 'shutter' | 'deleted';
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

export function ClipPlaceholder({ alert, video, clip, timezone }: Props) {
  const t = useText();
  const now = useNow();
  const formats = useFormats(timezone);
  const { permissions } = useProfile();
  const location = alert.location?.guid ?? '';
  const mayAdminister = useMayAdminister(location);
  const texts = { t, formats };
  const shown = ((): Shown => {
    switch (clip?.state ?? video.state) {
      case 'UPLOADING':
        return uploading(texts, video, clip);
      case 'DELETED':
        return {
          ...deleted(texts, clip),
          ...(isAdmin(permissions) && { action: <Link to="/admin/logs">{t('clips.openAudit')}</Link> }),
        };
      case 'MISSING':
        return {
          ...missing(texts, video),
          action: <Link to={`/locations/${location}/settings/devices`}>{t('clips.openDevice')}</Link>,
        };
      case 'OFF':
        return {
          variant: 'shutter',
          icon: <IconVideoOff {...ICON} />,
          title: t('clips.OFF.title'),
          text: t('clips.OFF.text'),
          ...(mayAdminister && {
            action: <Link to={`/locations/${location}/settings/camera`}>{t('clips.openCamera')}</Link>,
          }),
        };
      default:
        return expected(texts, alert, now);
    }
  })();
  return (
    <div className={classes.placeholder} data-variant={shown.variant} role="status">
      {shown.icon}
      <strong>{shown.title}</strong>
      {clip?.state === 'UPLOADING' && (
        <Progress
          className={classes.progress ?? ''}
          value={clip.uploaded * 100}
          size="sm"
          aria-label={t('clips.UPLOADING.progress')}
        />
      )}
      <p>{shown.text}</p>
      {shown.action}
    </div>
  );
}

interface Texts {
  readonly t: Translator;
  readonly formats: Formats;
}

function expected({ t, formats }: Texts, alert: AlertEvidenceOut, now: number): Shown {
  const text = (): string => {
    if (alert.sentryOffline) return t('clips.EXPECTED.offline');
    if (alert.endedAt === undefined) return t('clips.EXPECTED.open');
    return t('clips.EXPECTED.ended', { ago: formats.ago(alert.endedAt, now) });
  };
  return { variant: 'dark', icon: <Loader size={26} color="gray" />, title: t('clips.EXPECTED.title'), text: text() };
}

function uploading({ t, formats }: Texts, video: AlertVideoOut, clip: ClipOut | undefined): Shown {
  const share = clip?.uploaded ?? video.uploaded ?? 0;
  const total = clip?.bytes ?? 0;
  return {
    variant: 'dark',
    icon: <IconUpload {...ICON} />,
    title: t('clips.UPLOADING.title', { percent: formats.number(Math.floor(share * 100)) }),
    text: t('clips.UPLOADING.text', { done: formats.bytes(share * total), total: formats.bytes(total) }),
  };
}

function missing({ t }: Texts, { reason }: AlertVideoOut): Shown {
  return {
    variant: 'missing',
    icon: reason === 'NO_CAMERA' ? <IconVideoOff {...ICON} /> : <IconWifiOff {...ICON} />,
    title: t('clips.MISSING.title'),
    text: t(reason === undefined ? 'clips.MISSING.unknown' : `clips.MISSING.${reason}`),
  };
}

/** When and why; a backup from before still has the key. */
function deleted({ t, formats }: Texts, clip: ClipOut | undefined): Shown {
  const end = clip?.deleted;
  const text = (): string => {
    if (end === undefined) return t('clips.DELETED.unknown');
    const time = formats.dateTime(end.at);
    const why =
      end.reason === 'PERSON'
        ? t('clips.DELETED.PERSON', { time, name: end.by ?? '' })
        : t(`clips.DELETED.${end.reason}`, { time });
    return `${why} ${t('clips.DELETED.backups')}`;
  };
  return { variant: 'deleted', icon: <IconTrash {...ICON} />, title: t('clips.DELETED.title'), text: text() };
}

/** Over the picture, after the browser could not play it. */
export function ClipFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText();
  return (
    <div className={classes.failure} role="alert">
      <strong>{t('clips.playProblem')}</strong>
      <p className="small">{t('clips.playProblemText')}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        {t('clips.tryAgain')}
      </Button>
    </div>
  );
}
