/** The verdicts on a policy's alerts, and the changes that would have avoided the false ones. */
import { Button } from '@mantine/core';
import type { TuningSuggestionsOut } from '@picket/contracts/types';
import { delayText } from '@picket/domain/delays';
import type { Violation } from '@picket/domain/policies';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { Link } from 'react-router';
import { useApi } from '../../../lib/api.ts';
import { nameText } from '../../../lib/kind-texts.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PartPending } from '../../../ui/part-pending.tsx';
import { strong } from '../../../ui/rich-tags.tsx';
import { limitWithUnit } from '../policy-text.ts';
import styles from './tuning-suggestions.module.css';

type Suggestion = TuningSuggestionsOut['suggestions'][number];

interface Props {
  readonly policy: string;
  readonly content: NamedContent;
  readonly useCelsius: boolean;
  /** null: the user may not edit. */
  readonly onApply: ((content: NamedContent, sentry: string) => void) | null;
}

export function TuningSuggestions({ policy, content, useCelsius, onApply }: Props) {
  const t = useText();
  const { data, error, mutate } = useApi(
    'GET /policies/{guid}/suggestions',
    { params: { guid: policy } },
    { revalidateOnFocus: false },
  );
  return (
    <section className="card pad stack" aria-label={t('policies.tuning.title')}>
      <h2>{t('policies.tuning.title')}</h2>
      {data === undefined ? (
        <PartPending error={error} onRetry={() => void mutate()} height={60} />
      ) : (
        <>
          <Counts counts={data.counts} />
          {data.suggestions.map((suggestion) => (
            <SuggestionText
              key={suggestion.violation}
              suggestion={suggestion}
              content={content}
              useCelsius={useCelsius}
              onApply={onApply}
            />
          ))}
          {data.suggestions.length === 0 && data.counts.false >= 2 && (
            <p className="small muted">{t('policies.tuning.none')}</p>
          )}
        </>
      )}
    </section>
  );
}

function Counts({ counts }: { readonly counts: TuningSuggestionsOut['counts'] }) {
  const t = useText();
  const withVerdict = counts.real + counts.false + counts.maintenance;
  if (withVerdict + counts.withoutVerdict === 0) return <p className="muted">{t('policies.tuning.noAlerts')}</p>;
  return (
    <>
      <ul className={`${styles.counts} num`}>
        <li>{t.rich('policies.tuning.count.real', { count: counts.real, strong })}</li>
        <li>{t.rich('policies.tuning.count.false', { count: counts.false, strong })}</li>
        <li>{t.rich('policies.tuning.count.maintenance', { count: counts.maintenance, strong })}</li>
        <li className="muted">{t.rich('policies.tuning.count.none', { count: counts.withoutVerdict, strong })}</li>
      </ul>
      {withVerdict === 0 && (
        <p className="small muted">
          {t.rich('policies.tuning.help', { link: (text) => <Link to="/alerts">{text}</Link> })}
        </p>
      )}
    </>
  );
}

function SuggestionText({
  suggestion,
  content,
  useCelsius,
  onApply,
}: {
  readonly suggestion: Suggestion;
  readonly content: NamedContent;
  readonly useCelsius: boolean;
  readonly onApply: Props['onApply'];
}) {
  const t = useText();
  const formats = useFormats();
  const violation = content.definition.violations.find(({ description }) => description === suggestion.violation);
  if (violation === undefined) return null;
  const { removed, falseAlerts, realAlerts, delayed, longestDelaySeconds } = suggestion;
  const effect = {
    violation: nameText(t, violation.description),
    change: changeText(t, suggestion, violation, useCelsius),
    removed,
    falseAlerts,
    strong,
  };
  return (
    <div className="suggestion stack-tight">
      <p>
        {delayed === 0
          ? t.rich('policies.tuning.suggestion', effect)
          : t.rich('policies.tuning.suggestionDelays', {
              ...effect,
              delayed,
              realAlerts,
              longest: formats.duration(longestDelaySeconds * 1000),
            })}
      </p>
      {onApply !== null && (
        <div>
          <Button
            size="xs"
            variant="default"
            onClick={() => onApply(withSuggestion(content, suggestion), suggestion.sentry)}
          >
            {t('policies.tuning.backtest')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** "waiting 5 min before it is raised" */
function changeText(t: Translator, { field, after }: Suggestion, violation: Violation, useCelsius: boolean): string {
  const [condition] = violation.conditions;
  if (field !== 'threshold') return t(`policies.tuning.${field}`, { delay: delayText(after) });
  return condition === undefined
    ? t('policies.tuning.otherLimit')
    : t('policies.tuning.limit', { limit: limitWithUnit(t, condition, after, useCelsius) });
}

function withSuggestion(content: NamedContent, { violation: name, field, after }: Suggestion): NamedContent {
  const changed = (violation: Violation): Violation =>
    field === 'threshold'
      ? { ...violation, conditions: violation.conditions.map((one) => ({ ...one, threshold: after })) }
      : { ...violation, [field]: after };
  return {
    ...content,
    definition: {
      ...content.definition,
      violations: content.definition.violations.map((one) => (one.description === name ? changed(one) : one)),
    },
  };
}
