/** The last step of setting a sentry up: touch each of its sensors and check that its reading changes. */
import { Button } from '@mantine/core';
import type { LatestReadingOut } from '@picket/contracts/types';
import { useEffect, useRef, useState } from 'react';
import { type LiveReading, useLiveReading } from '../../lib/live-readings.ts';
import { useText } from '../../lib/texts.ts';
import { metricLabel } from '../readings/index.ts';
import styles from './setup/setup.module.css';
import { isInWalkTest, isTouched, touchText } from './walk-test-rules.ts';

type TestedReading = Pick<LatestReadingOut, 'sentry' | 'sensorMetricId' | 'column' | 'at' | 'value'>;

interface Props {
  readonly readings: readonly TestedReading[];
}

export function WalkTest({ readings }: Props) {
  const t = useText();
  const [isOn, setOn] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const tested = readings.filter(({ sensorMetricId, column }) => isInWalkTest(sensorMetricId, column));
  if (!isOn)
    return (
      <div className="stack">
        <p className="muted">{t('setup.walk.text')}</p>
        <div>
          <Button variant="default" onClick={() => setOn(true)} disabled={tested.length === 0}>
            {t('setup.walk.start')}
          </Button>
        </div>
      </div>
    );
  const done = tested.filter((one) => touched.has(keyOf(one))).length;
  return (
    <div className="stack">
      <p role="status" className="num">
        {done === tested.length ? t('setup.walk.all') : t('setup.walk.count', { done, all: tested.length })}
      </p>
      <ul className={styles.walk}>
        {tested.map((reading) => (
          <WalkTestSensor
            key={keyOf(reading)}
            reading={reading}
            isDone={touched.has(keyOf(reading))}
            onTouched={() => setTouched((before) => new Set([...before, keyOf(reading)]))}
          />
        ))}
      </ul>
      <div>
        <Button
          variant="default"
          onClick={() => {
            setOn(false);
            setTouched(new Set());
          }}
        >
          {done === tested.length ? t('setup.walk.finish') : t('setup.walk.stop')}
        </Button>
      </div>
    </div>
  );
}

const keyOf = ({ sensorMetricId, column }: TestedReading): string => `${sensorMetricId}.${column}`;

interface WalkTestSensorProps {
  readonly reading: TestedReading;
  readonly isDone: boolean;
  readonly onTouched: () => void;
}

function WalkTestSensor({ reading, isDone, onTouched }: WalkTestSensorProps) {
  const t = useText();
  const { sentry, sensorMetricId, column, at, value } = reading;
  const live = useLiveReading(sentry, sensorMetricId, column, { at: Date.parse(at), value });
  const first = useRef<LiveReading>(live);
  const notify = useRef(onTouched);
  notify.current = onTouched;
  const isNew = live.at > first.current.at;
  const isConfirmed = !isDone && isNew && isTouched(sensorMetricId, column, first.current.value, live.value);
  useEffect(() => {
    if (isConfirmed) notify.current();
  }, [isConfirmed]);
  return (
    <li>
      <span className={styles.mark} data-done={isDone || undefined} aria-hidden="true">
        {isDone ? '✓' : ''}
      </span>
      <span>
        <strong>{metricLabel(t, sensorMetricId, column)}</strong>
        <span className="muted"> {isDone ? t('setup.walk.responded') : touchText(t, sensorMetricId)}</span>
      </span>
    </li>
  );
}
