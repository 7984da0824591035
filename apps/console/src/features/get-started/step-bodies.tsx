/** What each step says, and where it leads. */
import type { GetStartedStepName } from '@picket/domain/get-started-steps';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { formatAgo } from '../../lib/format-relative-time.ts';
import { useNow } from '../../lib/now.ts';
import { plural } from '../../lib/plural.ts';
import { ChannelTiles } from './channel-tiles.tsx';
import { SentryStep } from './sentry-step.tsx';
import type { StepBodyProps } from './steps.ts';

export const STEP_BODIES: Readonly<Record<GetStartedStepName, ComponentType<StepBodyProps>>> = {
  LOCATION: LocationStep,
  SENTRY: SentryStep,
  NOTIFIED: NotifiedStep,
  MAIL: MailStep,
  PERSON: PersonStep,
  BACKUP: BackupStep,
  HEARTBEAT: HeartbeatStep,
};

/** Where a step is done, if that is another page. */
export const STEP_ACTIONS: Readonly<
  Partial<Record<GetStartedStepName, { readonly label: string; readonly to: string }>>
> = {
  LOCATION: { label: 'Add your first location', to: '/location/create' },
  MAIL: { label: 'Set up mail', to: '/admin/mail' },
  PERSON: { label: 'Invite a person', to: '/admin/create-user' },
  BACKUP: { label: 'Backups', to: '/admin/operations' },
  HEARTBEAT: { label: 'Set up heartbeat', to: '/admin/operations#heartbeat' },
};

function Text({ children }: { readonly children: ReactNode }) {
  return <p className="muted">{children}</p>;
}

function LocationStep({ list: { location } }: StepBodyProps) {
  if (location !== undefined) return <Text>{`${location.name} · ${location.timezone}`}</Text>;
  return (
    <Text>Nothing is watched yet. A location is a room or a building; its sentries report in its local time.</Text>
  );
}

function NotifiedStep({ isDone, isNext, list }: StepBodyProps) {
  if (isDone) return <Text>A message has arrived on one of your channels.</Text>;
  return (
    <div className="stack-tight">
      <Text>Alerts reach nobody outside this page yet. Choose a channel and send a test message to yourself.</Text>
      {isNext && <ChannelTiles hasMail={list.hasMail} />}
      <p className="small">
        <Link to="/welcome/notifications">Choose what you are notified of</Link>
      </p>
    </div>
  );
}

function MailStep({ isDone }: StepBodyProps) {
  if (isDone) return <Text>Invitations, new passwords and alerts are sent by mail.</Text>;
  return <Text>For invitations, new passwords and alerts. Without one you pass links on yourself.</Text>;
}

function PersonStep({ list: { invited }, isDone }: StepBodyProps) {
  if (isDone) return <Text>If one person does not acknowledge an alert, another can.</Text>;
  if (invited > 0)
    return <Text>{plural(invited, 'person has', 'people have')} been invited and not signed up yet.</Text>;
  return <Text>Somebody who is notified when you do not acknowledge an alert.</Text>;
}

function BackupStep({ list, isDone }: StepBodyProps) {
  const now = useNow();
  const { folder = '', newestAt, isElsewhere = false } = list.backup ?? {};
  const newest = newestAt === undefined ? 'No backup yet' : `Newest backup ${formatAgo(newestAt, now)}`;
  if (isDone) return <Text>{`${newest}, in ${folder}.`}</Text>;
  if (isElsewhere) return <Text>{newest}. The first one is made within an hour of the start.</Text>;
  return (
    <Text>
      {newest}. Backups go to {folder}, on the same disk as the data. Set PICKET_BACKUP_DIR to a folder on another disk
      or machine.
    </Text>
  );
}

function HeartbeatStep({ isDone }: StepBodyProps) {
  if (isDone) return <Text>A request goes to an outside monitor once a minute.</Text>;
  return (
    <Text>
      When this machine fails, Picket cannot say so. An outside monitor notices that its requests stay away, and
      notifies you.
    </Text>
  );
}
