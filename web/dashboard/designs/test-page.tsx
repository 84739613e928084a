import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Studio } from '#contracts/studio/shape.ts';
import { type FontUse, loadFonts } from '../../player/render/fonts.ts';
import '../../player/render/test-page.ts';
import { CanvasBoard } from '../../studio/canvas/CanvasBoard.tsx';
import { Editor } from '../../studio/state/editor.ts';
import { EditorContext } from '../../studio/state/use-editor.ts';
import { DesignLayer } from './DesignLayer.tsx';

/** What the page of the tests lends them: designs as stories of the dashboard show them, and as the studio does. */
export interface LayerPage {
  /** Shows a design over its picture, 360 px wide; without one, nothing. */
  show(story: { studio: Studio; src: string } | null): void;
  /** Opens a story in the studio's canvas; without one, nothing. */
  edit(story: { studio: Studio; src: string } | null): void;
  /** Done when the fonts of a design are there or could not be had. */
  fonts(uses: readonly FontUse[]): Promise<void>;
}

const root = createRoot(document.querySelector('section')!);
const canvas = createRoot(document.querySelector('article')!);
const plain = { title: '', type: 1, thumbnail: null, conditions: null, ignored: [] } as const;
const page: LayerPage = {
  show: (story) => flushSync(() => root.render(story && <DesignLayer key={story.src} {...story} width={360} />)),
  edit: (story) =>
    flushSync(() =>
      canvas.render(
        story && (
          <EditorContext
            key={story.src}
            value={new Editor('story', { ...plain, media: story.src, studio: story.studio })}
          >
            <CanvasBoard src={story.src} poster={null} title="" cover={null} at={0} count={1} />
          </EditorContext>
        ),
      ),
    ),
  fonts: (uses) => loadFonts('/sdk/v1/', uses),
};
Object.assign(window, { layers: page });
