/** What stands above a graph: its title, which line is which sentry, and the downloads. */
import { Button } from '@mantine/core';
import { addressOf } from '@picket/contracts/client';
import { formatInstant } from '@picket/domain/time';
import { IconDownload, IconPhoto } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { downloadCanvas } from '../../lib/download-file.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { lineColor } from '../../ui/graph-plot.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import styles from './graph-card.module.css';
import type { GraphInput } from './use-graph.ts';

interface Props extends GraphInput {
  readonly title: string;
  readonly unit: string;
  readonly isEmpty: boolean;
  /** What the graph is drawn on. */
  readonly canvas: RefObject<HTMLCanvasElement | null>;
}

export function GraphHead(props: Props) {
  const { title, unit } = props;
  return (
    <div className={styles.head}>
      <h2>
        {title} <span className="muted small">{unit}</span>
      </h2>
      <GraphKeys {...props} />
      <span className="grow" />
      <Downloads {...props} />
    </div>
  );
}

/** Named before they are drawn: a head that grows would push everything down. */
function GraphKeys({ sentries, compare = false }: GraphInput) {
  const t = useText();
  const keys = (compare ? [false, true] : [false]).flatMap((isFaint) =>
    sentries.map(({ name }) => ({ name: isFaint ? t('telemetry.graph.before', { sentry: name }) : name, isFaint })),
  );
  if (keys.length < 2) return null;
  return keys.map(({ name, isFaint }, index) => (
    <span key={name} className={styles.key}>
      <i
        style={{
          borderColor: isFaint ? 'var(--faint)' : lineColor(index),
          borderTopStyle: isFaint || index > 0 ? 'dashed' : 'solid',
        }}
      />
      {name}
    </span>
  ));
}

function Downloads({ location, timezone, series, sentries, from, to, title, unit, isEmpty, canvas }: Props) {
  const t = useText();
  const formats = useFormats(timezone);
  const { sensorMetricId, column } = series;
  const only = sentries.length === 1 ? sentries[0]?.guid : undefined;
  const csv = addressOf(API_BASE, 'GET /locations/{guid}/telemetry/export', {
    params: { guid: location },
    query: { sensorMetricId, column, sentry: only, from: formatInstant(from), to: formatInstant(to) },
  }).url;
  const downloadPicture = (): void => {
    if (canvas.current === null) return;
    const span = { title, from: formats.dateTimeWithSeconds(from), to: formats.dateTimeWithSeconds(to) };
    downloadCanvas(
      canvas.current,
      unit === '' ? t('telemetry.graph.inSpan', span) : t('telemetry.graph.inSpanAndUnit', { ...span, unit }),
    );
  };
  return (
    <span className={styles.downloads}>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        component="a"
        href={csv}
        leftSection={<IconDownload size={14} aria-hidden="true" />}
      >
        {t.rich('telemetry.graph.csv', { title, hidden })}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        disabled={isEmpty}
        leftSection={<IconPhoto size={14} aria-hidden="true" />}
        onClick={downloadPicture}
      >
        {t.rich('telemetry.graph.png', { title, hidden })}
      </Button>
    </span>
  );
}
