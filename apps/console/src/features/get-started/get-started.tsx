/** The get-started list on top of the locations: what is missing until alerts reach somebody. It stays until nothing is open. */
import { Button } from '@mantine/core';
import type { GetStartedOut } from '@picket/contracts/types';
import type { GetStartedStepName } from '@picket/domain/get-started-steps';
import { useState } from 'react';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './get-started.module.css';
import { GetStartedStep } from './get-started-step.tsx';
import { STEP_TITLES } from './steps.ts';
import { closeGetStarted, decideStep, useGetStarted } from './use-get-started.ts';

/** Until these are done nothing is watched, or nobody learns of it; then the list takes one line. */
const ESSENTIAL: readonly GetStartedStepName[] = ['LOCATION', 'SENTRY', 'NOTIFIED'];

export function GetStarted() {
  const list = useGetStarted();
  const [isExpanded, setExpanded] = useState(false);
  if (list === null) return null;
  const needed = list.steps.filter(({ state }) => state !== 'NOT_NEEDED');
  const open = needed.filter(({ state }) => state === 'OPEN');
  const [next] = open;
  if (next === undefined) return <AllDone />;
  const hasEssentials = !open.some(({ name }) => ESSENTIAL.includes(name));
  return (
    <section className={`card ${styles.list}`} aria-label="Get started">
      <Head list={list} done={needed.length - open.length} total={needed.length}>
        {hasEssentials && (
          <Button
            size="xs"
            variant="default"
            aria-expanded={isExpanded}
            onClick={() => setExpanded((before) => !before)}
          >
            {isExpanded ? 'Show less' : 'Show all steps'}
          </Button>
        )}
      </Head>
      <ol className={styles.steps}>
        {needed.map((step, index) =>
          hasEssentials && !isExpanded && step !== next ? null : (
            <GetStartedStep key={step.name} list={list} step={step} number={index + 1} isNext={step === next} />
          ),
        )}
      </ol>
      <PutAside list={list} />
    </section>
  );
}

interface HeadProps {
  readonly list: GetStartedOut;
  readonly done: number;
  readonly total: number;
  readonly children: React.ReactNode;
}

function Head({ list, done, total, children }: HeadProps) {
  const isSilent = list.steps.some(({ name, state }) => name === 'NOTIFIED' && state !== 'DONE');
  return (
    <div className={styles.head}>
      <div className="row">
        <h2>Get started</h2>
        <span className="muted num">
          {done} of {total} done
        </span>
        <span className="grow" />
        {isSilent && <StateBadge state="warning" label="Nobody is notified yet" />}
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

/** Steps that somebody has decided are not needed, each to be taken up again. */
function PutAside({ list }: { readonly list: GetStartedOut }) {
  const aside = list.steps.filter(({ state }) => state === 'NOT_NEEDED');
  if (aside.length === 0) return null;
  return (
    <p className={`small muted ${styles.aside}`}>
      Not needed:{' '}
      {aside.map(({ name }) => (
        <TakeUpAgain key={name} name={name} />
      ))}
    </p>
  );
}

function TakeUpAgain({ name }: { readonly name: GetStartedStepName }) {
  const { run } = useAction(() => decideStep(name, true));
  return (
    <button
      type="button"
      className="link-button"
      aria-label={`Take up again: ${STEP_TITLES[name]}`}
      onClick={() => void run()}
    >
      {STEP_TITLES[name]}
    </button>
  );
}

function AllDone() {
  const { busy, run } = useAction(closeGetStarted);
  return (
    <section className={`card pad ${styles.done}`} aria-label="Get started">
      <div>
        <h2>Everything is set up</h2>
        <p className="muted">Your locations are watched, and alerts reach somebody.</p>
      </div>
      <Button variant="default" loading={busy} onClick={() => void run()}>
        Close
      </Button>
    </section>
  );
}
