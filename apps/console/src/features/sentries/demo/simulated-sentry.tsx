/** A simulated sentry: what it plays, and what it could play. */
import { Button } from '@mantine/core';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { hidden } from '../../../ui/rich-tags.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import styles from './simulated-sentry.module.css';
import { type SimulatedState, useScenario } from './use-demo.ts';

interface Props {
  readonly location: string;
  readonly sentry: SimulatedState;
  readonly onState: Parameters<typeof useScenario>[2];
}

export function SimulatedSentry({ location, sentry, onState }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { busy, start } = useScenario(location, sentry.sentry, onState);
  const running = sentry.scenario !== undefined && Date.parse(sentry.scenario.endsAt) > now ? sentry.scenario : null;
  return (
    <section className="card section" aria-label={sentry.name}>
      <div className="row">
        <h2>{sentry.name}</h2>
        {running === null ? (
          <StateBadge state="none" label={t('sentries.demo.normal')} />
        ) : (
          <StateBadge
            state="info"
            label={t('sentries.demo.running', {
              scenario: t(`sentries.scenario.${running.name}`),
              duration: formats.duration(Date.parse(running.endsAt) - now),
            })}
          />
        )}
        {running !== null && (
          <Button size="xs" variant="default" loading={busy === 'none'} onClick={() => void start(null)}>
            {t.rich('sentries.demo.reset', { sentry: sentry.name, hidden })}
          </Button>
        )}
      </div>
      <ul className={styles.scenarios}>
        {sentry.scenarios.map((name) => (
          <li key={name}>
            <Button
              variant={running?.name === name ? 'filled' : 'default'}
              loading={busy === name}
              aria-pressed={running?.name === name}
              onClick={() => void start(name)}
            >
              {t.rich('sentries.demo.start', {
                scenario: t(`sentries.scenario.${name}`),
                sentry: sentry.name,
                hidden,
              })}
            </Button>
            <span className="muted small">{t(`sentries.scenarioText.${name}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
