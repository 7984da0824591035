/** The zones of a sensor: the base zone of each policy with its sub-zones, and those of no policy. */
import { Button } from '@mantine/core';
import type { PolicyOut, ZoneOut } from '@picket/contracts/types';
import { Link } from 'react-router';
import { nameText } from '../../lib/kind-texts.ts';
import { useText } from '../../lib/texts.ts';
import { hidden } from '../../ui/rich-tags.tsx';
import styles from '../../ui/tree.module.css';
import type { PictureSensor } from './picture-sensors.ts';
import { cellsOf, ZoneRow } from './zone-row.tsx';

interface Props {
  readonly location: string;
  readonly sensor: PictureSensor;
  /** Those of the sensor. */
  readonly zones: readonly ZoneOut[];
  readonly policies: readonly PolicyOut[];
  readonly mayEdit: boolean;
}

/** Those of a sensor, of all zones of its location. */
export const zonesOfSensor = (zones: readonly ZoneOut[], sensor: PictureSensor): readonly ZoneOut[] =>
  zones.filter(
    ({ sentry, sensorMetricIdList }) =>
      (sentry === undefined || sentry === sensor.sentry.guid) && sensorMetricIdList.includes(sensor.sensorMetricId),
  );

const watches = ({ definition }: PolicyOut, { sensorMetricId }: PictureSensor): boolean =>
  definition.violations.some(({ conditions }) =>
    conditions.some((one) => one.sensorMetricId === sensorMetricId && one.zoneId === undefined),
  );

export function SensorZones(props: Props) {
  const t = useText();
  const { sensor, zones, policies } = props;
  const watching = policies.filter((policy) => watches(policy, sensor));
  return (
    <div className="stack">
      {watching.map((policy) => (
        <BaseZone
          {...props}
          key={policy.guid}
          policy={policy}
          zone={zones.find((zone) => zone.policy === policy.guid)}
        />
      ))}
      {watching.length === 0 && (
        <section className="card empty">
          <h2>{t('zones.list.noPolicy')}</h2>
          <p className="muted">{t('zones.list.noPolicyText')}</p>
        </section>
      )}
      <OtherZones {...props} />
    </div>
  );
}

interface BaseProps extends Props {
  readonly policy: PolicyOut;
  readonly zone: ZoneOut | undefined;
}

function BaseZone(props: BaseProps) {
  const t = useText();
  const { policy, zone, zones, mayEdit } = props;
  const children = zones.filter(({ parentId }) => zone !== undefined && parentId === zone.zoneId);
  return (
    <section className="card pad stack" aria-label={t('zones.base.title', { policy: nameText(t, policy.name) })}>
      <div className="row">
        <h2>{nameText(t, policy.name)}</h2>
        <span className="small muted num">
          {zone === undefined
            ? t('zones.list.wholePicture')
            : t('zones.list.cells', { count: cellsOf(zone), of: zone.rows * zone.columns })}
        </span>
        <span className="grow" />
        <BaseZoneActions {...props} />
      </div>
      {zone === undefined && mayEdit && <p className="small muted">{t('zones.list.help')}</p>}
      {children.length > 0 && <Rows {...props} zones={children} />}
    </section>
  );
}

function BaseZoneActions({ location, sensor, policy, zone, mayEdit }: BaseProps) {
  const t = useText();
  const settings = `/locations/${location}/settings/zones`;
  const action = !mayEdit ? 'view' : zone === undefined ? 'draw' : 'redraw';
  return (
    <>
      <Button size="xs" variant="default" component={Link} to={`${settings}/base/${policy.guid}?sensor=${sensor.id}`}>
        {t.rich(`zones.list.${action}`, { policy: nameText(t, policy.name), hidden })}
      </Button>
      {zone !== undefined && mayEdit && (
        <Button size="xs" component={Link} to={`${settings}/tagging/${sensor.id}/create/${zone.zoneId}`}>
          {t.rich('zones.list.addSubZone', { zone: zone.name, hidden })}
        </Button>
      )}
    </>
  );
}

function OtherZones(props: Props) {
  const t = useText();
  const { zones } = props;
  const others = zones.filter(
    ({ policy, parentId }) => policy === undefined && !zones.some(({ zoneId }) => zoneId === parentId),
  );
  if (others.length === 0) return null;
  return (
    <section className="card pad stack" aria-label={t('zones.list.others')}>
      <h2>{t('zones.list.others')}</h2>
      <Rows {...props} zones={others} />
    </section>
  );
}

/** Returns the policy whose rules all watch this zone. */
const policyOfZone = (zone: ZoneOut, policies: readonly PolicyOut[]): PolicyOut | undefined =>
  policies.find(
    ({ definition }) =>
      definition.violations.length > 0 &&
      definition.violations.every(({ conditions }) => conditions.some(({ zoneId }) => zoneId === zone.zoneId)),
  );

function Rows({ location, sensor, zones, policies, mayEdit }: Props) {
  return (
    <ul className={styles.tree}>
      {zones.map((zone) => (
        <ZoneRow
          key={zone.zoneId}
          zone={zone}
          watcher={policyOfZone(zone, policies)}
          path={`/locations/${location}/settings/zones/tagging/${sensor.id}/update`}
          mayEdit={mayEdit}
        />
      ))}
    </ul>
  );
}
