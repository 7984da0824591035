/** One integration: whether it is connected, what was found there, and what can be done with it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { hidden } from '../../ui/rich-tags.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { useAction } from '../../ui/use-action.ts';
import { EditIntegration } from './edit-integration.tsx';
import styles from './integrations.module.css';
import { LeftOutList } from './left-out-list.tsx';
import { changeIntegration, type Integration, refreshIntegrations, removeIntegration } from './use-integrations.ts';

interface Props {
  readonly integration: Integration;
  /** The name of the location where it stands. */
  readonly place: string;
}

export function IntegrationCard({ integration, place }: Props) {
  const { name, problem, enabled } = integration;
  const t = useText();
  const [isEditing, setEditing] = useState(false);
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
          <LeftOutList integration={integration} />
          <Actions integration={integration} onEdit={() => setEditing(true)} />
        </>
      )}
    </section>
  );
}

/** Connected and since when, off, or what is wrong. */
function IntegrationState({ integration: { enabled, connectedAt, problem } }: Pick<Props, 'integration'>) {
  const t = useText();
  const formats = useFormats();
  if (!enabled) return <StateBadge state="none" label={t('integrations.state.off')} />;
  if (problem !== undefined) return <StateBadge state="critical" label={t('integrations.state.problem')} />;
  if (connectedAt === undefined) return <StateBadge state="info" label={t('integrations.state.connecting')} />;
  return <StateBadge state="ok" label={t('integrations.state.connected', { time: formats.dateTime(connectedAt) })} />;
}

/** Empty: it cannot be read. */
function addressOf(integration: Integration): string {
  if (integration.kind !== 'NUT') return integration.address;
  return integration.host === '' ? '' : `${integration.host}:${integration.port}`;
}

function Facts({ integration, place }: Props) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { kind, user, hasPassword, lastMessageAt, devices, adopted } = integration;
  const address = addressOf(integration);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('integrations.field.kind'), t(`integrations.kind.${kind}`)],
    [t('integrations.field.address'), address === '' ? t('integrations.unreadable') : address],
    [t('integrations.field.location'), place],
    integration.kind === 'PROMETHEUS'
      ? [t('integrations.field.token'), t(hasPassword ? 'integrations.hasToken' : 'integrations.noToken')]
      : [t('ui.account.user'), user ?? t('integrations.noUser')],
    integration.kind === 'MQTT'
      ? [t('integrations.field.prefix'), integration.discoveryPrefix]
      : [t('integrations.field.poll'), formats.duration(integration.pollSeconds * 1000)],
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
}

function Actions({ integration, onEdit }: ActionsProps) {
  const t = useText();
  const { guid, name, enabled, devices } = integration;
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
