/** The get-started list on top of the locations: what is missing until alerts reach somebody. It stays until nothing is open. */

import type { GetStartedOut } from '@picket/contracts/types';
import type { GetStartedStepName } from '@picket/domain/get-started-steps';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './get-started.module.css';
import { GetStartedStep } from './get-started-step.tsx';
import { UnitHint } from './unit-hint.tsx';
import { closeGetStarted, decideStep, useGetStarted } from './use-get-started.ts';
import { WatchedAlready } from './watched-already.tsx';

/** Until these are done nothing is watched, or nobody learns of it; then the list takes one line. */
const ESSENTIAL_STEPS: readonly GetStartedStepName[] = ['LOCATION', 'SENTRY', 'NOTIFIED'];

interface Props {
  /** The only location: it stands beside the list. */
  readonly location: ReactNode;
}

export default function GetStarted({ location }: Props) {
  const t = useText();
  const { list } = useGetStarted();
  const [isExpanded, setExpanded] = useState(false);
  if (list === null) return null;
  const needed = list.steps.filter(({ state }) => state !== 'NOT_NEEDED');
  const open = needed.filter(({ state }) => state === 'OPEN');
  const [next] = open;
  if (next === undefined)
    return (
      <>
        <AllDone />
        {location}
      </>
    );
  const hasEssentials = !open.some(({ name }) => ESSENTIAL_STEPS.includes(name));
  return (
    <div className={styles.columns}>
      <section className={`card ${styles.list}`} aria-label={t('getstarted.title')}>
        <Head list={list} done={needed.length - open.length} total={needed.length}>
          {hasEssentials && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={isExpanded}
              onClick={() => setExpanded((before) => !before)}
            >
              {isExpanded ? t('getstarted.showLess') : t('getstarted.showAll')}
            </Button>
          )}
        </Head>
        <UnitHint />
        <ol className={styles.steps}>
          {needed.map((step, index) =>
            hasEssentials && !isExpanded && step !== next ? null : (
              <GetStartedStep key={step.name} list={list} step={step} number={index + 1} isNext={step === next} />
            ),
          )}
        </ol>
        <DismissedSteps list={list} />
      </section>
      {(location !== null || !hasEssentials) && (
        <div className={styles.beside}>
          {location}
          {!hasEssentials && <WatchedAlready list={list} />}
        </div>
      )}
    </div>
  );
}

interface HeadProps {
  readonly list: GetStartedOut;
  readonly done: number;
  readonly total: number;
  readonly children: ReactNode;
}

function Head({ list, done, total, children }: HeadProps) {
  const t = useText();
  const isSilent = list.steps.some(({ name, state }) => name === 'NOTIFIED' && state !== 'DONE');
  return (
    <div className={styles.head}>
      <div className="row">
        <h2>{t('getstarted.title')}</h2>
        <span className="muted num">{t('getstarted.progress', { done, total })}</span>
        <span className="grow" />
        {isSilent && (
          <div className={styles.silent}>
            <StateBadge state="warning" label={t('getstarted.notNotifiedYet')} />
          </div>
        )}
        {children}
      </div>
      <div className={styles.meter} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <i key={`step-${index.toString()}`} className={index < done ? styles.reached : ''} />
        ))}
      </div>
    </div>
  );
}

/** Steps that somebody has decided are not needed, each can be resumed. */
function DismissedSteps({ list }: { readonly list: GetStartedOut }) {
  const t = useText();
  const dismissed = list.steps.filter(({ state }) => state === 'NOT_NEEDED');
  if (dismissed.length === 0) return null;
  return (
    <p className={`small muted ${styles.dismissed}`}>
      {t.rich('getstarted.notNeededSteps', {
        steps: () => dismissed.map(({ name }) => <ResumeButton key={name} name={name} />),
      })}
    </p>
  );
}

function ResumeButton({ name }: { readonly name: GetStartedStepName }) {
  const t = useText();
  const step = t(`getstarted.step.${name}`);
  const { run } = useAction(() => decideStep(name, true));
  return (
    <button
      type="button"
      className="link-button"
      aria-label={t('getstarted.resume', { step })}
      onClick={() => void run()}
    >
      {step}
    </button>
  );
}

function AllDone() {
  const t = useText();
  const { busy, run } = useAction(closeGetStarted);
  return (
    <section className={`card pad ${styles.done}`} aria-label={t('getstarted.title')}>
      <div>
        <h2>{t('getstarted.allDone')}</h2>
        <p className="muted">{t('getstarted.allDoneText')}</p>
      </div>
      <Button variant="default" loading={busy} onClick={() => void run()}>
        {t('common.close')}
      </Button>
    </section>
  );
}
