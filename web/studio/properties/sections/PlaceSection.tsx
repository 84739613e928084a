import { RotateCw } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { usualImageMs } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';
import { useEditorState } from '../../state/use-editor.ts';
import { PanelSection } from '../fields/PanelSection.tsx';
import { NumberField } from '../NumberField.tsx';
import { msOfSeconds, secondsOf } from '../numbers.ts';
import { usePanel } from '../panel-context.ts';
import type { PlaceField } from '../places.ts';
import { usePlace } from '../use-place.ts';
import css from './sections.module.css';

/** Properties of a PlaceSection: the components whose figures it shows, one or several. */
export interface PlaceSectionProps {
  all: readonly FlatComponent[];
  folding?: 'open' | 'folded';
}

/** How long the story is shown, in ms; null where that is not known. */
export function useStoryMs(): number | null {
  const { videoMs } = usePanel();
  return useEditorState(({ content }) => (content.type === 2 ? videoMs : (content.studio.duration_ms ?? usualImageMs)));
}

/** Properties of a PlaceNumber: which number of which components. */
interface PlaceNumberProps {
  all: readonly FlatComponent[];
  field: PlaceField;
  label: string;
  sign: ReactNode;
  unit?: string;
}

const PlaceNumber = memo(function PlaceNumber({ all, field, label, sign, unit }: PlaceNumberProps) {
  const { values, change, faulty, seal } = usePlace(all, field);
  return (
    <NumberField
      label={label}
      sign={sign}
      {...(unit ? { unit } : {})}
      values={values}
      bounds={bounds[field]}
      invalid={faulty}
      onChange={change}
      onSettled={seal}
    />
  );
});

const PlaceTime = memo(function PlaceTime({ all, field, label, sign }: PlaceNumberProps) {
  const lastMs = useStoryMs() ?? studioLimits.timeMs;
  const { values, change, faulty, seal } = usePlace(all, field, lastMs);
  return (
    <NumberField
      label={label}
      sign={sign}
      unit={t(studioPropertyWords.seconds)}
      values={values.map(secondsOf)}
      bounds={[0, secondsOf(lastMs)]}
      step={0.1}
      invalid={faulty}
      onChange={(next) => change((ms) => msOfSeconds(next(secondsOf(ms))))}
      onSettled={seal}
    />
  );
});

/** Where one component lies, in short. */
function Spot({ all }: { all: readonly FlatComponent[] }) {
  const [x, y] = [usePlace(all, 'x').values, usePlace(all, 'y').values];
  return <span className="num">{`${x[0]}, ${y[0]}`}</span>;
}

const turn = <RotateCw />;

/** Where components lie, how large, turned and high in the pile they are, and from when to when they are shown, in numbers. */
export function PlaceSection({ all, folding = 'open' }: PlaceSectionProps) {
  return (
    <PanelSection
      title={t(studioPropertyWords.positionAndTime)}
      folding={folding}
      end={all.length === 1 ? <Spot all={all} /> : null}
    >
      <div className={css.three}>
        <PlaceNumber all={all} field="x" label={t(studioPropertyWords.fromLeft)} sign={t(studioPropertyWords.signX)} />
        <PlaceNumber all={all} field="y" label={t(studioPropertyWords.fromTop)} sign={t(studioPropertyWords.signY)} />
        <PlaceNumber all={all} field="rotation" label={t(studioPropertyWords.rotation)} sign={turn} unit="°" />
        <PlaceNumber all={all} field="width" label={t(studioPropertyWords.width)} sign={t(studioPropertyWords.signW)} />
        <PlaceNumber
          all={all}
          field="height"
          label={t(studioPropertyWords.height)}
          sign={t(studioPropertyWords.signH)}
        />
        <PlaceNumber
          all={all}
          field="z_index"
          label={t(studioPropertyWords.layer)}
          sign={t(studioPropertyWords.signZ)}
        />
      </div>
      <div className={css.two}>
        <PlaceTime
          all={all}
          field="start_time"
          label={t(studioPropertyWords.shownFrom)}
          sign={t(studioPropertyWords.signFrom)}
        />
        <PlaceTime
          all={all}
          field="end_time"
          label={t(studioPropertyWords.shownTo)}
          sign={t(studioPropertyWords.signTo)}
        />
      </div>
    </PanelSection>
  );
}

const bounds = {
  x: studioLimits.x,
  y: studioLimits.y,
  width: studioLimits.width,
  height: studioLimits.height,
  rotation: studioLimits.rotation,
  z_index: studioLimits.zIndex,
  start_time: [0, studioLimits.timeMs],
  end_time: [0, studioLimits.timeMs],
} as const satisfies Record<PlaceField, readonly [number, number]>;
