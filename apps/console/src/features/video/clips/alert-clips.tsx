/** What became of the video of an alert: its clips, or why there is none. */
import { NativeSelect } from '@mantine/core';
import type { AlertEvidenceOut, AlertVideoOut, ClipOut } from '@picket/contracts/types';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { alertTimezone, refreshAlert } from '../../alerts/index.ts';
import { useProfile } from '../../session/index.ts';
import { useMayAdminister } from './clip-access.ts';
import { ClipActions } from './clip-actions.tsx';
import { ClipKeeping } from './clip-keeping.tsx';
import { ClipPlaceholder } from './clip-placeholder.tsx';
import classes from './clip-player.module.css';
import { ClipPlayer } from './clip-player.tsx';
import { ExportEvidence } from './export-evidence.tsx';

interface Props {
  readonly alert: AlertEvidenceOut;
  readonly video: AlertVideoOut;
}

export default function AlertClips({ alert, video }: Props) {
  const t = useText();
  const timezone = alertTimezone(alert);
  const [address] = useSearchParams();
  const [chosen, setChosen] = useState(address.get('clip'));
  const clips = video.clips.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const clip =
    clips.find(({ guid }) => guid === chosen) ?? clips.find(({ state }) => state === 'READY') ?? clips.at(-1);
  const onChanged = () => refreshAlert(alert.guid);
  return (
    <div className="stack">
      <section className={`card ${classes.card}`} aria-label={t('clips.section')}>
        <ClipHead alert={alert.guid} clip={clip} onChanged={onChanged} />
        {clips.length > 1 && clip !== undefined && (
          <ClipChoice clips={clips} chosen={clip.guid} timezone={timezone} onChoose={setChosen} />
        )}
        <ClipPicture alert={alert} video={video} clip={clip} timezone={timezone} />
        {clip?.state === 'READY' && video.state !== 'READY' && alert.endedAt === undefined && (
          <p className={`small muted ${classes.note}`}>{t('clips.moreExpected')}</p>
        )}
      </section>
      {clip?.state === 'READY' && (
        <ClipKeeping clip={clip} alert={alert.guid} timezone={timezone} onChanged={onChanged} />
      )}
    </div>
  );
}

function ClipPicture({
  alert,
  video,
  clip,
  timezone,
}: Props & { readonly clip: ClipOut | undefined; readonly timezone: string }) {
  const t = useText();
  const { display } = useProfile();
  if (clip?.state !== 'READY') return <ClipPlaceholder alert={alert} video={video} clip={clip} timezone={timezone} />;
  if (clip.links === undefined || display) return <p className={classes.note}>{t('clips.noPictures')}</p>;
  return <ClipPlayer key={clip.guid} clip={clip} links={clip.links} alert={alert} timezone={timezone} />;
}

interface HeadProps {
  readonly alert: string;
  readonly clip: ClipOut | undefined;
  readonly onChanged: () => Promise<unknown>;
}

/** How it stands, and what can be done about it. */
function ClipHead({ alert, clip, onChanged }: HeadProps) {
  const t = useText();
  const formats = useFormats();
  const mayAdminister = useMayAdminister(clip?.location ?? '');
  const isReady = clip?.state === 'READY';
  return (
    <div className={`row ${classes.head}`}>
      <h2>{t('clips.title')}</h2>
      {isReady && (
        <>
          <StateBadge state="ok" label={t('clips.ready')} />
          <span className="small muted num">
            {t('clips.facts', {
              duration: formats.duration(Date.parse(clip.endedAt) - Date.parse(clip.startedAt)),
              size: formats.bytes(clip.bytes),
            })}
            {clip.isTimeLapse && ` · ${t('clips.timeLapse')}`}
            {clip.isMasked && ` · ${t('clips.masked')}`}
          </span>
        </>
      )}
      <span className="grow" />
      {isReady && mayAdminister && (
        <>
          <ExportEvidence alert={alert} />
          <ClipActions clip={clip} onChanged={onChanged} />
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly clips: readonly ClipOut[];
  readonly chosen: string;
  readonly timezone: string;
  readonly onChoose: (clip: string) => void;
}

/** As many as fit beside each other on a phone. */
const MAX_SEGMENTS = 4;

/** A long alert has several; one that goes on for hours has too many to show all of them. */
function ClipChoice({ clips, chosen, timezone, onChoose }: ChoiceProps) {
  const t = useText();
  const formats = useFormats(timezone);
  const options = clips.map(({ guid, startedAt, isTimeLapse }) => {
    const time = formats.timeWithSeconds(startedAt);
    return { value: guid, label: isTimeLapse ? t('clips.timeLapseFrom', { time }) : time };
  });
  const props = { label: t('clips.which'), value: chosen };
  return (
    <div className={classes.note}>
      {clips.length > MAX_SEGMENTS ? (
        <NativeSelect {...props} data={options} onChange={({ currentTarget }) => onChoose(currentTarget.value)} />
      ) : (
        <SegmentedChoice {...props} isSmall options={options} onChange={onChoose} />
      )}
    </div>
  );
}
