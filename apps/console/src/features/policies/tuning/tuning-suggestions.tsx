/** The verdicts on a policy's alerts, and the changes that would have avoided the false ones. */
import { Button } from '@mantine/core';
import type { TuningSuggestionsOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { delayText } from '@picket/domain/delays';
import type { Violation } from '@picket/domain/policies';
import type { NamedContent } from '@picket/domain/policy-drafts';
import { Link } from 'react-router';
import { useApi } from '../../../lib/api.ts';
import { limitText, limitUnit } from '../policy-text.ts';

type Suggestion = TuningSuggestionsOut['suggestions'][number];

interface Props {
  readonly policy: string;
  readonly content: NamedContent;
  readonly useCelsius: boolean;
  /** null: the user may not edit. */
  readonly onApply: ((content: NamedContent, sentry: string) => void) | null;
}

export function TuningSuggestions({ policy, content, useCelsius, onApply }: Props) {
  const { data } = useApi(
    'GET /policies/{guid}/suggestions',
    { params: { guid: policy } },
    { revalidateOnFocus: false },
  );
  return (
    <section className="card pad stack" aria-label="Alert verdicts">
      <h2>Alert verdicts</h2>
      {data === undefined ? (
        <div className="skeleton" style={{ height: 60 }} aria-hidden="true" />
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
            <p className="small muted">
              No single change would have avoided most false alerts without losing a real one.
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Counts({ counts }: { readonly counts: TuningSuggestionsOut['counts'] }) {
  const withVerdict = counts.real + counts.false + counts.maintenance;
  if (withVerdict + counts.withoutVerdict === 0)
    return <p className="muted">It has raised no alert in the last 90 days.</p>;
  return (
    <>
      <ul className="verdict-counts num">
        <li>
          <strong>{counts.real}</strong> real
        </li>
        <li>
          <strong>{counts.false}</strong> false
        </li>
        <li>
          <strong>{counts.maintenance}</strong> maintenance
        </li>
        <li className="muted">
          <strong>{counts.withoutVerdict}</strong> no verdict
        </li>
      </ul>
      {withVerdict === 0 && (
        <p className="small muted">
          Set a verdict on the page of each alert: real, false alarm or maintenance. Picket then suggests changes that
          would have avoided false alarms. <Link to="/locations">Open locations</Link>
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
  const violation = content.definition.violations.find(({ description }) => description === suggestion.violation);
  if (violation === undefined) return null;
  const { removed, falseAlerts, realAlerts, delayed, longestDelaySeconds } = suggestion;
  const cost =
    delayed > 0
      ? `would have delayed ${delayed} of ${realAlerts} real ${realAlerts === 1 ? 'one' : 'ones'}, by ${formatDuration(longestDelaySeconds * 1000)} at most`
      : 'delayed no real one';
  return (
    <div className="suggestion stack-tight">
      <p>
        <strong>{suggestion.violation}:</strong> {changeWords(suggestion, violation, useCelsius)} would have removed{' '}
        {removed} of {falseAlerts} false alerts and {cost}.
      </p>
      {onApply !== null && (
        <div>
          <Button
            size="xs"
            variant="default"
            onClick={() => onApply(withSuggestion(content, suggestion), suggestion.sentry)}
          >
            Backtest this change
          </Button>
        </div>
      )}
    </div>
  );
}

function changeWords({ field, after }: Suggestion, violation: Violation, useCelsius: boolean): string {
  const [condition] = violation.conditions;
  if (field === 'exitDelay') return `clearing it after ${delayText(after)}`;
  if (field === 'onsetDelay') return `waiting ${delayText(after)} before it is raised`;
  if (condition === undefined) return 'another limit';
  return `a limit of ${limitText(condition, after, useCelsius)} ${limitUnit(condition, useCelsius) ?? ''}`.trim();
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
