/** Chooses the weather provider of a location. */
import { Button, Radio } from '@mantine/core';
import { WEATHER_PROVIDER_NAMES, WEATHER_PROVIDERS, type WeatherProvider } from '@picket/domain/weather';
import { useText } from '../../../lib/texts.ts';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { setWeatherProvider } from './use-weather.ts';

const NO_PROVIDER = 'none';

interface Props {
  readonly location: string;
  readonly provider: WeatherProvider | undefined;
  readonly possible: readonly WeatherProvider[];
}

export function ProviderForm({ location, provider, possible }: Props) {
  const t = useText();
  const current: string = provider ?? NO_PROVIDER;
  const { form, isDirty, busy, problem, submit } = useApiForm('PUT /locations/{guid}/weather', {
    saved: { provider: current },
    toBody: (values) => ({ provider: WEATHER_PROVIDERS.find((one) => one === values.provider) ?? null }),
    send: async (body) => {
      await setWeatherProvider(location, body.provider);
      showToast(t('common.saved'), body.provider === null ? t('weather.provider.removed') : t('weather.provider.set'));
    },
  });
  return (
    <Form className="card section" label={t('weather.provider')} dirty={isDirty} onSubmit={submit}>
      <h2>{t('weather.provider')}</h2>
      <Radio.Group aria-label={t('weather.provider')} {...form.getInputProps('provider')}>
        <div className="stack-tight">
          <Radio value={NO_PROVIDER} label={t('weather.provider.none')} />
          {possible.map((one) => (
            <Radio key={one} value={one} label={WEATHER_PROVIDER_NAMES[one]} />
          ))}
        </div>
      </Radio.Group>
      <p className="small muted">{t('weather.provider.text')}</p>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={!isDirty}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}
