/** /locations/:id/setup: add a sentry, and see live how far its device has come. */
import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { LocationProblem, LocationSkeleton } from '../../features/locations/location-frame.tsx';
import { SetupChoice } from '../../features/sentries/setup/setup-choice.tsx';
import { SetupProgress } from '../../features/sentries/setup/setup-progress.tsx';
import { useSetup } from '../../features/sentries/setup/use-setup.ts';
import { SimulateButton } from '../../features/sentries/simulate-button.tsx';
import { useText } from '../../lib/texts.ts';
import { useTitle } from '../../ui/use-title.ts';

export default function Setup() {
  const { id = '' } = useParams();
  const t = useText();
  useTitle(t('shell.page.addSentry'));
  const { setup, code, open, renewCode, startAgain } = useSetup(id);
  if (setup.error !== undefined) return <LocationProblem error={setup.error} onRetry={() => void setup.mutate()} />;
  if (!setup.data) return <LocationSkeleton />;
  const { location, sentry, simulationsLeft = 0 } = setup.data;
  return (
    <>
      <h1>{t('setup.title', { location: location.name })}</h1>
      {sentry === undefined ? (
        <SetupChoice setup={setup.data} onAdded={({ guid }, activationCode) => open(guid, activationCode)} />
      ) : (
        <SetupProgress
          sentry={sentry}
          code={code}
          onRenewCode={() => renewCode(sentry.guid)}
          alternative={
            simulationsLeft > 0 && (
              <div>
                <SimulateButton location={id} onDone={({ guid }) => open(guid, null)} />
              </div>
            )
          }
        >
          <div className="row">
            <Button
              component={Link}
              to={`/locations/${id}`}
              variant={sentry.readings.length > 0 ? 'filled' : 'default'}
            >
              {sentry.readings.length > 0 ? t('setup.viewLocation') : t('setup.finishLater')}
            </Button>
            <Button variant="default" onClick={() => void startAgain()}>
              {t('setup.addAnother')}
            </Button>
          </div>
        </SetupProgress>
      )}
    </>
  );
}
