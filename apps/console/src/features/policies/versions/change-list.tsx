/** Changes as a diff: what changed, with each field before and after, in the units of the user. */
import type { PolicyChangeOut } from '@picket/contracts/types';
import { delayText } from '@picket/domain/delays';
import { celsiusToFahrenheit } from '@picket/domain/units';
import { useProfile } from '../../session/index.ts';
import './change-list.css';

const FIELD_WORDS: Readonly<Record<string, string>> = {
  onsetDelay: 'raised after',
  exitDelay: 'cleared after',
  threshold: 'limit',
  calc: 'what is compared',
  activeResolution: 'stays until resolved',
  instant: 'cleared at once',
  incidentStartAdjustment: 'start time shown',
  violationStartAdjustment: 'start adjustment',
};

/** Converts a value from its stored unit to the unit of the user. */
function inUserUnits(text: string, useCelsius: boolean): string {
  const degrees = /^(-?[\d.]+) °C$/u.exec(text)?.[1];
  if (degrees !== undefined)
    return useCelsius ? `${Number(degrees).toFixed(1)} °C` : `${celsiusToFahrenheit(Number(degrees)).toFixed(1)} °F`;
  const seconds = /^(-?[\d.]+) s$/u.exec(text)?.[1];
  return seconds === undefined ? text : delayText(Number(seconds));
}

export function ChangeList({ changes }: { readonly changes: readonly PolicyChangeOut[] }) {
  const { useCelsius } = useProfile().preferences;
  return (
    <ul className="edit">
      {changes.map((one, index) => (
        <li key={`${one.code} ${index.toString()}`}>
          <span>{one.fields.length === 0 ? one.text : (one.text.split(' (')[0] ?? one.text)}</span>
          {one.fields.map(({ field, before, after }) => (
            <span key={field} className="edit-field num">
              <span className="muted">{FIELD_WORDS[field] ?? field}</span> <del>{inUserUnits(before, useCelsius)}</del>{' '}
              <ins>{inUserUnits(after, useCelsius)}</ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
