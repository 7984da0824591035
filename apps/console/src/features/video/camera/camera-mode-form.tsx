/** Whether the cameras of a location may show and record. Turning them on asks for a proof of identity. */
import { Button, Radio, Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { LocationCameraOut } from '@picket/contracts/types';
import type { DoNotDisturb } from '@picket/domain/policies';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { WeeklySchedule } from '../../../ui/weekly-schedule.tsx';
import { withReauthentication } from '../../session/index.ts';
import { cameraStateText } from './camera-state-text.ts';
import { refreshLocationCamera } from './use-camera-settings.ts';

const MODES = ['ON', 'OFF', 'SCHEDULE'] as const satisfies readonly LocationCameraOut['mode'][];

interface Props {
  readonly location: string;
  readonly timezone: string;
  readonly camera: LocationCameraOut;
}

const toValues = ({ mode, schedule, offInDoNotDisturb, allowsDisplays }: LocationCameraOut) => ({
  mode,
  schedule: (schedule ?? null) as DoNotDisturb | null,
  offInDoNotDisturb,
  allowsDisplays,
});

export function CameraModeForm({ location, timezone, camera }: Props) {
  const t = useText();
  const now = useNow();
  const formats = useFormats(timezone);
  const apiForm = useApiForm('PUT /locations/{guid}/camera', {
    saved: toValues(camera),
    version: camera.last_update_ts,
    toBody: ({ schedule, ...rest }) => ({
      ...rest,
      schedule: schedule === null ? null : { ...schedule, daysOfWeek: [...schedule.daysOfWeek] },
    }),
    reload: () => refreshLocationCamera(location),
    send: async (body, _, headers) => {
      const params = { guid: location };
      await withReauthentication(() => api('PUT /locations/{guid}/camera', { params, body, headers }));
      await refreshLocationCamera(location);
      showToast(t('common.saved'));
    },
  });
  const { form, field, values, isDirty, busy, problem, conflict, submit } = apiForm;
  const { mode } = values;
  const lacksSchedule = mode === 'SCHEDULE' && values.schedule === null;
  return (
    <section className="card section" aria-label={t('camera.mode')}>
      <div className="row">
        <h2>{t('camera.mode')}</h2>
        <span className={camera.isOff ? 'tag' : 'tag good'}>{cameraStateText(t, camera, formats.dateTime)}</span>
      </div>
      <Form dirty={isDirty} label={t('camera.mode')} onSubmit={submit}>
        <ModeChoice form={form} />
        {mode === 'SCHEDULE' && <OffHours schedule={values.schedule} onChange={field('schedule').onChange} />}
        {lacksSchedule && <p className="problem-text">{t('camera.scheduleMissing')}</p>}
        {mode !== 'OFF' && <CameraSwitches form={form} />}
        <EditConflict conflict={conflict} words={cameraWords(t)} />
        <FormProblem problem={problem} />
        <div className="row">
          <Button type="submit" loading={busy} disabled={!isDirty || lacksSchedule}>
            {t('common.save')}
          </Button>
          {camera.changedBy !== undefined && (
            <span className="small muted">
              {t('camera.changedBy', { name: camera.changedBy, ago: formats.ago(camera.last_update_ts, now) })}
            </span>
          )}
        </div>
      </Form>
    </section>
  );
}

type CameraValues = ReturnType<typeof toValues>;

const cameraWords = (t: Translator) => ({
  mode: { label: t('camera.mode'), show: ({ mode }: CameraValues) => t(`camera.mode.${mode}`) },
  schedule: { label: t('camera.schedule.title') },
  offInDoNotDisturb: { label: t('camera.offInDoNotDisturb') },
  allowsDisplays: { label: t('camera.allowsDisplays') },
});

interface PartProps {
  readonly form: Pick<UseFormReturnType<CameraValues>, 'getInputProps'>;
}

function ModeChoice({ form }: PartProps) {
  const t = useText();
  return (
    <Radio.Group aria-label={t('camera.mode')} {...form.getInputProps('mode')}>
      <div className="stack-tight">
        {MODES.map((one) => (
          <Radio key={one} value={one} label={t(`camera.mode.${one}`)} description={t(`camera.modeText.${one}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}

interface HoursProps {
  readonly schedule: DoNotDisturb | null;
  readonly onChange: (schedule: DoNotDisturb | null) => void;
}

function OffHours({ schedule, onChange }: HoursProps) {
  const t = useText();
  const words = {
    title: t('camera.schedule.title'),
    text: t('camera.schedule.text'),
    whose: t('camera.schedule.whose'),
  };
  return <WeeklySchedule schedule={schedule} place={null} readOnly={false} onChange={onChange} words={words} />;
}

function CameraSwitches({ form }: PartProps) {
  const t = useText();
  return (
    <>
      <Switch
        label={t('camera.offInDoNotDisturb')}
        description={t('camera.offInDoNotDisturbHelp')}
        {...form.getInputProps('offInDoNotDisturb', { type: 'checkbox' })}
      />
      <Switch
        label={t('camera.allowsDisplays')}
        description={t('camera.allowsDisplaysHelp')}
        {...form.getInputProps('allowsDisplays', { type: 'checkbox' })}
      />
    </>
  );
}
