/** What the arguments of `picket bring-back` ask for. */
import {
  bringBackLocation,
  bringBackPolicy,
  bringBackTenant,
  type Platform,
  wirePipeline,
} from '@picket/server/commands';
import { describeLocation, describePolicy, describeTenant } from './brought-back-text.ts';

/** Brings it back from the database at `url`; resolves to what is printed. */
type BringBack = (platform: Platform, url: string, onTable: (table: string, share: number) => void) => Promise<string>;

interface BringBackOptions {
  readonly policy?: string | undefined;
  readonly location?: string | undefined;
  readonly of?: string | undefined;
  readonly 'dry-run': boolean;
}

/** A sentence where the arguments do not name one thing. */
export function findRequest(tenant: string | undefined, options: BringBackOptions): BringBack | string {
  const { policy, location, of = null, 'dry-run': dryRun } = options;
  const [name, ...others] = [tenant, policy, location].filter((one) => one !== undefined);
  if (name === undefined || others.length > 0) return 'Name an organization, or add --location or --policy.';
  const request = { nameOrGuid: name, tenant: of, dryRun };
  if (policy !== undefined)
    return async (platform, url) =>
      describePolicy(await bringBackPolicy(platform, url, request, wirePipeline(platform).edits), dryRun);
  if (location !== undefined)
    return async (platform, url, onTable) => {
      const steps = { onTable, ports: wirePipeline(platform) };
      return describeLocation(await bringBackLocation(platform, url, request, steps), dryRun);
    };
  if (of !== null) return '--of says whose location or policy it is: add --location or --policy.';
  return async (platform, url, onTable) =>
    describeTenant(await bringBackTenant(platform, url, request, onTable), dryRun);
}
