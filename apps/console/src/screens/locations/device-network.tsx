/** /locations/:id/settings/devices/:deviceId/network: addressing, Wi-Fi, proxy, and the report of the device. */
import { useParams } from 'react-router';
import { NetworkForm } from '../../features/sentries/network-form.tsx';
import { NetworkReport } from '../../features/sentries/network-report.tsx';
import { problemText, useApi } from '../../lib/api.ts';
import '../../ui/lists.css';
import { Problem } from '../../ui/problem.tsx';
import { useTitle } from '../../ui/use-title.ts';

const POLL_INTERVAL_MS = 5000;

export default function DeviceNetwork() {
  const { id = '', deviceId = '' } = useParams();
  const sentry = useApi('GET /sentries/{guid}', { params: { guid: deviceId } });
  const network = useApi(
    'GET /sentries/{guid}/network',
    { params: { guid: deviceId } },
    { refreshInterval: POLL_INTERVAL_MS },
  );
  useTitle(sentry.data ? `${sentry.data.name}, network` : 'Network');
  const error = sentry.error ?? network.error;
  if (error && (!sentry.data || !network.data))
    return (
      <Problem
        isPage
        title={error.status === 404 || error.status === 400 ? 'Device not found' : 'The network could not be loaded'}
        text={
          error.status === 404 || error.status === 400
            ? 'It was removed, or you have no access to it.'
            : problemText(error)
        }
        home="/locations"
      />
    );
  if (!sentry.data || !network.data) return <div className="skeleton" style={{ height: 420 }} aria-hidden="true" />;
  return (
    <>
      <h1>
        {sentry.data.name} <span className="muted">· Network</span>
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
