import type { ResponseOf } from '@picket/contracts/endpoints';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './graph-card.module.css';

/** Says whether every reading is drawn, and every line. `telemetry` undefined: not loaded yet; its line is kept free. */
export function GraphNote({
  telemetry,
}: {
  readonly telemetry: ResponseOf<'GET /locations/{guid}/telemetry'> | undefined;
}) {
  const t = useText();
  const { duration } = useFormats();
  const series = telemetry?.series ?? [];
  const resolution = Math.max(0, ...series.map((one) => one.resolution));
  const rollup = Math.max(0, ...series.map((one) => one.rollupSeconds));
  const text = (): string => {
    if (telemetry === undefined) return ' ';
    if (resolution === 0) return t('telemetry.graph.whole');
    const point = duration(resolution * 1000);
    return rollup > 0
      ? t('telemetry.graph.thinnedSummaries', { point, summary: duration(rollup * 1000) })
      : t('telemetry.graph.thinned', { point });
  };
  return (
    <p className={`small muted ${styles.note}`} data-note>
      {text()}
      {telemetry?.isCut === true && ` ${t('telemetry.graph.cut', { count: String(series.length) })}`}
    </p>
  );
}
