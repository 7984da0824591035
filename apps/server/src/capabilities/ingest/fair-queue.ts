/**
 * A queue that is fair between organizations and, inside an organization, between its sentries.
 *
 * Input: items with the cost of each. Output: batches, which may hold several organizations. Invariants: the items of a sentry
 * leave in their order, and while some of them are being worked on none of its others leaves; an organization is in a limited number
 * of batches at a time, so that others find one that is free; nothing is lost or doubled; of a sentry or organization that has nothing
 * here, nothing is kept beyond what fairness needs (`fair-order.ts`).
 */
import { FairOrder } from './fair-order.ts';

/** What the queue needs to know about an item. */
export interface FairItem {
  readonly tenant: string;
  readonly sentry: string;
  /** What it costs to work on it, above 0. */
  readonly cost: number;
  /** How many places it takes while it waits; not given: one. */
  readonly places?: number;
}

const placesOf = ({ places }: FairItem): number => places ?? 1;

/** How many places are taken by items that wait: in all, of an organization, and of a sentry. */
export interface WaitingCounts {
  readonly total: number;
  readonly ofTenant: number;
  readonly ofSentry: number;
}

interface Link<Item> {
  readonly item: Item;
  next: Link<Item> | null;
}

class SentryItems<Item extends FairItem> {
  #first: Link<Item> | null = null;
  #last: Link<Item> | null = null;
  count = 0;
  places = 0;
  /** Some of its items are being worked on. */
  isTaken = false;

  get first(): Item | undefined {
    return this.#first?.item;
  }

  append(item: Item): void {
    const link = { item, next: null };
    if (this.#last === null) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#count(item, 1);
  }

  prepend(item: Item): void {
    this.#first = { item, next: this.#first };
    this.#last ??= this.#first;
    this.#count(item, 1);
  }

  removeFirst(): void {
    if (this.#first === null) return;
    this.#count(this.#first.item, -1);
    this.#first = this.#first.next;
    if (this.#first === null) this.#last = null;
  }

  #count(item: Item, by: 1 | -1): void {
    this.count += by;
    this.places += by * placesOf(item);
  }
}

interface TenantItems<Item extends FairItem> {
  readonly sentries: Map<string, SentryItems<Item>>;
  /** Those of its sentries that have items to take. */
  readonly order: FairOrder<string>;
  places: number;
  /** With items of it that are being worked on. */
  batches: number;
}

/** The limits of a batch. An item that is beyond them alone is a batch of its own. */
export interface BatchLimits {
  readonly items: number;
  readonly cost: number;
  /** An item that costs more shares a batch only with such items: a small one must not wait for it to be done. */
  readonly smallCost: number;
  /** All of the organization that is next. */
  readonly isOfOneTenant: boolean;
}

export class FairQueue<Item extends FairItem> {
  readonly #tenants = new Map<string, TenantItems<Item>>();
  /** The organizations with items to take. */
  readonly #order = new FairOrder<string>();
  readonly #batchesOfTenant: number;
  #count = 0;
  #places = 0;
  #cost = 0;

  /** `batchesOfTenant`: in how many batches an organization may be at a time. */
  constructor(batchesOfTenant: number) {
    this.#batchesOfTenant = batchesOfTenant;
  }

  /** Items that wait. */
  get size(): number {
    return this.#count;
  }

  /** What it costs to work on all items that wait. */
  get cost(): number {
    return this.#cost;
  }

  /** Organizations whose items wait or are being worked on. */
  get tenantCount(): number {
    return this.#tenants.size;
  }

  /** Organizations and sentries of which something is kept, for tests of what that is bounded by. */
  get kept(): { readonly tenants: number; readonly sentries: number; readonly order: number } {
    let sentries = 0;
    let order = this.#order.size;
    for (const tenant of this.#tenants.values()) {
      sentries += tenant.sentries.size;
      order += tenant.order.size;
    }
    return { tenants: this.tenantCount, sentries, order };
  }

  /** Whether `take` returns something. */
  get hasNext(): boolean {
    return !this.#order.isIdle;
  }

  countWaiting(tenantGuid: string, sentryGuid: string): WaitingCounts {
    const tenant = this.#tenants.get(tenantGuid);
    return {
      total: this.#places,
      ofTenant: tenant?.places ?? 0,
      ofSentry: tenant?.sentries.get(sentryGuid)?.places ?? 0,
    };
  }

  /** O(log n). */
  add(item: Item): void {
    const { tenant, items } = this.#find(item);
    items.append(item);
    this.#countItem(tenant, item, 1);
    if (!items.isTaken) this.#startWaiting(tenant, item);
  }

  /** The next batch, empty where nothing can be taken. Its sentries have no other items taken until `release`. O(log n) an item. */
  take(limits: BatchLimits): readonly Item[] {
    const taken: Item[] = [];
    let cost = 0;
    for (;;) {
      const [known] = taken;
      const next = this.#next(limits.isOfOneTenant ? known?.tenant : undefined);
      if (next === null) break;
      const { item, tenant, items } = next;
      cost += item.cost;
      const first = known ?? item;
      const isOther = item.cost > limits.smallCost !== first.cost > limits.smallCost;
      if (taken.length > 0 && (isOther || taken.length >= limits.items || cost > limits.cost)) break;
      taken.push(item);
      items.removeFirst();
      this.#countItem(tenant, item, -1);
      tenant.order.charge(item.cost);
      if (!limits.isOfOneTenant) this.#order.charge(item.cost);
      if (items.count === 0) this.#stopWaiting(tenant, item);
    }
    // One that was not asked for meanwhile is still the first: it is charged for all at once.
    if (limits.isOfOneTenant && taken.length > 0) this.#order.charge(taken.reduce((sum, item) => sum + item.cost, 0));
    for (const item of taken) {
      const { tenant, items } = this.#find(item);
      items.isTaken = true;
      this.#stopWaiting(tenant, item);
    }
    for (const [guid, tenant] of this.#tenantsOf(taken)) {
      tenant.batches += 1;
      if (tenant.batches >= this.#batchesOfTenant) this.#order.stopWaiting(guid);
    }
    return taken;
  }

  /** The work on `taken` is over. `again`: those of it that wait once more, before what else waits of their sentries. */
  release(taken: readonly Item[], again: readonly Item[]): void {
    for (const item of again.toReversed()) {
      const { tenant, items } = this.#find(item);
      items.prepend(item);
      this.#countItem(tenant, item, 1);
    }
    for (const [guid, tenant] of this.#tenantsOf(taken)) {
      tenant.batches -= 1;
      if (!tenant.order.isIdle) this.#order.startWaiting(guid);
    }
    for (const item of taken) {
      const { tenant, items } = this.#find(item);
      items.isTaken = false;
      if (items.count > 0) this.#startWaiting(tenant, item);
      else this.#forget(tenant, item);
    }
  }

  #tenantsOf(items: readonly Item[]): ReadonlyMap<string, TenantItems<Item>> {
    return new Map(items.map((item) => [item.tenant, this.#find(item).tenant]));
  }

  /** `ofTenant`: of this one; not given: of the one whose turn it is. */
  #next(
    ofTenant?: string,
  ): { readonly item: Item; readonly tenant: TenantItems<Item>; readonly items: SentryItems<Item> } | null {
    const tenant = this.#tenants.get(ofTenant ?? this.#order.next() ?? '');
    const items = tenant?.sentries.get(tenant.order.next() ?? '');
    const item = items?.first;
    return tenant === undefined || items === undefined || item === undefined ? null : { item, tenant, items };
  }

  #find({ tenant: tenantGuid, sentry }: FairItem): { tenant: TenantItems<Item>; items: SentryItems<Item> } {
    const tenant: TenantItems<Item> = this.#tenants.get(tenantGuid) ?? {
      sentries: new Map(),
      order: new FairOrder(),
      places: 0,
      batches: 0,
    };
    this.#tenants.set(tenantGuid, tenant);
    const items = tenant.sentries.get(sentry) ?? new SentryItems<Item>();
    tenant.sentries.set(sentry, items);
    return { tenant, items };
  }

  #countItem(tenant: TenantItems<Item>, item: Item, by: 1 | -1): void {
    const places = by * placesOf(item);
    tenant.places += places;
    this.#places += places;
    this.#count += by;
    this.#cost += by * item.cost;
  }

  #startWaiting(tenant: TenantItems<Item>, { tenant: guid, sentry }: FairItem): void {
    tenant.order.startWaiting(sentry);
    if (tenant.batches < this.#batchesOfTenant) this.#order.startWaiting(guid);
  }

  #stopWaiting(tenant: TenantItems<Item>, { tenant: guid, sentry }: FairItem): void {
    tenant.order.stopWaiting(sentry);
    if (tenant.order.isIdle) this.#order.stopWaiting(guid);
  }

  #forget(tenant: TenantItems<Item>, { tenant: guid, sentry }: FairItem): void {
    tenant.sentries.delete(sentry);
    if (tenant.sentries.size === 0) this.#tenants.delete(guid);
  }
}
