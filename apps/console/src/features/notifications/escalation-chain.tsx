/** One escalation: the alerts it is for, its steps, and how often the last one is repeated. */
import { Button, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { nameText } from '../../lib/kind-texts.ts';
import { SHOWN_OPTIONS } from '../../lib/shown-options.ts';
import { useText } from '../../lib/texts.ts';
import styles from './escalation-chain.module.css';
import { type Chain, type Choice, removeAt, replaceAt } from './escalation-model.ts';
import { StepFields } from './escalation-step.tsx';
import { IntegerField } from './integer-field.tsx';

const MIN_SEVERITIES = ['300', '200', '100'] as const;

interface ChainProps {
  readonly chain: Chain;
  readonly people: readonly Choice[];
  readonly destinations: readonly Choice[];
  readonly locations: readonly Choice[];
  readonly onChange: (chain: Chain) => void;
  readonly onRemove: () => void;
}

export function ChainFields({ chain, people, destinations, locations, onChange, onRemove }: ChainProps) {
  const t = useText();
  const last = chain.steps.at(-1)?.afterMinutes ?? 0;
  return (
    <fieldset className={styles.chain}>
      <legend>{nameText(t, chain.name)}</legend>
      <ScopeFields chain={chain} locations={locations} onChange={onChange} />
      {chain.steps.map((step, place) => (
        <StepFields
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are known by their place
          key={place}
          step={step}
          people={people}
          destinations={destinations}
          onChange={(next) => onChange({ ...chain, steps: replaceAt(chain.steps, place, next) })}
          onRemove={() => onChange({ ...chain, steps: removeAt(chain.steps, place) })}
        />
      ))}
      <div className="row">
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onChange({ ...chain, steps: [...chain.steps, { afterMinutes: last + 30, audience: { kind: 'ADMINS' } }] })
          }
        >
          {t('notifications.addStep')}
        </Button>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={onRemove}>
          {t('notifications.removeChain')}
        </Button>
      </div>
      <RepeatFields chain={chain} onChange={onChange} />
    </fieldset>
  );
}

/** The alerts it is for: from which severity on, and where. */
function ScopeFields({ chain, locations, onChange }: Pick<ChainProps, 'chain' | 'locations' | 'onChange'>) {
  const t = useText();
  return (
    <div className="filters">
      <TextInput
        label={t('common.name')}
        maxLength={128}
        value={nameText(t, chain.name)}
        onChange={(event) => onChange({ ...chain, name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('notifications.forSeverity')}
        data={MIN_SEVERITIES.map((value) => ({ value, label: t(`notifications.minSeverity.${value}`) }))}
        value={String(chain.minSeverity)}
        onChange={(event) => onChange({ ...chain, minSeverity: Number(event.currentTarget.value) })}
      />
      <MultiSelect
        label={t('notifications.atLocations')}
        placeholder={chain.locations === 'all' ? t('notifications.everyLocation') : ''}
        searchable
        limit={SHOWN_OPTIONS}
        data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
        value={chain.locations === 'all' ? [] : chain.locations}
        onChange={(chosen) => onChange({ ...chain, locations: chosen.length === 0 ? 'all' : chosen })}
      />
    </div>
  );
}

function RepeatFields({ chain, onChange }: Pick<ChainProps, 'chain' | 'onChange'>) {
  const t = useText();
  return (
    <div className="filters">
      <IntegerField
        label={t('notifications.repeatEvery')}
        description={t('notifications.repeatEveryText')}
        min={0}
        max={10_080}
        value={chain.repeatMinutes ?? 0}
        onChange={(minutes) => onChange({ ...chain, repeatMinutes: minutes === 0 ? null : minutes })}
      />
      <IntegerField
        label={t('notifications.maxRepeats')}
        description={t('notifications.maxRepeatsText')}
        min={0}
        max={100}
        value={chain.maxRepeats}
        onChange={(maxRepeats) => onChange({ ...chain, maxRepeats })}
      />
    </div>
  );
}
