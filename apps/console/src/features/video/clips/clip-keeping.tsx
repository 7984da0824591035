/** How long a clip is kept, what keeps it, what it shows beside this alert, and its digest. */
import type { ClipOut } from '@picket/contracts/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { alertPath, alertTitle } from '../../alerts/index.ts';
import { useMayAdminister } from './clip-access.ts';
import classes from './clip-player.module.css';
import { HoldList } from './hold-list.tsx';

interface Props {
  readonly clip: ClipOut;
  /** The alert whose page it is. */
  readonly alert: string;
  readonly timezone: string;
  readonly onChanged: () => Promise<unknown>;
}

export function ClipKeeping({ clip, alert, timezone, onChanged }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const mayLift = useMayAdminister(clip.location);
  const { holds, deletesAt, startedAt, endedAt, width, height, codec, sha256 } = clip;
  const others = clip.alerts.filter((guid) => guid !== alert);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('clips.deletedOn'),
      deletesAt === undefined ? t('clips.notDeleted') : t('clips.deletesAt', { date: formats.date(deletesAt) }),
    ],
    ...(others.length === 0
      ? []
      : [[t('clips.alsoShows'), others.map((guid) => <OtherAlert key={guid} guid={guid} />)] as const]),
    [
      t('clips.recorded'),
      t('clips.recordedSpan', {
        from: formats.dateTimeWithSeconds(startedAt),
        to: formats.timesAmong([startedAt, endedAt])(endedAt),
      }),
    ],
    ...(width === undefined || height === undefined
      ? []
      : [
          [
            t('clips.camera'),
            t('clips.format', { width: formats.number(width), height: formats.number(height), codec }),
          ] as const,
        ]),
    [t('clips.digest'), <code key="digest">{sha256}</code>],
  ];
  return (
    <section className="card pad stack" aria-label={t('clips.keeping')}>
      <div className="row">
        <h2>{t('clips.keeping')}</h2>
        <span className="grow" />
        <span className="small muted">{t(holds.length > 0 ? 'clips.onHold' : 'clips.noHold')}</span>
      </div>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {holds.length > 0 && <HoldList holds={holds} timezone={timezone} mayLift={mayLift} onChanged={onChanged} />}
    </section>
  );
}

function OtherAlert({ guid }: { readonly guid: string }) {
  const t = useText();
  const formats = useFormats();
  const { data } = useApi('GET /alerts/{guid}', { params: { guid } }, { revalidateOnFocus: false });
  if (data === undefined) return <span className="muted">{t('clips.anotherAlert')}</span>;
  return <Link to={alertPath(data)}>{alertTitle(t, formats, data)}</Link>;
}
