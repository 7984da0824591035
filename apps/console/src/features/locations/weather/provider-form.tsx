/** Chooses the weather provider of a location. */
import { Button, Radio } from '@mantine/core';
import { WEATHER_PROVIDERS, type WeatherProvider } from '@picket/domain/weather';
import { useState } from 'react';
import { useText } from '../../../lib/texts.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
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
  const current = provider ?? NO_PROVIDER;
  const [chosen, setChosen] = useState<string>(current);
  const { busy, problem, submit } = useSubmit(async () => {
    const next = WEATHER_PROVIDERS.find((one) => one === chosen) ?? null;
    await setWeatherProvider(location, next);
    showToast(t('common.saved'), next === null ? t('weather.provider.removed') : t('weather.provider.set'));
  });
  return (
    <Form
      className="card section"
      label={t('weather.provider')}
      dirty={chosen !== current}
      onSubmit={() => void submit()}
    >
      <h2>{t('weather.provider')}</h2>
      <Radio.Group aria-label={t('weather.provider')} value={chosen} onChange={setChosen}>
        <div className="stack-tight">
          <Radio value={NO_PROVIDER} label={t('weather.provider.none')} />
          {possible.map((one) => (
            <Radio key={one} value={one} label={t(`weather.provider.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <p className="small muted">{t('weather.provider.text')}</p>
      <FormProblem problem={problem} />
      <div>
        <Button type="submit" variant="default" loading={busy} disabled={chosen === current}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}
