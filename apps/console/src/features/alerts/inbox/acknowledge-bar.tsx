/** What can be done with the selected alerts, and what became of the last ones. */
import { Button, CloseButton } from '@mantine/core';
import type { AlertOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { alertPath, alertPlace, alertTitle } from '../alert-text.ts';
import styles from './inbox.module.css';
import type { AcknowledgeOutcome, NotAcknowledged } from './use-acknowledge-alerts.ts';

interface Props {
  readonly selected: readonly AlertOut[];
  readonly busy: boolean;
  readonly onAcknowledge: () => void;
  readonly onClear: () => void;
}

/** At the lower edge of the window while alerts are selected. */
export function AcknowledgeBar({ selected, busy, onAcknowledge, onClear }: Props) {
  const t = useText();
  const count = selected.length;
  if (count === 0) return null;
  return (
    <section className={`${styles.bar} card`} aria-label={t('inbox.selected', { count })}>
      <strong className="num">{t('inbox.selected', { count })}</strong>
      <span className={`${styles.keys} small muted`}>{t.rich('inbox.keys', { kbd: (text) => <kbd>{text}</kbd> })}</span>
      <Button variant="default" onClick={onClear}>
        {t('inbox.clearSelection')}
      </Button>
      <Button loading={busy} onClick={onAcknowledge}>
        {t('inbox.acknowledgeSelected', { count })}
      </Button>
    </section>
  );
}

/** Names the alerts that were not acknowledged, each with the reason. */
export function FailedAlerts(props: { readonly outcome: AcknowledgeOutcome | null; readonly onClose: () => void }) {
  const t = useText();
  const { outcome, onClose } = props;
  return (
    <div role="status">
      {outcome !== null && (
        <div className={`${styles.outcome} card`}>
          <div className="row">
            <h2 className="grow">{t('inbox.outcome.title', { failed: outcome.failed.length, all: outcome.all })}</h2>
            <CloseButton aria-label={t('common.close')} onClick={onClose} />
          </div>
          <ul className={styles.failed}>
            {outcome.failed.map((one) => (
              <FailedAlert key={one.alert.guid} {...one} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function FailedAlert({ alert, reason, by }: NotAcknowledged) {
  const t = useText();
  const formats = useFormats();
  return (
    <li>
      <span className="facts">
        <Link to={alertPath(alert)}>{alertTitle(t, formats, alert)}</Link>
        <span>{alertPlace(t, alert)}</span>
      </span>{' '}
      <span className="muted">
        {reason === 'ALREADY_ACKNOWLEDGED'
          ? t('inbox.outcome.ALREADY_ACKNOWLEDGED', { name: by ?? t('alerts.unknownPersonFirst') })
          : t(`inbox.outcome.${reason}`)}
      </span>
    </li>
  );
}
