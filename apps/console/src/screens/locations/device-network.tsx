/** /locations/:id/settings/devices/:deviceId/network: addressing, Wi-Fi, proxy, and the report of the device. */
import { useParams } from 'react-router';
import { NetworkForm } from '../../features/sentries/network-form.tsx';
import { NetworkReport } from '../../features/sentries/network-report.tsx';
import { useDeviceNetwork } from '../../features/sentries/use-device-network.ts';
import { problemText } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

export default function DeviceNetwork() {
  const { id = '', deviceId = '' } = useParams();
  const t = useText();
  const { sentry, network } = useDeviceNetwork(deviceId);
  useTitle(
    sentry.data
      ? t('locations.pageOf', { location: sentry.data.name, page: t('shell.page.network') })
      : t('shell.page.network'),
  );
  const error = sentry.error ?? network.error;
  if (error && (!sentry.data || !network.data)) {
    const isAbsent = error.status === 404 || error.status === 400;
    return (
      <Problem
        isPage
        title={isAbsent ? t('sentries.network.notFound') : t('sentries.network.loadProblem')}
        text={isAbsent ? t('sentries.network.notFoundText') : problemText(error)}
        home="/locations"
      />
    );
  }
  if (!sentry.data || !network.data) return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <>
      <h1>
        {t.rich('sentries.network.heading', {
          sentry: sentry.data.name,
          muted: (text) => <span className="muted">{text}</span>,
        })}
      </h1>
      <div className="wide">
        <NetworkReport network={network.data} />
        <NetworkForm
          sentry={deviceId}
          network={network.data}
          devices={`/locations/${id}/settings/devices`}
          reload={() => network.mutate()}
        />
      </div>
    </>
  );
}
