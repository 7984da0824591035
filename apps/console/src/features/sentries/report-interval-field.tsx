import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { numberTyped } from '../../lib/number-typed.ts';
import { useText } from '../../lib/texts.ts';
import { isReportInterval } from './report-interval.ts';

interface Props {
  readonly description?: string;
  readonly value: number | string;
  /** The error of the last attempt to save. */
  readonly error?: ReactNode;
  readonly onChange: (value: number | string) => void;
}

/** How often a sentry reports, in seconds; checked while typing. */
export function ReportIntervalField({ description, value, error, onChange }: Props) {
  const t = useText();
  return (
    <NumberInput
      label={t('sentries.device.interval')}
      {...(description === undefined ? {} : { description })}
      min={1}
      max={86_400}
      value={value}
      error={isReportInterval(numberTyped(value)) ? error : t('sentries.device.intervalProblem')}
      onChange={onChange}
      required
    />
  );
}
