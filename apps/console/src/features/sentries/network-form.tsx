/** Edits the network settings of a device. */
import { Button, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import type { SentryNetworkOut } from '@picket/contracts/types';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api, fieldProblem } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { ifUnmodifiedSince, useSave } from '../../lib/use-save.ts';
import { DraftRestoredBanner } from '../../ui/draft-restored-banner.tsx';
import { Form } from '../../ui/form.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useProfile } from '../session/index.ts';
import './sentries.css';

const ADDRESSINGS = ['DHCP', 'STATIC'] as const;
const PROXY_EXAMPLE = 'http://proxy.example:3128';
const LINKS = ['cable', 'wifi'] as const;

/** What is typed. Not the password: secrets are not stored in the browser. */
const settingsOf = ({ addressing, wifi, proxy }: SentryNetworkOut) => ({
  mode: addressing.mode,
  address: addressing.mode === 'STATIC' ? addressing.address : '',
  prefix: addressing.mode === 'STATIC' ? addressing.prefix : 24,
  gateway: addressing.mode === 'STATIC' ? addressing.gateway : '',
  dns: addressing.mode === 'STATIC' ? addressing.dns.join(', ') : '',
  link: wifi === null ? ('cable' as const) : ('wifi' as const),
  ssid: wifi?.ssid ?? '',
  proxy: proxy ?? '',
});

type Settings = ReturnType<typeof settingsOf>;

const bodyOf = ({ mode, address, prefix, gateway, dns, link, ssid, proxy }: Settings, password: string) => ({
  addressing:
    mode === 'DHCP'
      ? { mode }
      : { mode, address, prefix: Number(prefix), gateway, dns: dns.split(/[\s,]+/u).filter(Boolean) },
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
  const draft = useDraft(useProfile().guid, `network of ${sentry}`, settingsOf(network));
  const [password, setPassword] = useState('');
  const settings = draft.value;
  const isDirty = draft.isDirty || password !== '';
  const { busy, problem, submit, reset } = useSave(async () => {
    await api('PUT /sentries/{guid}/network', {
      params: { guid: sentry },
      body: bodyOf(settings, password),
      headers: ifUnmodifiedSince(network),
    });
    draft.clear();
    setPassword('');
    await reload();
    showToast(t('common.saved'), t('sentries.network.saved'));
    navigate(devices, { replace: true });
  }, reload);
  const fields: FieldsProps = {
    settings,
    problem,
    onChange: (part) => {
      draft.change({ ...settings, ...part });
      reset();
    },
  };
  return (
    <Form className="card section" label={t('shell.page.network')} dirty={isDirty} onSubmit={() => void submit()}>
      <DraftRestoredBanner draft={draft} />
      <AddressingFields {...fields} />
      <LinkFields
        {...fields}
        password={password}
        keepsPassword={network.wifi?.hasPassword === true && network.wifi.ssid === settings.ssid}
        onPassword={setPassword}
      />
      <ProxyField {...fields} />
      <FormProblem problem={problem} fields={FIELDS} />
      <div className="row">
        <Button type="submit" loading={busy} disabled={!isDirty}>
          {t('sentries.network.save')}
        </Button>
        <Button variant="default" component={Link} to={devices} onClick={draft.clear}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

/** The fields that show their own errors. */
const FIELDS = [
  'addressing.address',
  'addressing.prefix',
  'addressing.gateway',
  'addressing.dns',
  'wifi.ssid',
  'wifi.password',
  'proxy',
];

interface FieldsProps {
  readonly settings: Settings;
  /** The error of the last attempt to save. */
  readonly problem: unknown;
  readonly onChange: (part: Partial<Settings>) => void;
}

function AddressingFields({ settings, problem, onChange }: FieldsProps) {
  const t = useText();
  const { mode, address, prefix, gateway, dns } = settings;
  const dnsProblem = [0, 1, 2, 3].map((index) => fieldProblem(problem, `addressing.dns.${index}`)).find(Boolean);
  return (
    <>
      <div className="stack-tight">
        <h2>{t('sentries.network.addressing')}</h2>
        <SegmentedChoice
          label={t('sentries.network.addressing')}
          options={ADDRESSINGS.map((value) => ({ value, label: t(`sentries.network.addressing.${value}`) }))}
          value={mode}
          onChange={(next) => onChange({ mode: next })}
        />
      </div>
      {mode === 'STATIC' && (
        <>
          <div className="static-fields">
            <TextInput
              label={t('sentries.network.address')}
              inputMode="decimal"
              placeholder="10.0.0.9"
              value={address}
              error={fieldProblem(problem, 'addressing.address')}
              onChange={(event) => onChange({ address: event.currentTarget.value })}
              required
            />
            <NumberInput
              label={t('sentries.network.prefix')}
              min={1}
              max={32}
              value={prefix}
              error={fieldProblem(problem, 'addressing.prefix')}
              onChange={(next) => onChange({ prefix: Number(next) })}
              required
            />
          </div>
          <TextInput
            label={t('sentries.network.gateway')}
            inputMode="decimal"
            placeholder="10.0.0.1"
            value={gateway}
            error={fieldProblem(problem, 'addressing.gateway')}
            onChange={(event) => onChange({ gateway: event.currentTarget.value })}
            required
          />
          <TextInput
            label={t('sentries.network.dns')}
            description={t('sentries.network.dnsText')}
            value={dns}
            error={dnsProblem ?? fieldProblem(problem, 'addressing.dns')}
            onChange={(event) => onChange({ dns: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

interface LinkProps extends FieldsProps {
  readonly password: string;
  /** The network of that name has a stored password, which stays if none is typed. */
  readonly keepsPassword: boolean;
  readonly onPassword: (password: string) => void;
}

function LinkFields({ settings, problem, onChange, password, keepsPassword, onPassword }: LinkProps) {
  const t = useText();
  const { link, ssid } = settings;
  return (
    <>
      <div className="stack-tight">
        <h2>{t('sentries.network.link')}</h2>
        <SegmentedChoice
          label={t('sentries.network.link')}
          options={LINKS.map((value) => ({ value, label: t(`sentries.network.link.${value}`) }))}
          value={link}
          onChange={(next) => onChange({ link: next })}
        />
      </div>
      {link === 'wifi' && (
        <>
          <TextInput
            label={t('sentries.network.ssid')}
            maxLength={32}
            value={ssid}
            error={fieldProblem(problem, 'wifi.ssid')}
            onChange={(event) => onChange({ ssid: event.currentTarget.value })}
            required
          />
          <PasswordInput
            label={t('common.password')}
            description={keepsPassword ? t('sentries.network.keepPassword') : t('sentries.network.newPassword')}
            autoComplete="off"
            value={password}
            error={fieldProblem(problem, 'wifi.password')}
            onChange={(event) => onPassword(event.currentTarget.value)}
          />
        </>
      )}
    </>
  );
}

function ProxyField({ settings, problem, onChange }: FieldsProps) {
  const t = useText();
  return (
    <TextInput
      label={t('sentries.network.proxy')}
      description={t('sentries.network.proxyText')}
      placeholder={PROXY_EXAMPLE}
      value={settings.proxy}
      error={fieldProblem(problem, 'proxy')}
      onChange={(event) => onChange({ proxy: event.currentTarget.value })}
    />
  );
}
