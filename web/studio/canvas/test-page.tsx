import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Draft } from '#contracts/studio/draft-content.ts';
import type { Studio } from '#contracts/studio/shape.ts';
import '../../dashboard/theme/base.css';
import { installTheme } from '../../dashboard/theme/mode.ts';
import { ThemeRoot } from '../../dashboard/theme/ThemeRoot.tsx';
import { tokenSheet } from '../../dashboard/theme/tokens.ts';
import { AfterAnswer } from '../after-answer/AfterAnswer.tsx';
import Checklist from '../checklist/Checklist.tsx';
import { chosenRow } from '../checklist/chosen-row.ts';
import { useChecklistRows } from '../checklist/use-checklist-rows.ts';
import { StudioCommands } from '../commands/StudioCommands.tsx';
import type { StudioTools } from '../commands/studio-command.ts';
import { useCalmContent, useChecks } from '../page/use-checks.ts';
import { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { EditorContext } from '../state/use-editor.ts';
import type { OtherChoice } from './OthersFrames.tsx';
import { StudioCanvas } from './StudioCanvas.tsx';
import { ViewControls } from './ViewControls.tsx';
import { changeView } from './view-settings.ts';

/** What stands around the canvas: the checklist, the looks after an answer, and what others have chosen. */
export interface CanvasScene {
  checklist?: boolean;
  looks?: boolean;
  others?: readonly OtherChoice[];
}

/** What the page of the tests lends them: a studio of a canvas and its commands alone. */
export interface CanvasPage {
  editor: Editor;
  /** What was told, published and given over as files. */
  told: string[];
  change: typeof changeView;
  open(studio: Studio, src: string, scene?: CanvasScene): void;
}

const root = createRoot(document.querySelector('main')!);
const told: string[] = [];
const tools: StudioTools = {
  publish: () => told.push('published'),
  account: 'account',
  isOurPicture: () => false,
  mayLeadTo: () => false,
  onFiles: (files, { x, y }) =>
    told.push(`files ${files.map(({ name }) => name)} at ${Math.round(x)}, ${Math.round(y)}`),
  notify: (text) => told.push(text),
};

let opened = 0;
const draft = { story_id: 'story' } as Draft;
const entries = [{ id: 'story', story: null, draft }];
const noOthers = new Map<string, StoryContent>();

function Scene({ src, scene }: { src: string; scene: CanvasScene }) {
  const content = useCalmContent(page.editor);
  const { checks, samples, length } = useChecks(entries, noOthers, 'story', content, {
    videoMs: null,
    hasOldSdk: false,
  });
  const list = useChecklistRows(checks, 'story', scene.checklist ?? false);
  return (
    <>
      <section data-with={scene.looks ? 'looks' : undefined}>
        <StudioCanvas
          src={src}
          poster={null}
          title="Autumn"
          cover={src}
          progress={{ at: 1, count: 6 }}
          others={scene.others ?? []}
          marks={list.marks}
          onMark={list.onMark}
          onFiles={tools.onFiles}
          onItem={(item, { x, y }) => told.push(`${item} at ${Math.round(x)}, ${Math.round(y)}`)}
        />
        {scene.looks ? <AfterAnswer /> : null}
      </section>
      {scene.checklist ? (
        <aside aria-label="Checklist">
          <Checklist
            checks={checks}
            rows={list.rows}
            samples={samples}
            openId="story"
            length={length}
            content={content}
            onOpen={() => undefined}
            onClose={() => told.push('closed')}
            publish={null}
          />
        </aside>
      ) : null}
    </>
  );
}

const page: CanvasPage = {
  editor: undefined as unknown as Editor,
  told,
  change: changeView,
  open(studio, src, scene = {}) {
    const content = { title: 'Autumn', type: 1, media: src, thumbnail: null, conditions: null, ignored: [] } as const;
    opened += 1;
    page.editor = new Editor('story', { ...content, studio });
    told.length = 0;
    chosenRow.set(null);
    const drawn = (
      <ThemeRoot>
        <EditorContext value={page.editor}>
          <header>
            <h1 className="visually-hidden">Studio</h1>
            <ViewControls />
          </header>
          <Scene key={opened} src={src} scene={scene} />
          <StudioCommands tools={tools} />
        </EditorContext>
      </ThemeRoot>
    );
    flushSync(() => root.render(drawn));
  },
};

const tokens = new CSSStyleSheet();
tokens.replaceSync(tokenSheet());
document.adoptedStyleSheets.push(tokens);
installTheme();
Object.assign(window, { canvasPage: page });
