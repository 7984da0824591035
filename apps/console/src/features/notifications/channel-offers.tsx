/** Channels that the user does not have yet: one row each, its form below once it is chosen. */
import { Button } from '@mantine/core';
import type { NotificationSettingsOut } from '@picket/contracts/types';
import { FORM_CHANNELS, type FormChannel } from '@picket/domain/channels';
import { useState } from 'react';
import { channelText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { goOrAsk } from '../../lib/unsaved-changes.ts';
import '../../ui/lists.css';
import { hidden } from '../../ui/rich-tags.tsx';
import { AddDestination, type NewDestination } from './add-destination.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { EnablePush } from './enable-push.tsx';
import { channelAbout } from './notification-texts.ts';
import { PhoneHelp } from './phone-help.tsx';

interface Props {
  readonly settings: NotificationSettingsOut;
  readonly onAdd: (destination: NewDestination) => Promise<void>;
}

export function ChannelOffers({ settings, onAdd }: Props) {
  const t = useText();
  const [chosen, setChosen] = useState<FormChannel | null>(null);
  const choose = (kind: FormChannel): void => {
    const go = (): void => setChosen(chosen === kind ? null : kind);
    // Only the open form is lost by it.
    if (chosen === null) go();
    else goOrAsk(go);
  };
  const add = async (destination: NewDestination): Promise<void> => {
    await onAdd(destination);
    setChosen(null);
  };
  return (
    <ul className="list">
      <li>
        <ChannelIcon kind="PUSH" />
        <span className="main">
          <strong>{channelText(t, 'PUSH')}</strong>
          <span className="muted small">{channelAbout(t, 'PUSH')}</span>
          <PhoneHelp />
        </span>
        <EnablePush pushKey={settings.pushKey} onAdd={onAdd} />
      </li>
      {FORM_CHANNELS.filter((kind) => settings.channels.includes(kind)).map((kind) => (
        <li key={kind}>
          <ChannelIcon kind={kind} />
          <span className="main">
            <strong>{channelText(t, kind)}</strong>
            <span className="muted small">{channelAbout(t, kind)}</span>
          </span>
          <Button size="xs" variant="default" aria-expanded={chosen === kind} onClick={() => choose(kind)}>
            {t.rich('notifications.setUp', { channel: channelText(t, kind), hidden })}
          </Button>
          {chosen === kind && <AddDestination key={kind} kinds={[kind]} onAdd={add} />}
        </li>
      ))}
    </ul>
  );
}
