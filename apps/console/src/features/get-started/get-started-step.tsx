/** One step of the get-started list: done in one line, or what there is to do. */

import type { GetStartedOut } from '@picket/contracts/types';
import type { GetStartedStepName } from '@picket/domain/get-started-steps';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { LinkButton } from '../../ui/controls/button.tsx';
import { StateIcon } from '../../ui/icons.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from './get-started.module.css';
import { hasAction, STEP_ACTIONS, STEP_BODIES } from './step-bodies.tsx';
import { decideStep } from './use-get-started.ts';

interface Props {
  readonly list: GetStartedOut;
  readonly step: GetStartedOut['steps'][number];
  readonly number: number;
  /** The first that is open. */
  readonly isNext: boolean;
}

export function GetStartedStep({ list, step, number, isNext }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { name, state, doneAt } = step;
  const isDone = state === 'DONE';
  const Body = STEP_BODIES[name];
  return (
    <li className={isNext ? styles.next : undefined} {...(isNext ? { 'aria-current': 'step' as const } : {})}>
      <span className={`${styles.tick} ${isDone ? styles.ticked : ''}`} aria-hidden="true">
        {isDone ? <StateIcon state="ok" /> : number}
      </span>
      <h3>
        {t(`getstarted.step.${name}`)}
        <span className="visually-hidden">{isDone ? t('getstarted.done') : ''}</span>
      </h3>
      <div className={styles.side}>
        {isDone && doneAt !== undefined && (
          <span className="small muted num">{t('getstarted.doneAgo', { ago: formats.ago(doneAt, now) })}</span>
        )}
        {!isDone && <OpenStepActions name={name} isNext={isNext} />}
      </div>
      <div className={styles.body}>
        <Body list={list} isDone={isDone} isNext={isNext} />
      </div>
    </li>
  );
}

/** Without these nothing is watched. */
const REQUIRED_STEPS: readonly GetStartedStepName[] = ['LOCATION', 'SENTRY'];

function OpenStepActions({ name, isNext }: { readonly name: GetStartedStepName; readonly isNext: boolean }) {
  const t = useText();
  const { run } = useAction(() => decideStep(name, false));
  return (
    <>
      {!REQUIRED_STEPS.includes(name) && (
        <button
          type="button"
          className={`link-button small ${styles.quiet}`}
          aria-label={t('getstarted.notNeededStep', { step: t(`getstarted.step.${name}`) })}
          onClick={() => void run()}
        >
          {t('getstarted.notNeeded')}
        </button>
      )}
      {hasAction(name) && (
        <LinkButton to={STEP_ACTIONS[name]} variant={isNext ? 'filled' : 'default'}>
          {t(`getstarted.action.${name}`)}
        </LinkButton>
      )}
    </>
  );
}
