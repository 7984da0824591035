/** The card on which a zone is named and drawn. */
import type { FrameOut } from '@picket/contracts/types';
import { fieldProblem } from '../../lib/api.ts';
import { useText } from '../../lib/texts.ts';
import { NameField } from '../../ui/name-field.tsx';
import { GridEditor } from './grid-editor.tsx';
import type { Grid } from './grid-model.ts';
import { ZoneLegend } from './zone-legend.tsx';

interface Props {
  readonly name: string;
  readonly placeholder?: string;
  readonly takenNames: readonly string[];
  readonly grid: Grid;
  /** The picture below it; undefined: none yet. */
  readonly frame: FrameOut | undefined;
  readonly sensorMetricId: string;
  readonly mayEdit: boolean;
  /** The error of the last attempt to save. */
  readonly problem: unknown;
  /** Why cells are locked; null: none is. */
  readonly locked: string | null;
  readonly onName: (name: string) => void;
  readonly onPaint: (grid: Grid) => void;
}

export function ZoneDrawing(props: Props) {
  const t = useText();
  const { name, placeholder, takenNames, mayEdit, problem, locked, onName, onPaint } = props;
  return (
    <section className="card pad stack" aria-label={t('zones.drawing')}>
      {mayEdit && (
        <NameField
          label={t('zones.name')}
          {...(placeholder === undefined ? {} : { placeholder })}
          value={name}
          takenNames={takenNames}
          error={fieldProblem(problem, 'name')}
          onChange={onName}
        />
      )}
      <GridEditor
        grid={props.grid}
        frame={props.frame}
        sensorMetricId={props.sensorMetricId}
        readOnly={!mayEdit}
        onChange={onPaint}
      />
      <ZoneLegend locked={locked} />
    </section>
  );
}
