/** A field for a new password: shows the rules, and the strength while typing. */
import { PasswordInput } from '@mantine/core';
import { passwordProblem } from '@picket/domain/passwords';
import { type ReactNode, useEffect, useState } from 'react';
import { estimateStrength, type Strength } from './password-strength.ts';
import './password-strength.css';

interface Props {
  readonly label?: string;
  readonly rules: readonly string[];
  /** Words the password must not consist of: address, name, organization. */
  readonly context: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error returned by the server. */
  readonly error?: ReactNode;
  /** The form was submitted: errors are shown immediately. */
  readonly attempted: boolean;
}

export function NewPassword({ label = 'Password', rules, context, value, onChange, error, attempted }: Props) {
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
  const weak = passwordProblem(value, [...context, 'picket']);
  const shown = (touched || attempted) && weak !== null ? weak : error;
  return (
    <div className="stack-tight">
      <PasswordInput
        label={label}
        autoComplete="new-password"
        description={rules[0]}
        value={value}
        error={shown}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        onBlur={() => setTouched(value !== '')}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
      />
      <Meter strength={strength} />
      <ul className="rules small muted">
        {rules.slice(1).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </div>
  );
}

const STEPS = [1, 2, 3, 4];

function Meter({ strength }: { readonly strength: Strength | null }) {
  return (
    <div className="strength">
      <div className="meter" data-score={strength?.score} aria-hidden="true">
        {STEPS.map((step) => (
          <span key={step} {...(strength !== null && strength.score >= step ? { 'data-on': true } : {})} />
        ))}
      </div>
      <span className="small muted" role="status">
        {strength === null ? 'Strength shows here' : strength.words}
      </span>
    </div>
  );
}
