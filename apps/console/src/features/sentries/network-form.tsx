/** Edits the network settings of a device. */
import { Button, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import type { SentryNetworkOut } from '@picket/contracts/types';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { numberTyped } from '../../lib/number-typed.ts';
import { draftKey } from '../../lib/stored-drafts.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { type ApiForm, useApiForm } from '../../lib/use-api-form.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import styles from './network-form.module.css';

const ADDRESSINGS = ['DHCP', 'STATIC'] as const;
const PROXY_EXAMPLE = 'http://proxy.example:3128';
const LINKS = ['cable', 'wifi'] as const;

/** What is typed. */
const settingsOf = ({ addressing, wifi, proxy }: SentryNetworkOut) => ({
  mode: addressing.mode,
  address: addressing.mode === 'STATIC' ? addressing.address : '',
  prefix: addressing.mode === 'STATIC' ? addressing.prefix : 24,
  gateway: addressing.mode === 'STATIC' ? addressing.gateway : '',
  dns: addressing.mode === 'STATIC' ? addressing.dns.join(', ') : '',
  link: wifi === null ? ('cable' as const) : ('wifi' as const),
  ssid: wifi?.ssid ?? '',
  password: '',
  proxy: proxy ?? '',
});

type Settings = ReturnType<typeof settingsOf>;

const bodyOf = ({ mode, address, prefix, gateway, dns, link, ssid, password, proxy }: Settings) => ({
  addressing:
    mode === 'DHCP'
      ? { mode }
      : { mode, address, prefix: numberTyped(prefix), gateway, dns: dns.split(/[\s,]+/u).filter(Boolean) },
  wifi: link === 'cable' ? null : { ssid, ...(password === '' ? {} : { password }) },
  proxy: proxy.trim() === '' ? null : proxy.trim(),
});

interface Props {
  /** The guid of the sentry whose device it is. */
  readonly sentry: string;
  readonly network: SentryNetworkOut;
  /** The path of the page of all devices. */
  readonly devices: string;
  readonly reload: () => Promise<unknown>;
}

export function NetworkForm({ sentry, network, devices, reload }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const networkForm = useApiForm('PUT /sentries/{guid}/network', {
    saved: settingsOf(network),
    version: network.last_update_ts,
    draft: draftKey(useProfile().guid, `network of ${sentry}`),
    secrets: ['password'],
    fields: FIELDS,
    toBody: bodyOf,
    send: async (body, _, headers) => {
      await api('PUT /sentries/{guid}/network', {
        params: { guid: sentry },
        body,
        headers,
      });
      await reload();
      showToast(t('common.saved'), t('sentries.network.saved'));
      navigate(devices, { replace: true });
    },
    reload,
  });
  const { form, values, isDirty, draft, busy, problem, conflict, submit } = networkForm;
  return (
    <Form className="card section" label={t('shell.page.network')} dirty={isDirty} onSubmit={submit}>
      <DraftRestoredBanner draft={draft} />
      <AddressingFields form={form} />
      <LinkFields form={form} keepsPassword={network.wifi?.hasPassword === true && network.wifi.ssid === values.ssid} />
      <TextInput
        label={t('sentries.network.proxy')}
        description={t('sentries.network.proxyText')}
        placeholder={PROXY_EXAMPLE}
        {...form.getInputProps('proxy')}
      />
      <EditConflict conflict={conflict} words={networkWords(t)} />
      <FormProblem problem={problem} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty}>
          {t('sentries.network.save')}
        </Button>
        <Button variant="default" component={Link} to={devices} replace onClick={draft.clear}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** A setting that is shown as it is typed. */
const typed = (name: keyof Settings, label: string) => ({
  label,
  show: (settings: Settings) => String(settings[name]),
});

const networkWords = (t: Translator) => ({
  mode: {
    label: t('sentries.network.addressing'),
    show: ({ mode }: Settings) => t(`sentries.network.addressing.${mode}`),
  },
  address: typed('address', t('sentries.network.address')),
  prefix: typed('prefix', t('sentries.network.prefix')),
  gateway: typed('gateway', t('sentries.network.gateway')),
  dns: typed('dns', t('sentries.network.dns')),
  link: { label: t('sentries.network.link'), show: ({ link }: Settings) => t(`sentries.network.link.${link}`) },
  ssid: typed('ssid', t('sentries.network.ssid')),
  password: { label: t('common.password') },
  proxy: typed('proxy', t('sentries.network.proxy')),
});

/** The fields of the parts of the request. */
const FIELDS = {
  'addressing.address': 'address',
  'addressing.prefix': 'prefix',
  'addressing.gateway': 'gateway',
  'addressing.dns': 'dns',
  'wifi.ssid': 'ssid',
  'wifi.password': 'password',
} as const;

interface FieldsProps {
  readonly form: ApiForm<Settings, unknown>['form'];
}

function AddressingFields({ form }: FieldsProps) {
  const t = useText();
  const { mode } = form.values;
  return (
    <>
      <div className="stack-tight">
        <h2>{t('sentries.network.addressing')}</h2>
        <SegmentedChoice
          label={t('sentries.network.addressing')}
          options={ADDRESSINGS.map((value) => ({ value, label: t(`sentries.network.addressing.${value}`) }))}
          value={mode}
          onChange={(next) => form.setFieldValue('mode', next)}
        />
      </div>
      {mode === 'STATIC' && (
        <>
          <div className={styles.static}>
            <TextInput
              label={t('sentries.network.address')}
              inputMode="decimal"
              placeholder="10.0.0.9"
              {...form.getInputProps('address')}
              required
            />
            <NumberInput
              label={t('sentries.network.prefix')}
              min={1}
              max={32}
              {...form.getInputProps('prefix')}
              required
            />
          </div>
          <TextInput
            label={t('sentries.network.gateway')}
            inputMode="decimal"
            placeholder="10.0.0.1"
            {...form.getInputProps('gateway')}
            required
          />
          <TextInput
            label={t('sentries.network.dns')}
            description={t('sentries.network.dnsText')}
            {...form.getInputProps('dns')}
          />
        </>
      )}
    </>
  );
}

interface LinkProps extends FieldsProps {
  /** The network of that name has a stored password, which stays if none is typed. */
  readonly keepsPassword: boolean;
}

function LinkFields({ form, keepsPassword }: LinkProps) {
  const t = useText();
  const { link } = form.values;
  return (
    <>
      <div className="stack-tight">
        <h2>{t('sentries.network.link')}</h2>
        <SegmentedChoice
          label={t('sentries.network.link')}
          options={LINKS.map((value) => ({ value, label: t(`sentries.network.link.${value}`) }))}
          value={link}
          onChange={(next) => form.setFieldValue('link', next)}
        />
      </div>
      {link === 'wifi' && (
        <>
          <TextInput label={t('sentries.network.ssid')} maxLength={32} {...form.getInputProps('ssid')} required />
          <PasswordInput
            label={t('common.password')}
            description={keepsPassword ? t('sentries.network.keepPassword') : t('sentries.network.newPassword')}
            autoComplete="off"
            {...form.getInputProps('password')}
          />
        </>
      )}
    </>
  );
}
