/** A field for a new password: shows the rules, and the strength while typing. */
import { PasswordInput } from '@mantine/core';
import { PASSWORD_MAX, PASSWORD_MIN, passwordLength } from '@picket/domain/passwords';
import { type ReactNode, useEffect, useState } from 'react';
import { type Translator, useText } from '../../lib/texts.ts';
import styles from './new-password.module.css';
import { estimateStrength, passwordProblemOf, type Strength } from './password-strength.ts';

interface Props {
  readonly label?: string;
  /** Words the password must not consist of: address, name, organization. */
  readonly context: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error returned by the server. */
  readonly error?: ReactNode;
  /** The form was submitted: errors are shown immediately. */
  readonly attempted: boolean;
}

/** Why a new password is rejected, as a text; null if it is allowed. `context` as in `NewPassword`. */
export function newPasswordProblem(t: Translator, password: string, context: readonly string[]): string | null {
  const problem = passwordProblemOf(password, context);
  if (problem === null) return null;
  if (problem === 'short')
    return t('session.password.problem.short', { min: PASSWORD_MIN, length: passwordLength(password) });
  if (problem === 'long') return t('session.password.problem.long', { max: PASSWORD_MAX });
  return t(`session.password.problem.${problem}`);
}

export function NewPassword({ label, context, value, onChange, error, attempted }: Props) {
  const t = useText();
  const [touched, setTouched] = useState(false);
  const [strength, setStrength] = useState<Strength | null>(null);
  const words = context.join('\n');
  useEffect(() => {
    if (value === '') {
      setStrength(null);
      return;
    }
    let isCurrent = true;
    void estimateStrength(value, words.split('\n')).then((found) => {
      if (isCurrent) setStrength(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [value, words]);
  const weak = newPasswordProblem(t, value, context);
  const shown = (touched || attempted) && weak !== null ? weak : error;
  return (
    <div className="stack-tight">
      <PasswordInput
        label={label ?? t('common.password')}
        autoComplete="new-password"
        description={t('session.password.rule.length', { min: PASSWORD_MIN })}
        value={value}
        error={shown}
        visibilityToggleButtonProps={{ 'aria-label': t('common.showPassword') }}
        onBlur={() => setTouched(value !== '')}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
      />
      <Meter strength={strength} />
      <ul className={`${styles.rules} small muted`}>
        <li>{t('session.password.rule.composition')}</li>
        <li>{t('session.password.rule.guessable')}</li>
      </ul>
    </div>
  );
}

const STEPS = [1, 2, 3, 4];

function Meter({ strength }: { readonly strength: Strength | null }) {
  const t = useText();
  return (
    <div className={styles.strength}>
      <div className={styles.meter} data-score={strength?.score} aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} {...(strength !== null && strength.score >= step ? { 'data-on': true } : {})} />
        ))}
      </div>
      <span className="small muted" role="status">
        {strength === null ? t('session.password.strength') : t(`session.password.score.${strength.score}`)}
      </span>
    </div>
  );
}
