/** Makes a sentry of a discovered device. */
import { Button, NativeSelect } from '@mantine/core';
import type { LocationOut, SentryOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useApiForm } from '../../lib/use-api-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { isValidName, NameField } from '../../ui/name-field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAction } from '../../ui/use-action.ts';
import styles from './discovered.module.css';
import { EntityTable } from './entity-table.tsx';
import { toggleEntity, usualChoice } from './entity-text.ts';
import { adoptDevice, type Discovered, ignoreDevice } from './use-discovered.ts';

/** In seconds; the usual one of the device is offered as well. */
const INTERVALS = [60, 300, 600, 3600, 21_600, 90_000];
/** Of the usual interval: it is that of the device as it is announced. */
const USUAL = '';

type Values = {
  readonly location: string;
  readonly name: string;
  readonly entities: readonly string[];
  readonly interval: string;
};

interface Props {
  readonly device: Discovered;
  readonly locations: readonly LocationOut[];
  /** The location that is chosen first. */
  readonly location: string;
  readonly onAdopted: (sentry: SentryOut) => void;
}

export function AdoptForm({ device, locations, location, onAdopted }: Props) {
  const t = useText();
  const { form, field, values, isDirty, busy, problem, submit } = useAdoptForm({ device, location, onAdopted });
  const takenNames =
    useWholeList('GET /sentries', { query: { location: values.location } }).data?.items.map(({ name }) => name) ?? [];
  const entities = field('entities');
  return (
    <Form className="" label={t('discovered.adoptOf', { name: device.name })} dirty={isDirty} onSubmit={submit}>
      <div className={styles.part}>
        <div className={styles.pair}>
          <NativeSelect
            label={t('discovered.location')}
            data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
            {...form.getInputProps('location')}
          />
          <NameField takenNames={takenNames} {...field('name')} />
        </div>
      </div>
      <EntityTable
        entities={device.entities}
        used={values.entities}
        onToggle={(entity) => entities.onChange(toggleEntity(device.entities, values.entities, entity))}
      />
      {entities.error !== undefined && entities.error !== null && (
        <p className={`problem-text ${styles.part}`} role="alert">
          {entities.error}
        </p>
      )}
      <IntervalField device={device} {...field('interval')} />
      <p className={`small muted ${styles.part}`}>{t('discovered.watched')}</p>
      <div className={styles.foot}>
        <FormProblem problem={problem} />
        <div className="row">
          <Button
            type="submit"
            loading={busy}
            disabled={values.entities.length === 0 || !isValidName(values.name, takenNames)}
          >
            {t('discovered.adopt')}
          </Button>
          <IgnoreButton device={device} />
        </div>
        {values.entities.length === 0 && <p className="small muted">{t('discovered.nothingToAdopt')}</p>}
      </div>
    </Form>
  );
}

function useAdoptForm({ device, location, onAdopted }: Omit<Props, 'locations'>) {
  const t = useText();
  const saved: Values = {
    location,
    name: device.proposedName,
    entities: usualChoice(device.entities),
    interval: USUAL,
  };
  return useApiForm('POST /discovered/{guid}/adopt', {
    saved,
    toBody: ({ interval, entities, ...rest }) => ({
      ...rest,
      entities: [...entities],
      ...(interval === USUAL ? {} : { intervalSeconds: Number(interval) }),
    }),
    fields: { intervalSeconds: 'interval' },
    send: async (body) => {
      const sentry = await adoptDevice(device.guid, body);
      showToast(t('discovered.adopted'), sentry.name);
      onAdopted(sentry);
    },
  });
}

interface IntervalProps {
  readonly device: Discovered;
  readonly value: string;
  readonly error: React.ReactNode;
  readonly onChange: (value: string) => void;
}

function IntervalField({ device: { usualIntervalSeconds }, value, error, onChange }: IntervalProps) {
  const t = useText();
  const formats = useFormats();
  const textOf = (seconds: number): string => formats.duration(seconds * 1000);
  return (
    <div className={styles.part}>
      <NativeSelect
        label={t('discovered.interval')}
        description={t('discovered.intervalHelp')}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          { value: USUAL, label: t('discovered.usualInterval', { interval: textOf(usualIntervalSeconds) }) },
          ...INTERVALS.map((seconds) => ({ value: String(seconds), label: textOf(seconds) })),
        ]}
      />
    </div>
  );
}

function IgnoreButton({ device: { guid } }: Pick<Props, 'device'>) {
  const t = useText();
  const { busy, run } = useAction(() => ignoreDevice(guid));
  return (
    <Button variant="default" loading={busy} onClick={() => void run()}>
      {t('discovered.ignore')}
    </Button>
  );
}
