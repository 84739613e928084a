import { Crop, Droplets, Shrink } from 'lucide-react';
import { useId } from 'react';
import { limits } from '#contracts/api/limits.ts';
import { usualImageMs } from '#contracts/studio/kinds.ts';
import { studioLimits } from '#contracts/studio/limits.ts';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { Field } from '../../dashboard/kit/fields/Field.tsx';
import { Slider } from '../../dashboard/kit/fields/Slider.tsx';
import { TextField } from '../../dashboard/kit/fields/TextField.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { type BackdropChanges, changeBackdrop } from '../edits/backdrop.ts';
import { cutText } from '../edits/words.ts';
import { isUntouched } from '../state/untouched.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { ColorField } from './ColorField.tsx';
import { PanelSection } from './fields/PanelSection.tsx';
import { NumberField } from './NumberField.tsx';
import { msOfSeconds, secondsOf } from './numbers.ts';
import { usePanel } from './panel-context.ts';
import css from './StoryProperties.module.css';

type Change = (changes: BackdropChanges, merge?: string) => void;

function useChange(): { change: Change; seal: () => void } {
  const editor = useEditor();
  return {
    change: (changes, merge) => editor.edit(changeBackdrop, changes, merge === undefined ? null : `story.${merge}`),
    seal: () => editor.seal(),
  };
}

function FocusFields({ change, seal }: { change: Change; seal: () => void }) {
  const { x, y, zoom, fit } = useEditorState(({ content }) => content.studio.medium);
  const id = useId();
  return (
    <>
      {fit === 'fill' ? (
        <div className={css.two}>
          <NumberField
            label={t(studioPropertyWords.focusAcross)}
            sign={t(studioPropertyWords.signX)}
            unit="%"
            values={[x]}
            bounds={[0, 100]}
            onChange={(next) => change({ medium: { x: next(x) } }, 'x')}
            onSettled={seal}
          />
          <NumberField
            label={t(studioPropertyWords.focusDown)}
            sign={t(studioPropertyWords.signY)}
            unit="%"
            values={[y]}
            bounds={[0, 100]}
            onChange={(next) => change({ medium: { y: next(y) } }, 'y')}
            onSettled={seal}
          />
        </div>
      ) : null}
      <Field
        id={id}
        label={t(studioPropertyWords.zoom)}
        end={t(studioPropertyWords.percentValue, { value: zoom })}
        group
      >
        <Slider
          label={t(studioPropertyWords.zoom)}
          min={studioLimits.zoom[0]}
          max={studioLimits.zoom[1]}
          step={5}
          value={zoom}
          valueText={t(studioPropertyWords.percentValue, { value: zoom })}
          onChange={(value) => change({ medium: { zoom: value } }, 'zoom')}
        />
      </Field>
    </>
  );
}

function MediumFields({ change, seal }: { change: Change; seal: () => void }) {
  const { fit, alt } = useEditorState(({ content }) => content.studio.medium);
  const type = useEditorState(({ content }) => content.type);
  const length = useEditorState(({ content }) => content.studio.duration_ms ?? usualImageMs);
  return (
    <PanelSection title={type === 2 ? t(studioPropertyWords.video) : t(studioPropertyWords.image)}>
      <div className={css.fit}>
        <SegmentedControl
          label={t(studioPropertyWords.fit)}
          value={fit}
          options={[
            { value: 'fill', label: t(studioPropertyWords.fitFill), icon: <Crop /> },
            { value: 'fit', label: t(studioPropertyWords.fitWhole), icon: <Shrink /> },
            { value: 'blur', label: t(studioPropertyWords.fitBlur), icon: <Droplets /> },
          ]}
          onChange={(value) => change({ medium: { fit: value } })}
        />
      </div>
      <FocusFields change={change} seal={seal} />
      <TextField
        label={t(studioPropertyWords.description)}
        hint={t(studioPropertyWords.descriptionHint)}
        rows={2}
        counter={studioLimits.alt}
        value={alt}
        onChange={(text) => change({ medium: { alt: cutText(text, studioLimits.alt) } }, 'alt')}
        onBlur={seal}
      />
      {type === 1 ? (
        <NumberField
          label={t(studioPropertyWords.shownFor)}
          sign={t(studioPropertyWords.shownFor)}
          unit={t(studioPropertyWords.seconds)}
          values={[secondsOf(length)]}
          bounds={[secondsOf(studioLimits.imageMs[0]), secondsOf(studioLimits.imageMs[1])]}
          step={0.1}
          onChange={(next) => change({ duration_ms: msOfSeconds(next(secondsOf(length))) }, 'duration_ms')}
          onSettled={seal}
        />
      ) : null}
    </PanelSection>
  );
}

/** What is shown while nothing is selected: the story itself, its background and how its medium lies. */
export function StoryProperties() {
  const editor = useEditor();
  const { faults, brand } = usePanel();
  const { change, seal } = useChange();
  const title = useEditorState(({ content }) => content.title);
  const background = useEditorState(({ content }) => content.studio.background);
  const hasMedium = useEditorState(({ content }) => content.media !== null);
  const untouched = useEditorState(({ content }) => isUntouched(content));
  return (
    <>
      <div className={css.fields}>
        <TextField
          label={t(studioPropertyWords.title)}
          counter={limits.storyTitle}
          value={title}
          error={faults.get('title') ?? null}
          autoComplete="off"
          onChange={(text) =>
            editor.change((content) => ({ ...content, title: cutText(text, limits.storyTitle) }), 'story.title')
          }
          onBlur={seal}
        />
        <ColorField
          label={t(studioPropertyWords.background)}
          value={background}
          noneLabel={t(studioPropertyWords.black)}
          instead="#000000"
          brand={brand?.colors}
          alpha={false}
          contrast={null}
          onChange={(color) => change({ background: color }, 'background')}
          onSettled={seal}
        />
        {untouched && faults.size === 0 ? <p className="t-caption">{t(studioPropertyWords.startHint)}</p> : null}
        {faults.has('media') ? (
          <p className={css.fault} role="alert">
            {faults.get('media')}
          </p>
        ) : null}
      </div>
      {hasMedium ? <MediumFields change={change} seal={seal} /> : null}
    </>
  );
}
