/** The fields of video retention. */
import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useText } from '../../../lib/texts.ts';
import type { RetentionValues } from './retention-rules.tsx';
import classes from './video-retention.module.css';

const WHEN_FULL: readonly RetentionValues['whenFull'][] = ['OLDEST_FIRST', 'REFUSE_NEW'];

interface Props {
  readonly form: UseFormReturnType<RetentionValues>;
}

/** How long, how much, and what happens when it is full. */
export function SpaceFields({ form }: Props) {
  const t = useText();
  const { whenFull } = form.values;
  return (
    <div className={classes.fields}>
      <NumberInput
        label={t('retention.keepDays')}
        suffix={` ${t('retention.days')}`}
        min={1}
        max={3650}
        allowDecimal={false}
        {...form.getInputProps('keepDays')}
      />
      <NumberInput
        label={t('retention.maxBytes')}
        description={t('retention.maxBytesHelp')}
        suffix={` ${t('retention.gigabytes')}`}
        min={0.1}
        max={1_000_000}
        decimalScale={1}
        {...form.getInputProps('maxBytes')}
      />
      <NumberInput
        label={t('retention.sentryMaxBytes')}
        description={t('retention.sentryMaxBytesHelp')}
        suffix={` ${t('retention.gigabytes')}`}
        min={0.1}
        max={1_000_000}
        decimalScale={1}
        {...form.getInputProps('sentryMaxBytes')}
      />
      <NativeSelect
        label={t('retention.whenFull')}
        description={t(`retention.whenFullHelp.${whenFull}`)}
        data={WHEN_FULL.map((value) => ({ value, label: t(`retention.whenFull.${value}`) }))}
        {...form.getInputProps('whenFull')}
      />
    </div>
  );
}

/** Links and pictures in messages. */
export function MessageFields({ form }: Props) {
  const t = useText();
  return (
    <fieldset className={classes.group}>
      <legend>{t('retention.messages')}</legend>
      <div className={classes.fields}>
        <NumberInput
          label={t('retention.linkHours')}
          description={t('retention.linkHoursHelp')}
          suffix={` ${t('retention.hours')}`}
          min={1}
          max={168}
          allowDecimal={false}
          {...form.getInputProps('linkHours')}
        />
        <NumberInput
          label={t('retention.pictureWait')}
          description={t('retention.pictureWaitHelp')}
          suffix={` ${t('retention.seconds')}`}
          min={0}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('pictureWaitSeconds')}
        />
      </div>
      <Switch
        label={t('retention.clearPictures')}
        description={t('retention.clearPicturesHelp')}
        {...form.getInputProps('clearPictures', { type: 'checkbox' })}
      />
    </fieldset>
  );
}
