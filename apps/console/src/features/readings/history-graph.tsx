/** The history of one metric at a location: the graph with annotations, downloads, and the same data as a table. */
import { useCallback, useId, useRef } from 'react';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Problem } from '../../ui/problem.tsx';
import { TimeGraph } from '../../ui/time-graph.tsx';
import styles from './graph-card.module.css';
import { GraphHead } from './graph-head.tsx';
import { GraphNote } from './graph-note.tsx';
import { GraphSummary } from './graph-summary.tsx';
import { GraphTable } from './graph-table.tsx';
import { type GraphInput, useGraph } from './use-graph.ts';

interface Props extends GraphInput {
  readonly height: number;
  readonly onZoom: (from: number, to: number) => void;
}

export function HistoryGraph(props: Props) {
  const { timezone, height, onZoom } = props;
  const t = useText();
  const formats = useFormats(timezone);
  const { current, shown, error, lines, annotations, title, unit, decimals } = useGraph(props);
  const { from, to } = shown;
  const summary = useId();
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const onDrawn = useCallback((drawn: HTMLCanvasElement | null) => {
    canvas.current = drawn;
  }, []);
  const span = { title, from: formats.dateTimeWithSeconds(from), to: formats.dateTimeWithSeconds(to) };
  return (
    <section className={`card ${styles.card}`} data-graph aria-label={title}>
      <GraphHead
        {...props}
        from={from}
        to={to}
        title={title}
        unit={unit}
        isEmpty={lines.length === 0}
        canvas={canvas}
      />
      {error !== undefined && (
        <Problem
          title={t('telemetry.graph.loadProblem')}
          text={problemText(error)}
          onRetry={() => void current.mutate()}
        />
      )}
      {current.data === undefined ? (
        error === undefined && <div className="skeleton" style={{ height: height + 40 }} aria-hidden="true" />
      ) : lines.length === 0 ? (
        <div className={`${styles.empty} muted`} style={{ height: height + 40 }}>
          <p>{t('telemetry.graph.empty')}</p>
        </div>
      ) : (
        <TimeGraph
          label={t('telemetry.graph.inSpan', span)}
          describedBy={summary}
          lines={lines}
          from={from}
          to={to}
          timezone={timezone}
          unit={unit}
          decimals={decimals}
          {...annotations}
          height={height}
          onZoom={onZoom}
          onDrawn={onDrawn}
        />
      )}
      <GraphNote telemetry={current.data} />
      <GraphSummary id={summary} lines={lines} unit={unit} decimals={decimals} timezone={timezone} />
      <GraphTable lines={lines} title={title} unit={unit} decimals={decimals} timezone={timezone} />
    </section>
  );
}
