/** What a test of a connection found. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useText } from '../../lib/texts.ts';
import { FoundValues } from './found-values.tsx';
import { GuideLink } from './guide-link.tsx';
import styles from './integrations.module.css';

interface Props {
  readonly result: ResponseOf<'POST /integrations/test'>;
  /** Below which devices are announced, where it is a broker. */
  readonly prefix: string;
}

export function TestResult({ result, prefix }: Props) {
  const t = useText();
  const { connected, problem, topics, upses, device, values } = result;
  if (!connected || problem !== undefined)
    return (
      <div className="result-line bad" role="status">
        <strong>{t('integrations.test.failed')}</strong>
        <span>{t(`integrations.problem.${problem ?? 'UNREACHABLE'}`)}</span>
      </div>
    );
  if (values !== undefined) return <FoundValues values={values} />;
  if (upses !== undefined) return <FoundUpses upses={upses} />;
  if (device !== undefined) return <FoundDevice device={device} />;
  if (topics.length === 0)
    return (
      <div className="result-line" role="status">
        <strong>{t('integrations.test.empty', { prefix })}</strong>
        <span>
          {t('integrations.test.emptyHelp')} <GuideLink />
        </span>
      </div>
    );
  return (
    <div className="result-line good" role="status">
      <strong>{t('integrations.test.found', { count: topics.length })}</strong>
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic}>
            <code>{topic}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoundUpses({ upses }: { readonly upses: NonNullable<Props['result']['upses']> }) {
  const t = useText();
  if (upses.length === 0)
    return (
      <div className="result-line" role="status">
        <strong>{t('integrations.test.noUps')}</strong>
      </div>
    );
  return (
    <div className="result-line good" role="status">
      <strong>{t('integrations.test.foundUpses', { count: upses.length })}</strong>
      <ul className={styles.topics}>
        {upses.map(({ name, description, status }) => (
          <li key={name}>
            <code>{name}</code> {description} <code>{status ?? t('integrations.test.noStatus')}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FoundDevice({
  device: { description, profiles },
}: {
  readonly device: NonNullable<Props['result']['device']>;
}) {
  const t = useText();
  return (
    <div className={profiles.length === 0 ? 'result-line' : 'result-line good'} role="status">
      <strong>{t('integrations.test.foundProfiles', { count: profiles.length })}</strong>
      <ul className={styles.topics}>
        {[description, ...profiles]
          .filter((text) => text !== '')
          .map((text) => (
            <li key={text}>
              <code>{text}</code>
            </li>
          ))}
      </ul>
    </div>
  );
}
