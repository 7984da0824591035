/**
 * Everything that decides what is evaluated in an organization, as one value with its revision. Pure.
 *
 * Input: policies, overrides, zones, pairings, intervals, offsets, each from its own capability. Output: compiled
 * policies for each sentry, and its setup at ingest. Invariant: all parts of a configuration are of its revision.
 */
import { SILENCE_METRIC } from '@picket/domain/metrics';
import type { DoNotDisturb, PolicyContent } from '@picket/domain/policies';
import { policyInForce } from '@picket/domain/policy-merge';
import type { ViolationKeys } from '@picket/domain/violation-keys';
import { type CompiledPolicies, compilePolicies, fingerprintsOf, type PolicyInForce } from '@picket/monitor';
import { hashText } from '../../platform/keys/ids.ts';
import type { GlobalPolicy, TenantOverride } from '../policies/index.ts';
import type { SensorInterval, SensorOffsetRow } from '../sensors/index.ts';
import type { ZoneConfig } from '../zones/index.ts';
import type { FrameZone, IngestSetup } from './ingest-setup.ts';

/** What a configuration consists of; rows of all sentries of the organization. */
export interface ConfigParts {
  readonly policies: readonly GlobalPolicy[];
  readonly overrides: readonly TenantOverride[];
  readonly zones: readonly ZoneConfig[];
  /** Paired fluid sensors. */
  readonly pairings: readonly { readonly sentry: string; readonly sensor: string }[];
  readonly intervals: readonly SensorInterval[];
  /** Newest first. */
  readonly offsets: readonly SensorOffsetRow[];
  /** Days that readings are kept; 0: for ever. */
  readonly retentionDays: number;
  /** Sentries whose silence says nothing. */
  readonly unwatched: readonly string[];
}

export interface SentryPlace {
  readonly guid: string;
  readonly tenant: string;
  readonly location: string;
  readonly reportIntervalSeconds: number;
}

/** The policies of a sentry, with the hash of their fingerprints. */
export interface CompiledConfig {
  readonly policies: CompiledPolicies;
  /** Equal for equal fingerprints. */
  readonly hash: string;
  readonly revision: number;
}

export class TenantConfig {
  readonly revision: number;
  readonly #parts: ConfigParts;
  readonly #unwatched: ReadonlySet<string>;
  readonly #overrides: ReadonlyMap<string, ReadonlyMap<string, TenantOverride>>;
  readonly #pairings: ReadonlyMap<string, readonly string[]>;
  readonly #intervals: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly #offsets: ReadonlyMap<string, readonly SensorOffsetRow[]>;
  /** By what differs from sentry to sentry: most sentries of an organization share one. */
  readonly #compiled = new Map<string, CompiledConfig>();
  readonly #bySentry = new Map<string, { readonly interval: number; readonly compiledConfig: CompiledConfig }>();
  readonly #setups = new Map<string, IngestSetup>();

  constructor(revision: number, parts: ConfigParts) {
    this.revision = revision;
    this.#parts = parts;
    this.#unwatched = new Set(parts.unwatched);
    this.#overrides = mapBy(parts.overrides, (rows) => new Map(rows.map((row) => [row.policy, row])));
    this.#pairings = mapBy(parts.pairings, (rows) => rows.map(({ sensor }) => sensor));
    this.#intervals = mapBy(
      parts.intervals,
      (rows) => new Map(rows.map(({ sensorMetricId, seconds }) => [sensorMetricId, seconds])),
    );
    this.#offsets = mapBy(parts.offsets, (rows) => rows);
  }

  /** The same with a zone drawn, or redrawn: for drafts. */
  withZone(zone: ZoneConfig): TenantConfig {
    const others = this.#parts.zones.filter(({ guid }) => guid !== zone.guid);
    return new TenantConfig(this.revision, { ...this.#parts, zones: [...others, zone] });
  }

  zone(guid: string): ZoneConfig | null {
    return this.#parts.zones.find((zone) => zone.guid === guid) ?? null;
  }

  /** Every policy as it is in force on a sentry. */
  policiesOn(sentry: string): readonly PolicyInForce[] {
    const overrides = this.#overrides.get(sentry);
    return this.#parts.policies.map((policy) => inForce(policy, overrides?.get(policy.guid)));
  }

  /** The policy of every sentry without an override. */
  global(policyGuid: string): GlobalPolicy | null {
    return this.#parts.policies.find(({ guid }) => guid === policyGuid) ?? null;
  }

  /** The overrides of a policy. */
  overridesOf(policyGuid: string): readonly TenantOverride[] {
    return this.#parts.overrides.filter(({ policy }) => policy === policyGuid);
  }

  /** A policy's quiet hours on a sentry, or null. */
  doNotDisturbOf(sentry: string, policyGuid: string): DoNotDisturb | null {
    const policy = this.global(policyGuid);
    if (policy === null) return null;
    return policyInForce(policy, this.#overrides.get(sentry)?.get(policyGuid)?.override ?? null).doNotDisturb;
  }

  /** The policies of a sentry as the engine runs them. */
  compiledFor(sentry: SentryPlace): CompiledConfig {
    const known = this.#bySentry.get(sentry.guid);
    if (known !== undefined && known.interval === sentry.reportIntervalSeconds) return known.compiledConfig;
    const compiledConfig = this.#compile(sentry);
    this.#bySentry.set(sentry.guid, { interval: sentry.reportIntervalSeconds, compiledConfig });
    return compiledConfig;
  }

  #compile(sentry: SentryPlace): CompiledConfig {
    const overrides = this.#overrides.get(sentry.guid);
    const zones = this.#zonesOf(sentry);
    const key = JSON.stringify([
      sentry.reportIntervalSeconds,
      this.#pairings.get(sentry.guid) ?? [],
      [...(this.#intervals.get(sentry.guid) ?? [])],
      zones.map(({ name }) => name),
      overrides === undefined ? null : sentry.guid,
      this.#unwatched.has(sentry.guid),
    ]);
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const policies = this.compileFor(sentry, this.policiesOn(sentry.guid));
    const compiledConfig = {
      policies,
      hash: hashText(JSON.stringify(fingerprintsOf(policies))),
      revision: this.revision,
    };
    this.#compiled.set(key, compiledConfig);
    return compiledConfig;
  }

  /** Compiles these policies for a sentry: for drafts. */
  compileFor(sentry: SentryPlace, policies: readonly PolicyInForce[]): CompiledPolicies {
    const zones = this.#zonesOf(sentry);
    return compilePolicies(this.#unwatched.has(sentry.guid) ? policies.map(withoutSilence) : policies, {
      reportIntervalSeconds: sentry.reportIntervalSeconds,
      fluidSensors: this.#pairings.get(sentry.guid) ?? [],
      intervals: this.#intervals.get(sentry.guid),
      zoneFor: (policy, { sensorMetricId, zoneId }) => {
        const sees = zones.filter(({ sensorMetricIds }) => sensorMetricIds.includes(sensorMetricId));
        const wanted = zoneId ?? policy.definition.zone;
        if (wanted === undefined) return sees.find((zone) => zone.policy === policy.guid)?.name ?? null;
        const ownZone = sees.find(({ guid }) => guid === wanted)?.name;
        // A base zone is for the sensors it names; a condition's own zone must be there.
        return ownZone ?? (zoneId === undefined ? null : undefined);
      },
    });
  }

  /** A policy as it would be in force on a sentry with this content in the global one. */
  draftOn(
    sentry: string,
    policyGuid: string,
    content: PolicyContent & { readonly keys?: ViolationKeys },
  ): PolicyInForce | null {
    const policy = this.global(policyGuid);
    return policy === null ? null : inForce({ ...policy, ...content }, this.#overrides.get(sentry)?.get(policyGuid));
  }

  /** A policy as it would be on a sentry with this pinned copy. */
  pinnedOn(policyGuid: string, content: PolicyContent): PolicyInForce | null {
    const policy = this.global(policyGuid);
    return policy === null ? null : { ...policy, ...content };
  }

  /** One policy as it is in force on a sentry. */
  policyOn(sentry: string, policyGuid: string): PolicyInForce | null {
    const policy = this.global(policyGuid);
    return policy === null ? null : inForce(policy, this.#overrides.get(sentry)?.get(policyGuid));
  }

  /** What ingest needs to know about a sentry. */
  setupOf(sentry: SentryPlace): IngestSetup {
    const known = this.#setups.get(sentry.guid);
    if (known !== undefined) return known;
    const offsets = this.#offsets.get(sentry.guid) ?? [];
    const setup: IngestSetup = {
      retentionDays: this.#parts.retentionDays,
      zones: this.#zonesOf(sentry).map(frameZone),
      hasOffsets: offsets.length > 0,
      // Newest first: the first one that starts by then applies.
      offsetOf: (sensorMetricId, column, at) =>
        offsets.find((one) => one.sensorMetricId === sensorMetricId && one.column === column && one.from <= at)
          ?.offset ?? 0,
    };
    this.#setups.set(sentry.guid, setup);
    return setup;
  }

  /** Whether a sentry's offsets are the same under another configuration. */
  hasOffsetsOf(other: TenantConfig, { guid }: SentryPlace): boolean {
    const own = this.#offsets.get(guid);
    const others = other.#offsets.get(guid);
    return own === others || JSON.stringify(own) === JSON.stringify(others);
  }

  /** Whether a sentry's zones are the same under another configuration. */
  hasZonesOf(other: TenantConfig, sentry: SentryPlace): boolean {
    const names = (config: TenantConfig): string => JSON.stringify(config.#zonesOf(sentry).map(({ name }) => name));
    return names(this) === names(other);
  }

  #zonesOf(sentry: SentryPlace): readonly ZoneConfig[] {
    const isHere = (zone: ZoneConfig): boolean =>
      zone.location === sentry.location && (zone.sentry === null || zone.sentry === sentry.guid);
    // A zone of the sentry's own goes before one of the whole location.
    return this.#parts.zones.filter(isHere).sort((a, b) => Number(a.sentry === null) - Number(b.sentry === null));
  }
}

/** Without what watches its own reports: a gateway that is gone is one alert, its own. */
const withoutSilence = (policy: PolicyInForce): PolicyInForce => ({
  ...policy,
  definition: {
    ...policy.definition,
    violations: policy.definition.violations.filter(({ conditions }) =>
      conditions.every(({ sensorMetricId }) => sensorMetricId !== SILENCE_METRIC),
    ),
  },
});

const frameZone = ({ name, sensorMetricIds, grid }: ZoneConfig): FrameZone => ({ name, sensorMetricIds, grid });

function inForce(policy: GlobalPolicy, own: TenantOverride | undefined): PolicyInForce {
  const { guid, name, version } = policy;
  const here = policyInForce(policy, own?.override ?? null);
  const keys = own !== undefined && here.reason === 'PINNED' ? own.keys : policy.keys;
  return { guid, name, version, keys, ...here };
}

function mapBy<Row extends { readonly sentry: string }, Value>(
  rows: readonly Row[],
  value: (rows: readonly Row[]) => Value,
): ReadonlyMap<string, Value> {
  return new Map([...Map.groupBy(rows, ({ sentry }) => sentry)].map(([sentry, own]) => [sentry, value(own)]));
}
