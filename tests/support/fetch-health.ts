/** Health as the public and as operators see it. */
export const METRICS_TOKEN = 'a token that is long enough';

export interface HealthSnapshot {
  readonly status: number;
  /** The public response; empty where all is well. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The cause, shown with the metrics token; null: no problem. */
  readonly cause: string | null;
  readonly metrics: string;
}

export async function fetchHealth(base: string): Promise<HealthSnapshot> {
  const authorization = `Bearer ${METRICS_TOKEN}`;
  const [stranger, operator, metrics] = await Promise.all([
    fetch(`${base}/api/v1/health`),
    fetch(`${base}/api/v1/health`, { headers: { authorization } }),
    fetch(`${base}/internal/metrics`, { headers: { authorization } }),
  ]);
  const details: { errors?: { message: string }[] } = operator.status === 204 ? {} : await operator.json();
  return {
    status: stranger.status,
    body: stranger.status === 204 ? {} : await stranger.json(),
    cause: details.errors?.[0]?.message ?? null,
    metrics: (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('picket_health'))
      .join('\n'),
  };
}
