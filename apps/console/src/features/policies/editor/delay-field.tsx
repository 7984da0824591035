import { TextInput } from '@mantine/core';
import { delayText, parseDelay } from '@picket/domain/delays';
import { useText } from '../../../lib/texts.ts';
import { useTypedText } from './use-typed-text.ts';

interface Props {
  readonly label: string;
  readonly description?: string;
  /** In seconds. */
  readonly value: number;
  readonly mayBeNegative?: boolean;
  readonly onChange: (seconds: number) => void;
}

/** A delay typed as text: 90, 90 s, 1 min 30 s. What is invalid stays as it was typed, and the form cannot be submitted. */
export function DelayField({ label, description, value, mayBeNegative = false, onChange }: Props) {
  const t = useText();
  const { text, isWrong, type, leave, restore } = useTypedText({
    value,
    toText: delayText,
    parse: (typed) => {
      const seconds = parseDelay(typed);
      return seconds === null || (seconds < 0 && !mayBeNegative) ? null : seconds;
    },
    onChange,
  });
  const problem = isWrong ? t('policies.delay.invalid') : undefined;
  return (
    <TextInput
      ref={(input) => input?.setCustomValidity(problem ?? '')}
      label={label}
      {...(description === undefined ? {} : { description })}
      value={text}
      error={problem}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') restore();
      }}
      // The browser leads nobody to a field in a closed part of the page.
      onInvalid={(event) => event.currentTarget.closest('details')?.setAttribute('open', '')}
      onBlur={leave}
    />
  );
}
