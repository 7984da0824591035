/** What each step says, and where it leads. */
import type { GetStartedStepName } from '@picket/domain/get-started-steps';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../lib/now.ts';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
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

/** Steps that are done on another page, and where. */
export const STEP_ACTIONS = {
  LOCATION: '/location/create',
  MAIL: '/admin/mail',
  PERSON: '/admin/create-user',
  BACKUP: '/admin/operations',
  HEARTBEAT: '/admin/operations#heartbeat',
} as const satisfies Partial<Record<GetStartedStepName, string>>;

export const hasAction = (name: GetStartedStepName): name is keyof typeof STEP_ACTIONS =>
  Object.hasOwn(STEP_ACTIONS, name);

function Text({ children }: { readonly children: ReactNode }) {
  return <p className="muted">{children}</p>;
}

function LocationStep({ list: { location } }: StepBodyProps) {
  const t = useText();
  return <Text>{location === undefined ? t('getstarted.location') : `${location.name} · ${location.timezone}`}</Text>;
}

function NotifiedStep({ isDone, isNext, list }: StepBodyProps) {
  const t = useText();
  if (isDone) return <Text>{t('getstarted.notifiedDone')}</Text>;
  return (
    <div className="stack-tight">
      <Text>{t('getstarted.notified')}</Text>
      {isNext && <ChannelTiles hasMail={list.hasMail} />}
      <p className="small">
        <Link to="/welcome/notifications">{t('getstarted.choosePreferences')}</Link>
      </p>
    </div>
  );
}

function MailStep({ isDone }: StepBodyProps) {
  const t = useText();
  return <Text>{isDone ? t('getstarted.mailDone') : t('getstarted.mail')}</Text>;
}

function PersonStep({ list: { invited }, isDone }: StepBodyProps) {
  const t = useText();
  if (isDone) return <Text>{t('getstarted.personDone')}</Text>;
  return <Text>{invited > 0 ? t('getstarted.invited', { count: invited }) : t('getstarted.person')}</Text>;
}

function BackupStep({ list }: StepBodyProps) {
  const t = useText();
  const formats = useFormats();
  const now = useNow();
  const { folder = '', newestAt, isElsewhere = false } = list.backup ?? {};
  if (newestAt === undefined)
    return <Text>{isElsewhere ? t('getstarted.backupFirst') : t('getstarted.backupHere', { folder })}</Text>;
  const ago = formats.ago(newestAt, now);
  return (
    <Text>
      {isElsewhere ? t('getstarted.backupDone', { ago, folder }) : t('getstarted.backupHereNewest', { ago, folder })}
    </Text>
  );
}

function HeartbeatStep({ isDone }: StepBodyProps) {
  const t = useText();
  return <Text>{isDone ? t('getstarted.heartbeatDone') : t('getstarted.heartbeat')}</Text>;
}
