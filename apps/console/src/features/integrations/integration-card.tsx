/** One integration: whether it is connected, what was found there, and what can be done with it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { type Translator, useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ClientList } from './client-list.tsx';
import { EditIntegration } from './edit-integration.tsx';
import styles from './integrations.module.css';
import { LeftOutList } from './left-out-list.tsx';
import { MadeSecretPanel } from './made-secret.tsx';
import { reachableBroker } from './reachable-address.ts';
import { RenewSecret } from './renew-secret.tsx';
import { useGateways } from './use-gateways.ts';
import {
  changeIntegration,
  type Integration,
  type MadeSecret,
  refreshIntegrations,
  removeIntegration,
} from './use-integrations.ts';

interface Props {
  readonly integration: Integration;
  /** The name of the location where it stands. */
  readonly place: string;
}

export function IntegrationCard({ integration, place }: Props) {
  const { name, problem, enabled } = integration;
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<MadeSecret | null>(null);
  return (
    <section className="card section" aria-label={name}>
      <div className="row">
        <h2>{name}</h2>
        <IntegrationState integration={integration} />
      </div>
      {enabled && problem !== undefined && <p className="problem-text">{t(`integrations.problem.${problem}`)}</p>}
      {isEditing ? (
        <EditIntegration integration={integration} onClose={() => setEditing(false)} />
      ) : (
        <>
          <Facts integration={integration} place={place} />
          {integration.kind === 'BROKER' && <ClientList integration={integration} />}
          <LeftOutList integration={integration} />
          {secret !== null && <MadeSecretPanel secret={secret} onDone={() => setSecret(null)} />}
          <Actions integration={integration} onEdit={() => setEditing(true)} onSecret={setSecret} />
        </>
      )}
    </section>
  );
}

/** Connected and since when, off, or what is wrong. */
function IntegrationState({ integration: { kind, enabled, connectedAt, problem } }: Pick<Props, 'integration'>) {
  const t = useText();
  const formats = useFormats();
  if (!enabled) return <StateBadge state="none" label={t('integrations.state.off')} />;
  if (problem !== undefined) return <StateBadge state="critical" label={t('integrations.state.problem')} />;
  if (kind === 'WEBHOOK' || (kind === 'BROKER' && connectedAt !== undefined))
    return <StateBadge state="ok" label={t('integrations.state.ready')} />;
  if (connectedAt === undefined) return <StateBadge state="info" label={t('integrations.state.connecting')} />;
  return <StateBadge state="ok" label={t('integrations.state.connected', { time: formats.dateTime(connectedAt) })} />;
}

type Fact = readonly [name: string, value: string];

/** What it connects to, and how; of a webhook nothing, as its address is a secret. */
function useConnectionFacts(integration: Integration): readonly Fact[] {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  if (integration.kind === 'WEBHOOK') return [];
  if (integration.kind === 'BROKER') return brokerFacts(integration, t, (at) => formats.ago(at, now));
  const address = addressOf(integration);
  const shown: Fact = [t('integrations.field.address'), address === '' ? t('integrations.unreadable') : address];
  const user: Fact = [t('ui.account.user'), integration.user ?? t('integrations.noUser')];
  if (integration.kind === 'MQTT') {
    const { discoveryPrefix, topicValues, protocol } = integration;
    const older: Fact = [t('integrations.field.protocol'), t('integrations.protocol.MQTT_3_1_1')];
    const chosen: Fact = [t('integrations.topicValues.title'), String(topicValues.length)];
    return [
      shown,
      user,
      [t('integrations.field.prefix'), discoveryPrefix],
      ...(protocol === 'MQTT_3_1_1' ? [older] : []),
      ...(topicValues.length > 0 ? [chosen] : []),
    ];
  }
  const poll: Fact = [t('integrations.field.poll'), formats.duration(integration.pollSeconds * 1000)];
  if (integration.kind === 'NUT') return [shown, user, poll];
  if (integration.kind === 'SNMP') {
    const version: Fact = [t('integrations.field.version'), integration.version];
    return integration.version === '3' ? [shown, version, user, poll] : [shown, version, poll];
  }
  if (integration.kind === 'MODBUS')
    return [
      shown,
      [t('integrations.field.unitId'), String(integration.unitId)],
      [t('integrations.values.title'), String(integration.registers.length)],
      poll,
    ];
  const token = t(integration.hasPassword ? 'integrations.hasToken' : 'integrations.noToken');
  return [shown, [t('integrations.field.token'), token], poll];
}

/** What devices connect to, and what goes on there. */
function brokerFacts(
  integration: Integration & { readonly kind: 'BROKER' },
  t: Translator,
  ago: (at: string) => string,
): readonly Fact[] {
  const { brokerAddress, user = '', discoveryPrefix, topicValues, lastRefusal } = integration;
  const address = brokerAddress === undefined ? '' : reachableBroker(brokerAddress, window.location.hostname);
  const chosen: Fact = [t('integrations.topicValues.title'), String(topicValues.length)];
  return [
    ...(address === '' ? [] : [[t('integrations.field.address'), address] as const]),
    [t('ui.account.user'), user],
    [t('integrations.field.prefix'), discoveryPrefix],
    ...(topicValues.length > 0 ? [chosen] : []),
    [t('broker.perMinute'), String(integration.messagesPerMinute)],
    [t('broker.retained'), String(integration.retained)],
    ...(lastRefusal === undefined ? [] : [refusalFact(lastRefusal, t, ago)]),
  ];
}

const refusalFact = (
  { reason, address, at }: NonNullable<(Integration & { readonly kind: 'BROKER' })['lastRefusal']>,
  t: Translator,
  ago: (at: string) => string,
): Fact => [
  t('broker.lastRefusal'),
  t('broker.refusal', { reason: t(`broker.reason.${reason}`), address, ago: ago(at) }),
];

/** Empty: it cannot be read. */
function addressOf(integration: Exclude<Integration, { readonly kind: 'WEBHOOK' | 'BROKER' }>): string {
  if (integration.kind === 'MQTT' || integration.kind === 'PROMETHEUS') return integration.address;
  return integration.host === '' ? '' : `${integration.host}:${integration.port}`;
}

function Facts({ integration, place }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { kind, lastMessageAt, devices, adopted } = integration;
  const connection = useConnectionFacts(integration);
  const reader = useGateways().data?.items.find(({ guid }) => guid === integration.readBy)?.name;
  const readBy: Fact = [t('integrations.field.readBy'), reader ?? t('integrations.gatewayGone')];
  const facts: readonly Fact[] = [
    [t('integrations.field.kind'), t(`integrations.kind.${kind}`)],
    [t('integrations.field.location'), place],
    ...(integration.readBy === undefined ? [] : [readBy]),
    ...connection,
    [
      t('integrations.lastMessage'),
      lastMessageAt === undefined ? t('integrations.noMessage') : formats.ago(lastMessageAt, now),
    ],
    [t('integrations.devices'), t('integrations.devicesFound', { count: devices, adopted })],
  ];
  return (
    <dl className={`num ${styles.facts}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionsProps {
  readonly integration: Integration;
  readonly onEdit: () => void;
  /** With an address or a password that was made just now. */
  readonly onSecret: (secret: MadeSecret) => void;
}

function Actions({ integration, onEdit, onSecret }: ActionsProps) {
  const t = useText();
  const { guid, kind, name, enabled, devices } = integration;
  const [isRemoving, setRemoving] = useState(false);
  const { busy, run } = useAction(() => changeIntegration(guid, { enabled: !enabled }));
  const values = { name, hidden };
  return (
    <div className="row">
      <Button
        size="xs"
        variant={devices > 0 ? 'filled' : 'default'}
        component={Link}
        to={`/admin/discovered?source=${guid}`}
      >
        {t.rich('integrations.showDevices', values)}
      </Button>
      <Button size="xs" variant="default" onClick={onEdit}>
        {t.rich('integrations.edit', values)}
      </Button>
      {(kind === 'WEBHOOK' || kind === 'BROKER') && <RenewSecret integration={integration} onMade={onSecret} />}
      <Button size="xs" variant="default" loading={busy} onClick={() => void run()}>
        {t.rich(enabled ? 'integrations.turnOff' : 'integrations.turnOn', values)}
      </Button>
      <Button size="xs" variant="default" onClick={() => setRemoving(true)}>
        {t.rich('integrations.remove', values)}
      </Button>
      {isRemoving && (
        <Confirmation
          title={t('integrations.removeQuestion', { name })}
          action={t('common.remove')}
          reload={refreshIntegrations}
          onConfirm={() => removeIntegration(guid)}
          onClose={() => setRemoving(false)}
        >
          <p>{t('integrations.removeText')}</p>
        </Confirmation>
      )}
    </div>
  );
}
