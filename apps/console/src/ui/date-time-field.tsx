/**
 * A date and a time of day; `value` is their text without a time zone, and '' while both are empty. The time is typed and shown as the
 * profile has it: the browser's own field for both would follow the language of the browser.
 */
import { Input, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { parseClock } from '../lib/clock-text.ts';
import { useText } from '../lib/texts.ts';
import { useFormats } from '../lib/use-formats.ts';
import styles from './date-time-field.module.css';

interface Props {
  readonly label?: string;
  /** For fields without a visible label. */
  readonly 'aria-label'?: string;
  readonly description?: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly onChange: (value: string) => void;
}

export function DateTimeField({ label, description, value, error, required, onChange, ...others }: Props) {
  const t = useText();
  const id = useId();
  const name = label ?? others['aria-label'] ?? '';
  const [date = '', clock = ''] = value.split('T');
  const time = useTimeText(clock);
  const change = (nextDate: string, nextTime: string): void =>
    onChange(nextDate === '' && nextTime === '' ? '' : `${nextDate}T${nextTime}`);
  const timeError = time.isWrong ? t('ui.dateTime.wrongTime', { example: time.example }) : null;
  return (
    <Input.Wrapper
      className={styles.field ?? ''}
      id={id}
      {...(label === undefined ? {} : { label })}
      {...(description === undefined ? {} : { description })}
      error={error ?? timeError}
      withAsterisk={required ?? false}
      // The description is below the field, so that adjacent fields line up.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={styles.pair}>
        <Input
          id={id}
          type="date"
          aria-label={label === undefined ? name : undefined}
          value={date}
          required={required ?? false}
          error={error !== undefined && error !== null}
          onChange={(event) => change(event.currentTarget.value, clock)}
        />
        <TextInput
          className={styles.time ?? ''}
          aria-label={t('ui.dateTime.timeOf', { name })}
          placeholder={time.example}
          value={time.text}
          required={required ?? false}
          error={time.isWrong || (error !== undefined && error !== null)}
          onChange={(event) => {
            time.type(event.currentTarget.value);
            // What is no time stays in the value, so that it is not taken for an empty field.
            change(date, parseClock(event.currentTarget.value) ?? event.currentTarget.value);
          }}
          onBlur={time.leave}
        />
      </div>
    </Input.Wrapper>
  );
}

interface TimeProps {
  readonly label: string;
  /** "14:30" */
  readonly value: string;
  readonly error?: ReactNode;
  /** Called with times alone: what is none is not kept. */
  readonly onChange: (value: string) => void;
}

/** A time of day, as the profile has it. */
export function TimeField({ label, value, error, onChange }: TimeProps) {
  const time = useTimeText(value);
  return (
    <TextInput
      label={label}
      placeholder={time.example}
      value={time.text}
      error={error}
      onChange={(event) => {
        time.type(event.currentTarget.value);
        const next = parseClock(event.currentTarget.value);
        if (next !== null) onChange(next);
      }}
      onBlur={time.leave}
    />
  );
}

/** The text of a time while it is typed; elsewhere as the profile has it. */
function useTimeText(clock: string) {
  const formats = useFormats();
  const [typed, setTyped] = useState<string | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  const known = parseClock(clock);
  const shown = (text: string): string => {
    const [hour, minute] = text.split(':').map(Number);
    return formats.clock(hour ?? 0, minute ?? 0);
  };
  return {
    text: typed ?? (known === null ? clock : shown(known)),
    example: shown('14:30'),
    isWrong: hasLeft && clock !== '' && known === null,
    type: (text: string): void => {
      setTyped(text);
      setHasLeft(false);
    },
    leave: (): void => {
      setTyped(null);
      setHasLeft(true);
    },
  };
}
