import { useText } from '../../../lib/texts.ts';
import { SimulateButton } from '../simulate-button.tsx';

interface Props {
  readonly location: string;
  /** null: a demo organization, whose sentries are simulated outside of the server. */
  readonly onSimulated: (() => unknown) | null;
}

/** The empty state of a location without simulated sentries. */
export function NothingSimulated({ location, onSimulated }: Props) {
  const t = useText();
  return (
    <section className="card empty">
      <h2>{t('sentries.demo.none')}</h2>
      <p className="muted">{onSimulated === null ? t('sentries.demo.noneOfDemo') : t('sentries.demo.noneText')}</p>
      {onSimulated !== null && <SimulateButton location={location} variant="filled" onDone={onSimulated} />}
    </section>
  );
}
