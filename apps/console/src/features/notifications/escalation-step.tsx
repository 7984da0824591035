/** One step of an escalation: after how many minutes, and who is notified. */
import { Button, MultiSelect, NativeSelect } from '@mantine/core';
import type { Audience } from '@picket/domain/escalations';
import { SHOWN_OPTIONS } from '../../lib/shown-options.ts';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import styles from './escalation-chain.module.css';
import type { Choice, Step } from './escalation-model.ts';
import { IntegerField } from './integer-field.tsx';

interface StepProps {
  readonly step: Step;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly onChange: (step: Step) => void;
  readonly onRemove: () => void;
}

const AUDIENCES = ['NOTIFIED', 'ADMINS', 'NAMED'] as const satisfies readonly Audience['kind'][];

function audienceOf(kind: string, before: Audience): Step['audience'] {
  if (kind === 'ADMINS' || kind === 'NOTIFIED') return { kind };
  return before.kind === 'NAMED'
    ? { kind: 'NAMED', people: [...before.people], destinations: [...before.destinations] }
    : { kind: 'NAMED', people: [], destinations: [] };
}

export function StepFields({ step, people, destinations, onChange, onRemove }: StepProps) {
  const t = useText();
  const { audience } = step;
  const named = audience.kind === 'NAMED' ? [...audience.people, ...audience.destinations] : [];
  return (
    <div className={styles.step}>
      <IntegerField
        label={t('notifications.afterMinutes')}
        min={1}
        max={10_080}
        value={step.afterMinutes}
        onChange={(afterMinutes) => onChange({ ...step, afterMinutes })}
      />
      <div className="filters">
        <NativeSelect
          label={t('notifications.notify')}
          data={AUDIENCES.map((value) => ({ value, label: t(`notifications.audience.${value}`) }))}
          value={audience.kind}
          onChange={(event) => onChange({ ...step, audience: audienceOf(event.currentTarget.value, audience) })}
        />
        {audience.kind === 'NAMED' && (
          <MultiSelect
            label={t('notifications.peopleAndChannels')}
            searchable
            limit={SHOWN_OPTIONS}
            data={[...people, ...destinations].map(({ guid, name }) => ({ value: guid, label: name }))}
            value={named}
            onChange={(chosen) =>
              onChange({
                ...step,
                audience: {
                  kind: 'NAMED',
                  people: chosen.filter((guid) => people.some((one) => one.guid === guid)),
                  destinations: chosen.filter((guid) => destinations.some((one) => one.guid === guid)),
                },
              })
            }
          />
        )}
      </div>
      <Button size="sm" variant="default" onClick={onRemove}>
        {t.rich('notifications.removeStep', { count: step.afterMinutes, hidden })}
      </Button>
    </div>
  );
}
