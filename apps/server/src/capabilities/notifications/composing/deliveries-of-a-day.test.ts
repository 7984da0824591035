/**
 * Random days of alerts that begin, end, open again, are muted and snoozed, at destinations that accept, reject and have quiet
 * hours, through the rules alone: nothing is dropped without a reason, no CLEARED is sent before its RAISED, and at the end of
 * the day each recipient has as many RAISED as CLEARED, apart from the alerts that are still open.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeliveryState, type ExistingDelivery, planDeliveries } from '../deliveries/plan-deliveries.ts';
import { parsePreferences, type Recipient } from '../recipients/recipients.ts';
import { groupDeliveries } from './group-deliveries.ts';
import { GROUP_INTERVAL_MS, type GroupableAlert, type Situation } from './situation.ts';

const RECIPIENT: Recipient = {
  owner: 'anna',
  tenant: 't',
  name: 'Anna',
  isShared: false,
  permissions: [{ role: 'VIEWER', location: null }],
  preferences: parsePreferences(null),
  useCelsius: true,
  timeFormat: 'auto',
  language: 'en',
  email: 'anna@example.org',
  routes: [{ destination: 'mail', channel: 'EMAIL', name: 'anna@example.org' }],
};

interface Row extends ExistingDelivery {
  state: DeliveryState;
  dueAt: number;
  readonly createdAt: number;
  suppressedFor: Parameters<typeof groupDeliveries>[0][number]['suppressedFor'];
  reason: string | null;
  message: number | null;
}

type Event =
  | { readonly does: 'TOGGLE'; readonly alert: number }
  | { readonly does: 'WITHDRAW'; readonly alert: number }
  | { readonly does: 'MUTE'; readonly alert: number; readonly seconds: number }
  | { readonly does: 'SNOOZE'; readonly alert: number; readonly seconds: number }
  | { readonly does: 'QUIET'; readonly seconds: number }
  | { readonly does: 'MAINTENANCE'; readonly seconds: number }
  | { readonly does: 'BREAK'; readonly isBroken: boolean }
  | { readonly does: 'PASS'; readonly seconds: number };

const ALERTS = [
  { severity: 240, isLoss: true, root: null },
  { severity: 270, isLoss: false, root: 0 },
  { severity: 360, isLoss: false, root: 0 },
  { severity: 999, isLoss: true, root: 0 },
  { severity: 400, isLoss: false, root: null },
  { severity: 230, isLoss: false, root: null },
] as const;

const alert = fc.integer({ min: 0, max: ALERTS.length - 1 });

const seconds = fc.integer({ min: 1, max: 4000 });

const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('TOGGLE' as const), alert }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('WITHDRAW' as const), alert }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('MUTE' as const), alert, seconds }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('SNOOZE' as const), alert, seconds }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('QUIET' as const), seconds }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('MAINTENANCE' as const), seconds }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('BREAK' as const), isBroken: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('PASS' as const), seconds: fc.integer({ min: 1, max: 30 }) }) },
);

class Day {
  now = 1_000_000;
  readonly isGrouped: boolean;
  readonly rows: Row[] = [];
  readonly delivered: { readonly alert: string; readonly change: string; readonly occurrence: number }[] = [];
  readonly alerts = ALERTS.map((one, index) => ({
    ...one,
    guid: `a${index}`,
    isOpen: false,
    isRecovered: false,
    exists: false,
    withdrawn: false,
    raisedAt: 0,
    clearedAt: null as number | null,
    recordedAt: 0,
    mutedUntil: null as number | null,
    snoozedUntil: null as number | null,
  }));
  #quietUntil = 0;
  #maintenanceUntil = 0;
  #broken = false;
  #messages: { readonly at: number; readonly severity: number; readonly rows: readonly Row[]; sent: boolean }[] = [];

  constructor(isGrouped: boolean) {
    this.isGrouped = isGrouped;
  }

  happen(event: Event): void {
    if (event.does === 'QUIET') this.#quietUntil = this.now + event.seconds * 1000;
    else if (event.does === 'MAINTENANCE') this.#maintenanceUntil = this.now + event.seconds * 1000;
    else if (event.does === 'BREAK') this.#broken = event.isBroken;
    else if (event.does === 'PASS') this.now += event.seconds * 1000;
    else this.#change(event);
    this.#work();
  }

  /** Nothing is suppressed any more and the channel works. */
  finish(): void {
    this.#broken = false;
    for (let step = 0; step < 400; step += 1) {
      this.now += 60_000;
      this.#work();
    }
  }

  #change(event: Exclude<Event, { does: 'QUIET' | 'MAINTENANCE' | 'BREAK' | 'PASS' }>): void {
    const one = this.alerts[event.alert];
    if (one === undefined) return;
    if (event.does === 'MUTE' && one.isOpen) return;
    if (event.does === 'WITHDRAW' && !one.exists) return;
    if (event.does === 'MUTE') one.mutedUntil = this.now + event.seconds * 1000;
    if (event.does === 'SNOOZE') one.snoozedUntil = one.isOpen ? this.now + event.seconds * 1000 : null;
    const isNew = event.does === 'TOGGLE' && !one.exists;
    if (event.does === 'TOGGLE') {
      one.isOpen = !one.isOpen;
      one.exists = true;
      // One that was withdrawn and opens again is an alert after all.
      one.withdrawn = false;
      if (one.isOpen) one.raisedAt = one.recordedAt = this.now;
      one.clearedAt = one.isOpen ? null : this.now;
    }
    if (event.does === 'WITHDRAW')
      Object.assign(one, { withdrawn: true, isOpen: false, clearedAt: one.clearedAt ?? this.now });
    if (!one.exists) return;
    const { added, canceled, reinstated } = planDeliveries(
      {
        guid: one.guid,
        tenant: 't',
        location: 'room',
        kind: 'POLICY_ALERT',
        severity: one.severity,
        isOpen: one.isOpen,
        withdrawn: one.withdrawn,
        isNew,
      },
      this.rows.filter((row) => row.alert === one.guid),
      [RECIPIENT],
      true,
    );
    for (const guid of canceled) this.#set(guid, { state: 'SKIPPED', reason: 'REOPENED' });
    for (const guid of reinstated) this.#set(guid, { state: 'DUE', reason: null, dueAt: this.now });
    for (const row of added)
      this.rows.push({
        ...row,
        guid: `d${this.rows.length}`,
        dueAt: this.now,
        createdAt: this.now,
        suppressedFor: null,
        message: null,
      });
    for (const row of this.rows) if (row.state === 'SUPPRESSED' && row.alert === one.guid) row.dueAt = this.now;
  }

  #set(guid: string, changes: Partial<Row>): void {
    const row = this.rows.find((one) => one.guid === guid);
    if (row === undefined) throw new Error('no such row');
    Object.assign(row, changes);
  }

  #work(): void {
    for (const one of this.alerts) {
      if (one.mutedUntil !== null && one.mutedUntil <= this.now) one.mutedUntil = null;
      if (one.snoozedUntil !== null && one.snoozedUntil <= this.now) one.snoozedUntil = null;
    }
    this.#compose();
    this.#deliver();
    this.#compose();
    this.#deliver();
  }

  #compose(): void {
    const due = new Set(
      this.rows
        .filter(({ state, dueAt }) => (state === 'DUE' || state === 'SUPPRESSED') && dueAt <= this.now)
        .map((row) => row.alert),
    );
    const waiting = this.rows.filter(
      ({ state, alert: of }) => (state === 'DUE' || state === 'SUPPRESSED') && due.has(of),
    );
    if (waiting.length === 0) return;
    const { messages, suppressed, skipped } = groupDeliveries(
      waiting.map((row) => ({ ...row, escalated: false })),
      this.#situation(),
    );
    for (const { guid, reason, until } of suppressed) {
      const isRemembered = reason !== 'GROUPING' && reason !== 'WAITING_FOR_PREDECESSOR';
      this.#set(guid, {
        state: 'SUPPRESSED',
        reason,
        dueAt: until,
        ...(isRemembered ? { suppressedFor: reason } : {}),
      });
    }
    for (const { guid, reason } of skipped) this.#set(guid, { state: 'SKIPPED', reason });
    for (const { deliveries, severity } of messages) {
      // A withdrawn alert is not sent as raised.
      for (const { alert: of, change } of deliveries)
        if (change !== 'CLEARED') expect(this.alerts.find(({ guid }) => guid === of)?.withdrawn).toBe(false);
      const rows = deliveries.flatMap(({ guid }) => this.rows.filter((row) => row.guid === guid));
      this.#messages.push({ at: this.now, severity, rows, sent: false });
      for (const row of rows) Object.assign(row, { state: 'COMPOSED', reason: null, message: this.#messages.length });
    }
    const decided =
      suppressed.length + skipped.length + messages.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
    expect(decided).toBe(waiting.length);
  }

  #situation(): Situation {
    const root = (index: number | null): string | null =>
      index !== null && this.alerts[index]?.isOpen ? `a${index}` : null;
    const alerts = this.alerts.map(
      (one): GroupableAlert => ({
        ...one,
        location: 'room',
        sentry: null,
        isAcknowledged: false,
        root: root(one.root),
      }),
    );
    const notified = this.rows.filter(
      ({ change, state, alert: of }) =>
        change === 'RAISED' &&
        (state === 'COMPOSED' || state === 'SENT') &&
        alerts.find(({ guid }) => guid === of)?.isOpen,
    );
    const worst = notified
      .filter(({ alert: of }) => of === 'a0' || alerts.find(({ guid }) => guid === of)?.root === 'a0')
      .map(({ alert: of }) => alerts.find(({ guid }) => guid === of)?.severity ?? 0);
    const recent = this.#messages.filter(({ at }) => at > this.now - GROUP_INTERVAL_MS);
    return {
      now: this.now,
      isGrouped: this.isGrouped,
      alerts: new Map(alerts.map((one) => [one.guid, one])),
      raisedState: (of, occurrence) =>
        this.rows.find((row) => row.alert === of && row.change === 'RAISED' && row.occurrence === occurrence)?.state ??
        null,
      isUnsent: (of) => this.rows.some((row) => row.alert === of && row.state === 'COMPOSED'),
      isNotified: () => 'YES',
      pictureUntil: () => null,
      skipReason: () => null,
      quietUntil: (severity) => (severity < 300 && this.now < this.#quietUntil ? this.#quietUntil : null),
      backlogOf: () => null,
      maintenanceUntil: () => (this.now < this.#maintenanceUntil ? this.#maintenanceUntil : null),
      notifiedSeverities: worst.length === 0 ? new Map() : new Map([['a0', Math.max(...worst)]]),
      recent:
        recent.length === 0
          ? new Map()
          : new Map([
              [
                'room',
                {
                  at: Math.max(...recent.map(({ at }) => at)),
                  severity: Math.max(...recent.map((one) => one.severity)),
                },
              ],
            ]),
    };
  }

  #deliver(): void {
    if (this.#broken) return;
    for (const message of this.#messages) {
      if (message.sent) continue;
      message.sent = true;
      for (const row of message.rows) {
        row.state = 'SENT';
        this.delivered.push(row);
        for (const other of this.rows)
          if (other.state === 'SUPPRESSED' && other.reason === 'WAITING_FOR_PREDECESSOR' && other.alert === row.alert)
            other.dueAt = this.now;
      }
    }
  }
}

describe.each([true, false])('grouped: %s', (isGrouped) => {
  test('each alert sent as raised is sent as cleared, after it, and nothing is sent twice', () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: 1, maxLength: 80 }), (happened) => {
        const day = new Day(isGrouped);
        for (const event of happened) day.happen(event);
        day.finish();
        // Nothing waits, nothing is without a reason.
        for (const row of day.rows) {
          const isKept = row.state === 'SUPPRESSED' && row.reason === 'GROUPED';
          if (!isKept) expect(['SENT', 'SKIPPED'], JSON.stringify(row)).toContain(row.state);
          if (row.state === 'SKIPPED') expect(row.reason).not.toBeNull();
        }
        for (const one of day.alerts) {
          const delivered = day.delivered.filter(({ alert: of }) => of === one.guid);
          const names = delivered.map(({ change, occurrence }) => `${change} ${occurrence}`);
          expect(new Set(names).size).toBe(names.length);
          // Raised, cleared, raised, cleared: in this order, whatever was suppressed.
          const course = delivered.map(({ change }) => change).filter((change) => change !== 'OCCURRED');
          expect(course).toEqual(course.map((_, place) => (place % 2 === 0 ? 'RAISED' : 'CLEARED')));
          const isOn = course.length % 2 === 1;
          if (isOn) expect(one.isOpen, `${one.guid} ${names}`).toBe(true);
          const isGroupedAway = day.rows.some(
            (row) => row.alert === one.guid && row.state === 'SUPPRESSED' && row.reason === 'GROUPED',
          );
          if (one.isOpen) expect(isOn || isGroupedAway, `${one.guid} ${names}`).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
