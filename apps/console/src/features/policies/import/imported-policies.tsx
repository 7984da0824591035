/** The policies of a file: what each would change, and what is wrong with it. Those with warnings are selected by hand. */
import { Checkbox } from '@mantine/core';
import { namedPolicyChanges } from '@picket/domain/policy-changes';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { useText } from '../../../lib/texts.ts';
import { useProfile } from '../../session/index.ts';
import styles from '../change-lines.module.css';
import { namedContentOf } from '../policy-content.ts';
import backtestStyles from '../simulation/backtest.module.css';
import { ChangeList } from '../versions/change-list.tsx';
import { warningWords } from '../warnings/warning-text.ts';
import type { ImportedPolicy } from './use-policy-import.ts';

interface Props {
  readonly found: readonly ImportedPolicy[];
  readonly onSelect: (index: number, isWanted: boolean) => void;
}

export function ImportedPolicies({ found, onSelect }: Props) {
  const t = useText();
  return (
    <ul className={styles.lines}>
      {found.map((one, index) => (
        <li key={one.name} className="stack-tight">
          <Checkbox
            label={t(one.current === null ? 'policies.import.new' : 'policies.import.update', {
              name: one.name === '' ? t('policies.import.unnamed') : one.name,
            })}
            checked={one.isWanted}
            disabled={one.problem !== null}
            onChange={(event) => onSelect(index, event.currentTarget.checked)}
          />
          {one.problem !== null && <p className="problem-text small">{one.problem}</p>}
          {one.content !== null && <ImportedWarnings policy={one} content={one.content} />}
          {one.current !== null && one.content !== null && (
            <ImportedChanges before={namedContentOf(one.current)} after={one.content} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ImportedWarnings({ policy, content }: { readonly policy: ImportedPolicy; readonly content: NamedContent }) {
  const t = useText();
  const { useCelsius } = useProfile().preferences;
  return policy.warnings.map((warning) => {
    const { question, reasons } = warningWords(t, warning, content, useCelsius);
    return (
      <p key={warning.index} className={`${backtestStyles.warning} small`}>
        {[question, ...reasons, t('policies.import.confirm')].join(' ')}
      </p>
    );
  });
}

function ImportedChanges({ before, after }: { readonly before: NamedContent; readonly after: NamedContent }) {
  const t = useText();
  const changes = namedPolicyChanges(before, after);
  return changes.length === 0 ? (
    <p className="small muted">{t('policies.import.noChanges')}</p>
  ) : (
    <ChangeList changes={changes} />
  );
}
