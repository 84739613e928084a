import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
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
import { usePlaces } from '../use-places.ts';
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

/** Where components lie, how large, turned and high in the pile they are, and from when to when they are shown, in numbers. */
export function PlaceSection({ all, folding = 'open' }: PlaceSectionProps) {
  const { read, change, faulty, seal } = usePlaces(all);
  const storyMs = useStoryMs();
  const field = (name: PlaceField, label: string, sign: ReactNode, unit?: string) => (
    <NumberField
      label={label}
      sign={sign}
      {...(unit ? { unit } : {})}
      values={read(name)}
      bounds={bounds[name]}
      invalid={faulty(name)}
      onChange={(next) => change(name, next)}
      onSettled={seal}
    />
  );
  const lastMs = storyMs ?? studioLimits.timeMs;
  const [first] = all;
  const { position } = first!.component;
  return (
    <PanelSection
      title={t(studioPropertyWords.positionAndTime)}
      folding={folding}
      end={all.length === 1 ? <span className="num">{`${position.x}, ${position.y}`}</span> : null}
    >
      <div className={css.three}>
        {field('x', t(studioPropertyWords.fromLeft), t(studioPropertyWords.signX))}
        {field('y', t(studioPropertyWords.fromTop), t(studioPropertyWords.signY))}
        {field('rotation', t(studioPropertyWords.rotation), <RotateCw />, '°')}
        {field('width', t(studioPropertyWords.width), t(studioPropertyWords.signW))}
        {field('height', t(studioPropertyWords.height), t(studioPropertyWords.signH))}
        {field('z_index', t(studioPropertyWords.layer), t(studioPropertyWords.signZ))}
      </div>
      <div className={css.two}>
        <NumberField
          label={t(studioPropertyWords.shownFrom)}
          sign={t(studioPropertyWords.signFrom)}
          unit={t(studioPropertyWords.seconds)}
          values={read('start_time').map(secondsOf)}
          bounds={[0, secondsOf(lastMs)]}
          step={0.1}
          invalid={faulty('start_time')}
          onChange={(next) => change('start_time', (ms) => msOfSeconds(next(secondsOf(ms))))}
          onSettled={seal}
        />
        <NumberField
          label={t(studioPropertyWords.shownTo)}
          sign={t(studioPropertyWords.signTo)}
          unit={t(studioPropertyWords.seconds)}
          values={read('end_time', lastMs).map(secondsOf)}
          bounds={[0, secondsOf(lastMs)]}
          step={0.1}
          invalid={faulty('end_time')}
          onChange={(next) => change('end_time', (ms) => msOfSeconds(next(secondsOf(ms))), lastMs)}
          onSettled={seal}
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
