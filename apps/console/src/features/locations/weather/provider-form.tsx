/** Chooses the weather provider of a location. */
import { Button, Radio } from '@mantine/core';
import { WEATHER_PROVIDERS, type WeatherProvider } from '@picket/domain/weather';
import { type Translator, useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { EditConflict } from '../../../ui/edit-conflict.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { refreshWeather, setWeatherProvider } from './use-weather.ts';

const NO_PROVIDER = 'none';

interface Props {
  readonly location: string;
  readonly provider: WeatherProvider | undefined;
  /** `last_update_ts` of the choice. */
  readonly version: string;
  readonly possible: readonly WeatherProvider[];
}

export function ProviderForm({ location, provider, version, possible }: Props) {
  const t = useText();
  const current: string = provider ?? NO_PROVIDER;
  const { form, isDirty, busy, problem, conflict, submit } = useApiForm('PUT /locations/{guid}/weather', {
    saved: { provider: current },
    version,
    toBody: (values) => ({ provider: WEATHER_PROVIDERS.find((one) => one === values.provider) ?? null }),
    send: async (body, _, headers) => {
      await setWeatherProvider(location, body.provider, headers);
      showToast(t('common.saved'), body.provider === null ? t('weather.provider.removed') : t('weather.provider.set'));
    },
    reload: refreshWeather,
  });
  return (
    <Form className="card section" label={t('weather.provider')} dirty={isDirty} onSubmit={submit}>
      <h2>{t('weather.provider')}</h2>
      <Radio.Group aria-label={t('weather.provider')} {...form.getInputProps('provider')}>
        <div className="stack-tight">
          <Radio value={NO_PROVIDER} label={t('weather.provider.none')} />
          {possible.map((one) => (
            <Radio key={one} value={one} label={t(`weather.provider.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <p className="small muted">{t('weather.provider.text')}</p>
      <EditConflict
        conflict={conflict}
        words={{ provider: { label: t('weather.provider'), show: (values) => providerText(t, values.provider) } }}
      />
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isDirty}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}

function providerText(t: Translator, chosen: string): string {
  const provider = WEATHER_PROVIDERS.find((one) => one === chosen);
  return t(provider === undefined ? 'weather.provider.none' : `weather.provider.${provider}`);
}
