/** Fills its screen with a tile for each location, the worst first, to be read from across a room. */
import { Button } from '@mantine/core';
import type { ProfileOut } from '@picket/contracts/types';
import { IconVolumeOff } from '@tabler/icons-react';
import { type CSSProperties, useState } from 'react';
import { problemText } from '../../../lib/api.ts';
import { useText } from '../../../lib/texts.ts';
import { Problem } from '../../../ui/problem.tsx';
import { cardState } from '../card-state.ts';
import { byUrgency, type OverviewItem } from '../overview-order.ts';
import type { Overview } from '../use-overview.ts';
import { useAlarmSound } from './alarm-sound.ts';
import { CreateDisplayDialog } from './create-display-dialog.tsx';
import { DisplayControls } from './display-controls.tsx';
import styles from './display-frame.module.css';
import { DisplayHead } from './display-head.tsx';
import { displayLayout, displayUnit } from './display-layout.ts';
import { DisplayTiles } from './display-tiles.tsx';
import { useBox } from './use-box.ts';
import { useDisplayPages } from './use-display-pages.ts';
import { useDisplaySound } from './use-display-sound.ts';
import { useUnattended } from './use-unattended.ts';
import { isWaiting } from './waiting-alerts.ts';

interface Props {
  readonly profile: ProfileOut;
  readonly overview: Overview;
}

const needsAttention = ({ card }: OverviewItem): boolean =>
  ['critical', 'warning', 'offline'].includes(cardState(card));

/** All at once, so that nothing shifts. */
export function DisplayFrame(props: Props) {
  const { isLoaded, problem } = props.overview;
  if (isLoaded || problem !== undefined) return <LoadedDisplay {...props} />;
  return (
    <div className={styles.display}>
      <div className={styles.area}>
        <div className="skeleton" aria-hidden="true" />
      </div>
    </div>
  );
}

function LoadedDisplay({ profile, overview }: Props) {
  const t = useText();
  const { alerts, areAlertsUnknown, isLoaded, problem, retry } = overview;
  const sound = useDisplaySound();
  const [isCreating, setCreating] = useState(false);
  const isUnattended = useUnattended(profile.display);
  const screen = useBox<HTMLDivElement>();
  const area = useBox<HTMLDivElement>();
  const items = [...overview.items].sort(byUrgency(t.locale));
  const waiting = alerts.filter(isWaiting).length;
  useAlarmSound(sound.context, waiting > 0);
  const unit = displayUnit(screen.box);
  const layout = displayLayout(items.length, items.filter(needsAttention).length, area.box, unit);
  const pages = useDisplayPages(layout.pages);
  const hasSize = area.box.width > 0;
  const style: CSSProperties & Record<'--unit', string> = { '--unit': `${unit}px` };
  return (
    <div
      className={styles.display}
      data-display
      data-unattended={isUnattended || undefined}
      ref={screen.ref}
      style={style}
    >
      <DisplayHead
        title={profile.tenant.name}
        items={items}
        waiting={areAlertsUnknown ? null : waiting}
        isLoading={!isLoaded}
      >
        <DisplayControls
          sound={sound}
          pages={layout.pages > 1 ? pages : null}
          onCreateDisplay={profile.display ? null : () => setCreating(true)}
        />
      </DisplayHead>
      {sound.state === 'blocked' && (
        <Button size="xl" fullWidth leftSection={<IconVolumeOff aria-hidden="true" />} onClick={sound.turnOn}>
          {t('display.pressForSound')}
        </Button>
      )}
      {problem !== undefined && <Problem title={t('overview.problem')} text={problemText(problem)} onRetry={retry} />}
      <div className={styles.area} ref={area.ref}>
        {isLoaded && items.length === 0 && <NoTiles />}
        {isLoaded && items.length > 0 && hasSize && <DisplayTiles items={items} layout={layout} pages={pages} />}
      </div>
      {isCreating && <CreateDisplayDialog items={items} onClose={() => setCreating(false)} />}
    </div>
  );
}

function NoTiles() {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('overview.empty.title')}</h2>
      <p className="muted">{t('display.empty')}</p>
    </section>
  );
}
