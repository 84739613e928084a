import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type FlatComponent, flatten } from '#contracts/studio/flat.ts';
import { textSizes } from '#contracts/studio/fonts.ts';
import { type Box, componentParts } from '#contracts/studio/geometry.ts';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { fontStack } from '../../player/render/font-stack.ts';
import { askedWords } from '../edits/answers.ts';
import { mainWords, writeMainWords } from '../edits/words.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import css from './CanvasWords.module.css';
import { componentLabel } from './component-label.ts';
import type { StageView } from './stage-view.ts';
import { useWatched } from './watched.ts';
import { editedWords, wordsLeft } from './words-edited.ts';

/** Room inside the edge of a card, in canvas units. */
const pad = 12;

const sizeOf = ({ kind, component }: FlatComponent): number => {
  if (kind === 'cta') return textSizes[component.text_size - 1] ?? textSizes[1];
  return 'font_size' in component ? component.font_size : 16;
};

/** Where the main words stand in the box of a component. */
function wordsBox(one: FlatComponent, fontSize: number): Box {
  const { width, height } = one.component.size;
  if (one.kind === 'cta' || one.kind === 'product_tag') return { x: 0, y: 0, width, height };
  return componentParts(one).head ?? { x: pad, y: pad, width: Math.max(0, width - 2 * pad), height: fontSize * 1.25 };
}

function Field({ one, view, onLeave }: { one: FlatComponent; view: StageView; onLeave: () => void }) {
  const editor = useEditor();
  const { scale, x, y } = useWatched(view.viewport);
  const field = useRef<HTMLTextAreaElement>(null);
  const { id } = one.component;
  useEffect(() => {
    editor.seal();
    field.current?.focus();
    field.current?.select();
    const before = askedWords(editor.state.content.studio, id);
    return () => {
      editor.seal();
      if (askedWords(editor.state.content.studio, id) !== before) wordsLeft.set({ id, before });
    };
  }, [editor, id]);
  const main = mainWords(one);
  if (!main || !('text_font' in one.component)) return null;
  const { position, size, rotation, text_font, text_align, text_color, text_weight } = one.component;
  const fontSize = sizeOf(one);
  const box = wordsBox(one, fontSize);
  const isCard = one.kind !== 'text' && one.kind !== 'cta';
  const isLines = one.kind === 'text';
  const onKeyDown = (event: KeyboardEvent) => {
    const isOver =
      event.key === 'Escape' ||
      (event.key === 'Enter' && !event.shiftKey && (!isLines || event.ctrlKey || event.metaKey));
    if (!isOver || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onLeave();
  };
  const transform = `translate(${x + position.x * scale}px, ${y + position.y * scale}px) scale(${scale})`;
  return (
    <div className={css.root} style={{ transform }} data-own-pointer>
      <div className={css.turned} style={{ width: size.width, height: size.height, rotate: `${rotation}deg` }}>
        <div
          className={css.words}
          style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
          data-covers={one.kind === 'product_tag' || undefined}
        >
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={t(studioCanvasWords.editWordsOf, { name: componentLabel(one) })}
            value={main.text}
            style={{
              color: text_color,
              fontFamily: fontStack(text_font),
              fontSize,
              fontWeight: isCard ? 700 : text_weight,
              textAlign: text_align,
            }}
            onChange={({ target }) => {
              const text = isLines ? target.value : target.value.replace(/\s*\n\s*/g, ' ');
              editor.edit(writeMainWords, { id, field: main.field, most: main.most, text }, `${id}.${main.field}`);
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (editedWords.value === id) editedWords.set(null);
            }}
          />
        </div>
      </div>
    </div>
  );
}

/** The main words of a component, edited where they stand; each time is one step to undo. `onLeave` gets the keyboard back. */
export function WordsInPlace({ view, onLeave }: { view: StageView; onLeave: () => void }) {
  const edited = useWatched(editedWords);
  const design = useEditorState(({ content }) => content.studio);
  const one = edited === null ? undefined : flatten(design).find(({ component }) => component.id === edited);
  if (!one) return null;
  return <Field key={one.component.id} one={one} view={view} onLeave={onLeave} />;
}
