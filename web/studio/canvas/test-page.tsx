import { createRoot } from 'react-dom/client';
import type { Studio } from '#contracts/studio/shape.ts';
import '../../dashboard/theme/base.css';
import { installTheme } from '../../dashboard/theme/mode.ts';
import { ThemeRoot } from '../../dashboard/theme/ThemeRoot.tsx';
import { tokenSheet } from '../../dashboard/theme/tokens.ts';
import { StudioCommands } from '../commands/StudioCommands.tsx';
import type { StudioTools } from '../commands/studio-command.ts';
import { Editor } from '../state/editor.ts';
import { EditorContext } from '../state/use-editor.ts';
import { StudioCanvas } from './StudioCanvas.tsx';
import { ViewControls } from './ViewControls.tsx';
import { changeView } from './view-settings.ts';

/** What the page of the tests lends them: a studio of a canvas and its commands alone. */
export interface CanvasPage {
  editor: Editor;
  /** What was told, published and given over as files. */
  told: string[];
  change: typeof changeView;
  open(studio: Studio, src: string): void;
}

const root = createRoot(document.querySelector('main')!);
const told: string[] = [];
const tools: StudioTools = {
  publish: () => told.push('published'),
  isOurPicture: (address) => address.startsWith('/media/'),
  onFiles: (files, { x, y }) =>
    told.push(`files ${files.map(({ name }) => name)} at ${Math.round(x)}, ${Math.round(y)}`),
  notify: (text) => told.push(text),
};

const page: CanvasPage = {
  editor: undefined as unknown as Editor,
  told,
  change: changeView,
  open(studio, src) {
    const content = { title: 'Autumn', type: 1, media: src, thumbnail: null, conditions: null, ignored: [] } as const;
    page.editor = new Editor('story', { ...content, studio });
    told.length = 0;
    root.render(
      <ThemeRoot>
        <EditorContext value={page.editor}>
          <header>
            <h1 className="visually-hidden">Studio</h1>
            <ViewControls />
          </header>
          <section>
            <StudioCanvas
              src={src}
              poster={null}
              title="Autumn"
              cover={src}
              progress={{ at: 1, count: 6 }}
              onFiles={tools.onFiles}
              onItem={(item, { x, y }) => told.push(`${item} at ${Math.round(x)}, ${Math.round(y)}`)}
            />
          </section>
          <StudioCommands tools={tools} />
        </EditorContext>
      </ThemeRoot>,
    );
  },
};

const tokens = new CSSStyleSheet();
tokens.replaceSync(tokenSheet());
document.adoptedStyleSheets.push(tokens);
installTheme();
Object.assign(window, { canvasPage: page });
