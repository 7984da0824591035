/** What a test read of each value, so that a person sees whether it is what was meant. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { useText } from '../../lib/texts.ts';
import { useFormats } from '../../lib/use-formats.ts';
import styles from './value-rows.module.css';

type Tested = NonNullable<ResponseOf<'POST /integrations/test'>['values']>;

const MAX_DECIMALS = 6;

export function FoundValues({ values }: { readonly values: Tested }) {
  const t = useText();
  const known = values.filter(({ problem }) => problem === undefined).length;
  return (
    <div className={known === values.length ? 'result-line good' : 'result-line'} role="status">
      <strong>{t('integrations.test.foundValues', { count: values.length, known })}</strong>
      <ul className={styles.found}>
        {values.map((value) => (
          <FoundValue key={value.name} value={value} />
        ))}
      </ul>
    </div>
  );
}

function FoundValue({ value: { name, value, unit, problem, found, others = 0 } }: { readonly value: Tested[number] }) {
  const t = useText();
  const formats = useFormats();
  const shownUnit = unit === undefined ? '' : unit === 'ratio' ? ` (${t('integrations.values.ratio')})` : ` ${unit}`;
  return (
    <li>
      <span className="num">
        {name}:{' '}
        <strong>
          {value === undefined
            ? t('integrations.test.unknown')
            : `${formats.shortNumber(value, MAX_DECIMALS)}${shownUnit}`}
        </strong>
      </span>
      {problem !== undefined && <span className="problem-text">{t(`integrations.valueProblem.${problem}`)}</span>}
      {found !== undefined && <code>{found}</code>}
      {others > 0 && <span className="small">{t('integrations.test.others', { count: others })}</span>}
    </li>
  );
}
