/** Whether the cameras of a location may show and record. Turning them on asks for a proof of identity. */
import { Button, Radio, Switch } from '@mantine/core';
import type { LocationCameraOut } from '@picket/contracts/types';
import type { DoNotDisturb } from '@picket/domain/policies';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ifUnmodifiedSince } from '../../../lib/use-save.ts';
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
  const { form, field, values, isDirty, busy, problem, submit } = useApiForm('PUT /locations/{guid}/camera', {
    saved: toValues(camera),
    toBody: ({ schedule, ...rest }) => ({
      ...rest,
      schedule: schedule === null ? null : { ...schedule, daysOfWeek: [...schedule.daysOfWeek] },
    }),
    reload: () => refreshLocationCamera(location),
    send: async (body) => {
      await withReauthentication(() =>
        api('PUT /locations/{guid}/camera', { params: { guid: location }, body, headers: ifUnmodifiedSince(camera) }),
      );
      await refreshLocationCamera(location);
      showToast(t('common.saved'));
    },
  });
  const { mode } = values;
  const lacksSchedule = mode === 'SCHEDULE' && values.schedule === null;
  return (
    <section className="card section" aria-label={t('camera.mode')}>
      <div className="row">
        <h2>{t('camera.mode')}</h2>
        <span className={camera.isOff ? 'tag' : 'tag good'}>{cameraStateText(t, camera, formats.dateTime)}</span>
      </div>
      <Form dirty={isDirty} label={t('camera.mode')} onSubmit={submit}>
        <Radio.Group aria-label={t('camera.mode')} {...form.getInputProps('mode')}>
          <div className="stack-tight">
            {MODES.map((one) => (
              <Radio key={one} value={one} label={t(`camera.mode.${one}`)} description={t(`camera.modeText.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        {mode === 'SCHEDULE' && (
          <WeeklySchedule
            schedule={values.schedule}
            place={null}
            readOnly={false}
            onChange={field('schedule').onChange}
            words={{
              title: t('camera.schedule.title'),
              text: t('camera.schedule.text'),
              whose: t('camera.schedule.whose'),
            }}
          />
        )}
        {lacksSchedule && <p className="problem-text">{t('camera.scheduleMissing')}</p>}
        {mode !== 'OFF' && (
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
        )}
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
