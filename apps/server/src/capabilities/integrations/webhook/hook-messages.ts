/** What stands in a request to a webhook: reports in Picket's own form, or the messages of a platform. Pure. */
import { HookReport } from '@picket/contracts/hooks';
import { messagesOverHttp } from '@picket/devices/formats/over-http';
import { type OwnReport, ownReportMessage, ownReportTopic, unreadableValues } from '@picket/devices/formats/own-report';
import { isJsonObject } from '@picket/devices/plain-json';
import { DecodedMessage } from '@picket/devices/value-rule';
import type { FieldProblem } from '@picket/domain/field-problems';
import { phrase } from '@picket/domain/phrases';
import { cleanText } from '@picket/domain/text';
import { formatInstant, type Millis } from '@picket/domain/time';
import { assertNoProblems } from '../../../platform/errors.ts';

/** A device whose clock is this much ahead is refused, as its readings would be. */
const MAX_LEAD: Millis = 60_000;
const MAX_PROBLEMS = 100;
const MAX_FIELD = 300;

export interface HookMessage {
  readonly topic: string;
  readonly message: DecodedMessage;
}

/** null: it is in no format that is read. Throws a 400 that names each field at fault of a report in the own form. */
export function readHookBody(body: unknown, event: string | null, now: Millis): readonly HookMessage[] | null {
  if (isOwnForm(body)) return readOwnReports(body, now);
  const messages = messagesOverHttp(body, event);
  return messages?.map(({ topic, json }) => ({ topic, message: DecodedMessage.ofJson(json) })) ?? null;
}

/** The parameters of an address as a report: what is not about the device is a value. */
export function readHookQuery(query: Readonly<Record<string, unknown>>, now: Millis): readonly HookMessage[] {
  const { device, name, model, at, ...values } = query;
  const about = Object.fromEntries(
    Object.entries({ device, name, model, at }).filter(([, value]) => value !== undefined),
  );
  const numbers = Object.entries(values).map(([key, value]) => [key, isNumber(value) ? Number(value) : value] as const);
  return readOwnReports({ ...about, values: Object.fromEntries(numbers) }, now);
}

const isNumber = (text: unknown): boolean => typeof text === 'string' && /^[+-]?\d{1,15}(?:\.\d{1,15})?$/u.test(text);

/** No platform names a device in this way: what does is in our own form, also where it is wrong. */
const isReport = (value: unknown): boolean => isJsonObject(value) && 'device' in value && 'values' in value;
const isOwnForm = (body: unknown): boolean => (Array.isArray(body) ? body.some(isReport) : isReport(body));

function readOwnReports(body: unknown, now: Millis): readonly HookMessage[] {
  const problems: FieldProblem[] = [];
  const reports: OwnReport[] = [];
  for (const [index, sent] of (Array.isArray(body) ? body : [body]).entries()) {
    const path = Array.isArray(body) ? [index] : [];
    const note = (field: readonly PropertyKey[], message: FieldProblem['message']): void => {
      if (problems.length < MAX_PROBLEMS)
        problems.push({ name: cleanText([...path, ...field].map(String).join('.') || 'body', MAX_FIELD), message });
    };
    const report = readOwnReport(sent, now, note);
    if (report !== null) reports.push(report);
  }
  assertNoProblems(problems);
  return reports.map((report) => ({ topic: ownReportTopic(report), message: ownReportMessage(report) }));
}

type Note = (field: readonly PropertyKey[], message: FieldProblem['message']) => void;

function readOwnReport(sent: unknown, now: Millis, note: Note): OwnReport | null {
  const parsed = HookReport.safeParse(sent);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) note(path, message);
    return null;
  }
  const { device, name = null, model = null, at = null, values } = parsed.data;
  if (at !== null && at > now + MAX_LEAD) {
    note(['at'], phrase('lies in the future; the server’s time is {time}', { time: formatInstant(now) }));
    return null;
  }
  const report = { device, name, model, at, values };
  const unreadable = unreadableValues(report);
  for (const id of unreadable) note(['values', id], 'is no value of this kind');
  return unreadable.length > 0 ? null : report;
}
