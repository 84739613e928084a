import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Studio } from '#contracts/studio/shape.ts';
import { type FontUse, loadFonts } from '../../player/render/fonts.ts';
import '../../player/render/test-page.ts';
import { DesignLayer } from './DesignLayer.tsx';

/** What the page of the tests lends them: designs as stories of the dashboard show them. */
export interface LayerPage {
  /** Shows a design over its picture, 360 px wide; without one, nothing. */
  show(story: { studio: Studio; src: string } | null): void;
  /** Done when the fonts of a design are there or could not be had. */
  fonts(uses: readonly FontUse[]): Promise<void>;
}

const root = createRoot(document.querySelector('section')!);
const page: LayerPage = {
  show: (story) => flushSync(() => root.render(story && <DesignLayer key={story.src} {...story} width={360} />)),
  fonts: (uses) => loadFonts('/sdk/v1/', uses),
};
Object.assign(window, { layers: page });
