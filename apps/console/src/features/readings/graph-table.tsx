/** The readings of a graph as a table. */
import { useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { GraphLine } from '../../ui/graph-data.ts';
import styles from '../../ui/table-scroll.module.css';

interface Props {
  readonly lines: readonly GraphLine[];
  /** Of the graph. */
  readonly title: string;
  readonly unit: string;
  readonly decimals: number;
  readonly timezone: string;
}

/** Made when it is opened: a thousand rows are not for nothing. */
export function GraphTable(props: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('telemetry.table.show')}</summary>
      {isOpen && (
        <section
          className={styles.scroll}
          data-scrolls
          tabIndex={0}
          aria-label={t('telemetry.table.label', { title: props.title })}
        >
          <Table {...props} />
        </section>
      )}
    </details>
  );
}

function Table({ lines, unit, decimals, timezone }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const inUnit = (column: string): string => (unit === '' ? column : t('telemetry.table.inUnit', { column, unit }));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('telemetry.table.time')}</th>
          {lines.length > 1 && <th scope="col">{t('telemetry.table.sentry')}</th>}
          <th scope="col">{inUnit(t('telemetry.table.mean'))}</th>
          <th scope="col">{inUnit(t('telemetry.table.min'))}</th>
          <th scope="col">{inUnit(t('telemetry.table.max'))}</th>
        </tr>
      </thead>
      <tbody>
        {lines.flatMap((line) =>
          line.points.map(({ at, mean, min, max }) => (
            <tr key={`${line.name} ${at}`}>
              <td className="num">{formats.dateTimeWithSeconds(at)}</td>
              {lines.length > 1 && <td>{line.name}</td>}
              <td className="num">{line.text?.(mean) ?? formats.number(mean, decimals)}</td>
              <td className="num">{formats.number(min, decimals)}</td>
              <td className="num">{formats.number(max, decimals)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
