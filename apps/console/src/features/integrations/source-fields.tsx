/** The fields of an integration, by its kind. */
import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { LocationOut } from '@picket/contracts/types';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { AccountFields } from '../../ui/account-fields.tsx';
import styles from './integrations.module.css';
import { ReaderField } from './reader-field.tsx';
import { SnmpFields } from './snmp-fields.tsx';
import { SOURCE_KINDS, type SourceValues } from './source-values.ts';
import { useIntegrations } from './use-integrations.ts';
import { ValueRowsEditor } from './value-rows-editor.tsx';

const EXAMPLE_ADDRESS = 'mqtt://broker:1883';
const EXAMPLE_HOST = 'ups.lan';
const EXAMPLE_EXPORTER = 'http://exporter:9100/metrics';
const POLL_SECONDS = [10, 30, 60, 300, 900, 3600];

interface FormProps {
  readonly form: UseFormReturnType<SourceValues>;
}

interface Props extends FormProps {
  /** Where the source may stand; null: it exists, and neither this nor its kind can be changed. */
  readonly locations: readonly LocationOut[] | null;
  readonly hasPassword: boolean;
}

export function SourceFields({ form, locations, hasPassword }: Props) {
  const t = useText();
  const { kind } = form.values;
  return (
    <>
      <div className={styles.pair}>
        {locations !== null && <KindField form={form} />}
        <TextInput
          label={t('common.name')}
          description={t('integrations.field.nameHelp')}
          autoComplete="off"
          {...form.getInputProps('name')}
          required
        />
        {locations !== null && (
          <NativeSelect
            label={t('integrations.field.location')}
            description={t('integrations.field.locationHelp')}
            data={locations.map(({ guid, name }) => ({ value: guid, label: name }))}
            {...form.getInputProps('location')}
          />
        )}
        {kind === 'MQTT' && <BrokerAddressField form={form} />}
        {(kind === 'MQTT' || kind === 'BROKER') && <PrefixField form={form} />}
        {(kind === 'NUT' || kind === 'SNMP' || kind === 'MODBUS') && <HostFields form={form} />}
        {kind === 'MODBUS' && <ModbusFields form={form} />}
        {kind === 'SNMP' && <SnmpFields form={form} hasPassword={hasPassword} />}
        {kind === 'PROMETHEUS' && <ExporterFields form={form} hasToken={hasPassword} />}
        {(kind === 'MQTT' || kind === 'NUT') && (
          <AccountFields
            inputPropsOf={form.getInputProps}
            hasUser={form.values.user.trim() !== ''}
            keepsPassword={hasPassword}
          />
        )}
      </div>
      {kind !== 'WEBHOOK' && kind !== 'BROKER' && <ReaderField form={form} />}
      {kind === 'BROKER' && <ValueRowsEditor form={form} list="topicValues" />}
      {kind === 'MQTT' && (
        <>
          <ValueRowsEditor form={form} list="topicValues" />
          <Checkbox
            label={t('integrations.field.exports')}
            description={t('integrations.field.exportsHelp')}
            {...form.getInputProps('exportsSentries', { type: 'checkbox' })}
          />
        </>
      )}
      {kind === 'PROMETHEUS' && <ValueRowsEditor form={form} list="values" />}
      {kind === 'MODBUS' && <ValueRowsEditor form={form} list="registers" />}
    </>
  );
}

/** Where devices cannot connect to the server, that is shown, and who can change it. */
function KindField({ form }: FormProps) {
  const t = useText();
  const canConnect = useIntegrations().data?.brokerAddress !== undefined;
  return (
    <NativeSelect
      label={t('integrations.field.kind')}
      description={t(`integrations.kindHelp.${form.values.kind}`)}
      data={SOURCE_KINDS.map((value) =>
        value === 'BROKER' && !canConnect
          ? { value, label: t('broker.off'), disabled: true }
          : { value, label: t(`integrations.kind.${value}`) },
      )}
      {...form.getInputProps('kind')}
    />
  );
}

function BrokerAddressField({ form }: FormProps) {
  const t = useText();
  return (
    <TextInput
      label={t('integrations.field.address')}
      description={t('integrations.field.addressHelp')}
      placeholder={EXAMPLE_ADDRESS}
      autoComplete="off"
      inputMode="url"
      {...form.getInputProps('address')}
      required
    />
  );
}

function PrefixField({ form }: FormProps) {
  const t = useText();
  return (
    <TextInput
      label={t('integrations.field.prefix')}
      description={t('integrations.field.prefixHelp')}
      autoComplete="off"
      {...form.getInputProps('discoveryPrefix')}
      required
    />
  );
}

function ExporterFields({ form, hasToken }: FormProps & { readonly hasToken: boolean }) {
  const t = useText();
  const { removesToken } = form.values;
  return (
    <>
      <TextInput
        label={t('integrations.field.address')}
        description={t('integrations.field.exporterHelp')}
        placeholder={EXAMPLE_EXPORTER}
        autoComplete="off"
        inputMode="url"
        {...form.getInputProps('address')}
        required
      />
      <DeviceNameField form={form} />
      <div className="stack-tight">
        <PasswordInput
          label={t('integrations.field.token')}
          description={t(hasToken && !removesToken ? 'integrations.field.tokenStored' : 'integrations.field.tokenHelp')}
          autoComplete="new-password"
          disabled={removesToken}
          visibilityToggleButtonProps={{ 'aria-label': t('integrations.field.showToken') }}
          {...form.getInputProps('token')}
        />
        {hasToken && (
          <Checkbox
            label={t('integrations.field.removesToken')}
            {...form.getInputProps('removesToken', { type: 'checkbox' })}
          />
        )}
      </div>
      <PollField form={form} />
    </>
  );
}

/** Each protocol has a usual port of its own, which is kept while the kind is changed. */
function portOf(kind: SourceValues['kind']) {
  switch (kind) {
    case 'SNMP':
      return { field: 'snmpPort', help: 'integrations.field.snmpPortHelp' } as const;
    case 'MODBUS':
      return { field: 'modbusPort', help: 'integrations.field.modbusPortHelp' } as const;
    default:
      return { field: 'port', help: 'integrations.field.portHelp' } as const;
  }
}

function ModbusFields({ form }: FormProps) {
  const t = useText();
  return (
    <>
      <TextInput
        label={t('integrations.field.unitId')}
        description={t('integrations.field.unitIdHelp')}
        autoComplete="off"
        inputMode="numeric"
        {...form.getInputProps('unitId')}
        required
      />
      <DeviceNameField form={form} />
    </>
  );
}

function DeviceNameField({ form }: FormProps) {
  const t = useText();
  return (
    <TextInput
      label={t('integrations.field.deviceName')}
      description={t('integrations.field.deviceNameHelp')}
      autoComplete="off"
      {...form.getInputProps('deviceName')}
    />
  );
}

function HostFields({ form }: FormProps) {
  const t = useText();
  const { field, help } = portOf(form.values.kind);
  return (
    <>
      <TextInput
        label={t('integrations.field.host')}
        description={t(`integrations.field.${form.values.readBy === '' ? 'hostHelp' : 'hostOfGatewayHelp'}`)}
        placeholder={EXAMPLE_HOST}
        autoComplete="off"
        {...form.getInputProps('host')}
        required
      />
      <TextInput
        label={t('integrations.field.port')}
        description={t(help)}
        autoComplete="off"
        inputMode="numeric"
        {...form.getInputProps(field)}
        required
      />
      <PollField form={form} />
    </>
  );
}

function PollField({ form }: FormProps) {
  const t = useText();
  const formats = useFormats();
  const intervals = [...new Set([...POLL_SECONDS, Number(form.values.pollSeconds)])].sort((a, b) => a - b);
  return (
    <NativeSelect
      label={t('integrations.field.poll')}
      description={t('integrations.field.pollHelp')}
      data={intervals.map((seconds) => ({ value: String(seconds), label: formats.duration(seconds * 1000) }))}
      {...form.getInputProps('pollSeconds')}
    />
  );
}
