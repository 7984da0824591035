/** Three channels that are quickly set up, each tested by a message right here. */

import type { ChannelKind } from '@picket/domain/channels';
import { isAdmin } from '@picket/domain/permissions';
import { type ReactNode, useState } from 'react';
import { useText } from '../../lib/texts.ts';
import { Button, LinkButton } from '../../ui/controls/button.tsx';
import { TextInput } from '../../ui/controls/text-input.tsx';
import { ChannelIcon, confirmMyArrival, pushState, TestOutcome } from '../notifications/index.ts';
import { useProfile } from '../session/index.ts';
import styles from './get-started.module.css';
import { type ChannelTest, useChannelTest } from './use-channel-test.ts';

export function ChannelTiles({ hasMail }: { readonly hasMail: boolean }) {
  const test = useChannelTest();
  const { sent } = test;
  return (
    <>
      <div className={styles.tiles}>
        <PushTile test={test} />
        <MailTile test={test} hasMail={hasMail} />
        <NtfyTile test={test} />
      </div>
      {sent !== null && (
        <div className={styles.outcome}>
          <TestOutcome {...sent} onArrival={(arrived) => confirmMyArrival(sent, arrived)} />
        </div>
      )}
    </>
  );
}

interface TileProps {
  readonly kind: ChannelKind;
  readonly title: string;
  readonly text: string;
  readonly problem: string | null;
  readonly children: ReactNode;
}

function Tile({ kind, title, text, problem, children }: TileProps) {
  return (
    <section className={styles.tile} aria-label={title}>
      <span className={styles.tileIcon}>
        <ChannelIcon kind={kind} />
      </span>
      <h4>{title}</h4>
      <p className="small muted">{text}</p>
      {problem !== null && (
        <p role="alert" className="small problem-text">
          {problem}
        </p>
      )}
      <div className={styles.actions}>{children}</div>
    </section>
  );
}

function PushTile({ test }: { readonly test: ChannelTest }) {
  const t = useText();
  const state = pushState();
  const { busy, problems, addPush } = test;
  return (
    <Tile
      kind="PUSH"
      title={t('getstarted.push')}
      text={state === 'POSSIBLE' ? t('getstarted.pushText') : t(`notifications.push.${state}`)}
      problem={problems.PUSH ?? null}
    >
      {state === 'POSSIBLE' && (
        <Button size="xs" loading={busy === 'PUSH'} onClick={() => void addPush()}>
          {t('getstarted.pushTest')}
        </Button>
      )}
    </Tile>
  );
}

function MailTile({ test, hasMail }: { readonly test: ChannelTest; readonly hasMail: boolean }) {
  const t = useText();
  const { email, tenant, permissions } = useProfile();
  const { busy, problems, testMail } = test;
  const isOperator = tenant.isAdminTenant && isAdmin(permissions);
  return (
    <Tile
      kind="EMAIL"
      title={t('getstarted.mailTile')}
      text={
        hasMail
          ? t('getstarted.mailTo', { email })
          : isOperator
            ? t('getstarted.mailNeedsServer')
            : t('getstarted.mailMissing')
      }
      problem={problems.EMAIL ?? null}
    >
      {hasMail && (
        <Button size="xs" variant="default" loading={busy === 'EMAIL'} onClick={() => void testMail()}>
          {t('getstarted.mailTest')}
        </Button>
      )}
      {!hasMail && isOperator && (
        <LinkButton size="xs" variant="default" to="/admin/mail">
          {t('getstarted.action.MAIL')}
        </LinkButton>
      )}
    </Tile>
  );
}

/** A topic that others do not find. */
const newTopic = (): string => `picket-${crypto.randomUUID().slice(0, 8)}`;

function NtfyTile({ test }: { readonly test: ChannelTest }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [server, setServer] = useState('https://ntfy.sh');
  const [topic, setTopic] = useState(newTopic);
  const { busy, problems, addNtfy } = test;
  return (
    <Tile kind="NTFY" title={t('channels.label.NTFY')} text={t('getstarted.ntfyText')} problem={problems.NTFY ?? null}>
      {isOpen ? (
        <form
          className={styles.tileForm}
          onSubmit={(event) => {
            event.preventDefault();
            void addNtfy(server, topic);
          }}
        >
          <TextInput
            size="xs"
            label={t('channels.setting.NTFY.server')}
            value={server}
            onChange={(event) => setServer(event.currentTarget.value)}
            required
          />
          <TextInput
            size="xs"
            label={t('channels.setting.NTFY.topic')}
            description={t('getstarted.ntfyTopicText')}
            value={topic}
            onChange={(event) => setTopic(event.currentTarget.value)}
            required
          />
          <Button size="xs" type="submit" loading={busy === 'NTFY'}>
            {t('getstarted.ntfyTest')}
          </Button>
        </form>
      ) : (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('getstarted.ntfySetUp')}
        </Button>
      )}
    </Tile>
  );
}
