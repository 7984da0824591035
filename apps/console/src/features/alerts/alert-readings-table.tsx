import type { Formats } from '../../lib/formats.ts';
import { useText } from '../../lib/texts.ts';
import type { NamedTick } from '../../ui/chart-scale.ts';
import styles from '../../ui/table-scroll.module.css';
import type { GraphPoint } from './alert-graph-model.ts';

interface Props {
  readonly points: readonly GraphPoint[];
  /** '' where the values have none. */
  readonly unit: string;
  /** The names of the values of a state; null: they are numbers. */
  readonly states: readonly NamedTick[] | null;
  readonly formats: Formats;
}

/** The same readings as a table, for everybody who does not see the graph. */
export function AlertReadingsTable({ points, unit, states, formats }: Props) {
  const t = useText();
  const timeText = formats.timesAmong(points.map(({ at }) => at));
  return (
    <details className="small">
      <summary>{t('alerts.showTable')}</summary>
      <section className={styles.scroll} data-scrolls tabIndex={0} aria-label={t('alerts.readingsTable')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('alerts.time')}</th>
              <th scope="col">{unit === '' ? t('alerts.value') : t('alerts.valueInUnit', { unit })}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, value }) => (
              <tr key={at}>
                <td className="num">{timeText(at)}</td>
                <td className="num">
                  {states?.find((state) => state.value === value)?.name ?? formats.number(value, 1)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
