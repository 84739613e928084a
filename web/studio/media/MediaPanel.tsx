import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { storyWidths } from '#contracts/api/picture-sizes.ts';
import { blankComponent } from '#contracts/studio/blank.ts';
import { picturesOf } from '#contracts/studio/media.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { Button } from '../../dashboard/kit/buttons/Button.tsx';
import { sized } from '../../dashboard/kit/pictures/sized.ts';
import { studioTemplateWords as words } from '../../dashboard/words/studio-templates.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { addWithRoom } from '../clipboard/add-with-room.ts';
import { mediumOfFile, storyFiles, uploadInto } from '../drafts/upload-story.ts';
import { newComponentId } from '../edits/copies.ts';
import { freePlace } from '../palette/free-space.ts';
import { pictureSize } from '../palette/new-component.ts';
import type { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { loadedSize } from './loaded-size.ts';
import css from './MediaPanel.module.css';

/** Uploads a file and makes it the story's image or video; throws an error that says why it can't. */
export async function setMedium(editor: Editor, file: File): Promise<void> {
  const { title, ...medium } = mediumOfFile(file, await uploadInto(editor, file));
  editor.change((content) => ({
    ...content,
    ...medium,
    title: content.title || (title ?? ''),
    // A video is as long as it is.
    studio: medium.type === 2 ? { ...content.studio, duration_ms: null } : content.studio,
  }));
}

/** The size of a picture as a new component has it; of one that can't be loaded, the size of none. */
async function sizeOf(src: string): Promise<{ width: number; height: number }> {
  const size = await loadedSize(src).catch(() => ({ width: 0, height: 0 }));
  return pictureSize({ src, ...size });
}

/** Properties of the MediaPanel; `logos` are those of the account, which `account` names. */
export interface MediaPanelProps {
  contents: ReadonlyMap<string, StoryContent>;
  logos: { light: string | null; dark: string | null } | null;
  account: string;
}

/** The story's image or video, the account's logo, and the pictures of the group to use again. */
export function MediaPanel({ contents, logos, account }: MediaPanelProps) {
  const editor = useEditor();
  const tell = useTell();
  const input = useRef<HTMLInputElement>(null);
  const media = useEditorState(({ content }) => content.media);
  const [busy, setBusy] = useState(false);
  const pictures = [
    ...new Set(
      [...contents.values()].flatMap(({ type, media: own, studio }) => [
        ...(own && type === 1 ? [own] : []),
        ...picturesOf(studio),
      ]),
    ),
  ].filter(Boolean);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      await setMedium(editor, file);
    } catch (error) {
      tell(t(words.setFailed, { reason: error instanceof Error ? error.message : '' }), 'error');
    } finally {
      setBusy(false);
    }
  };
  const insert = async (media: string, more: { name?: string; alt?: string } = {}) => {
    const size = await sizeOf(media);
    const id = newComponentId();
    const position = freePlace(editor.state.content.studio, size);
    const component = blankComponent('image', { ...more, id, position, size, media });
    addWithRoom(editor, { components: [{ kind: 'image', component }] }, (text) => tell(text, 'error'));
  };
  const named = { name: t(words.logos), alt: t(words.logoAlt, { account }) };
  const brand = [
    { src: logos?.light, label: t(words.addLogo), on: 'light' },
    { src: logos?.dark, label: t(words.addLogoDark), on: 'dark' },
  ].flatMap(({ src, ...one }) => (src ? [{ ...one, src }] : []));
  return (
    <div className={css.root}>
      <section aria-label={t(words.background)} className={css.part}>
        <h2 className="t-small">{t(words.background)}</h2>
        <Button size="small" icon={<ImagePlus aria-hidden />} loading={busy} onClick={() => input.current?.click()}>
          {t(media ? words.replace : words.add)}
        </Button>
        {media ? (
          <Button
            size="small"
            variant="quiet"
            icon={<Trash2 aria-hidden />}
            onClick={() => editor.change((content) => ({ ...content, media: null, thumbnail: null, type: 1 }))}
          >
            {t(words.removeMedia)}
          </Button>
        ) : null}
        <input
          ref={input}
          type="file"
          hidden
          accept={storyFiles}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = '';
          }}
        />
      </section>
      {brand.length > 0 ? (
        <section aria-label={t(words.logos)} className={css.part}>
          <h2 className="t-small">{t(words.logos)}</h2>
          <ul className={css.pictures}>
            {brand.map(({ src, label, on }) => (
              <li key={on}>
                <button
                  type="button"
                  className={css.picture}
                  data-logo={on}
                  aria-label={label}
                  onClick={() => void insert(src, named)}
                >
                  <img {...sized(src, 80, storyWidths)} alt="" draggable={false} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-label={t(words.pictures)} className={css.part}>
        <h2 className="t-small">{t(words.pictures)}</h2>
        {pictures.length === 0 ? <p className="t-caption">{t(words.noPictures)}</p> : null}
        <ul className={css.pictures}>
          {pictures.map((picture) => (
            <li key={picture}>
              <button
                type="button"
                className={css.picture}
                aria-label={t(words.insert)}
                onClick={() => void insert(picture)}
              >
                <img {...sized(picture, 80, storyWidths)} alt="" draggable={false} />
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
