import { Button, Checkbox, Popover } from '@mantine/core';
import { type Translator, useText } from '../../../lib/texts.ts';
import type { KnownSeries } from '../use-location-series.ts';

interface Props {
  readonly series: readonly KnownSeries[];
  readonly chosen: readonly string[];
  readonly onChange: (keys: readonly string[]) => void;
}

/** Chooses the series to draw; at least one stays selected. */
export function SeriesPicker({ series, chosen, onChange }: Props) {
  const t = useText();
  return (
    <Popover position="bottom-start" withArrow trapFocus>
      <Popover.Target>
        <Button variant="default">{t('history.series', { count: chosen.length })}</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className="series-picker">
          <legend className="visually-hidden">{t('history.seriesToShow')}</legend>
          {series.map((one) => (
            <Checkbox
              key={one.key}
              label={nameOf(t, one)}
              checked={chosen.includes(one.key)}
              disabled={chosen.length === 1 && chosen[0] === one.key}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...chosen, one.key] : chosen.filter((key) => key !== one.key))
              }
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

/** With its sentry, where only one has it. */
function nameOf(t: Translator, { label, sentries: [first, second] }: KnownSeries): string {
  if (first === undefined || second !== undefined) return label;
  return t('telemetry.metricOfSentry', { metric: label, sentry: first.name });
}
