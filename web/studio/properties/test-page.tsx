// The panels of the studio around one story, for the tests: a story, what is known of it, and what the panels asked for.
import '@fontsource-variable/inter/opsz.css';
import '../../dashboard/theme/base.css';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import type { PublishedComponent } from '#contracts/studio/published.ts';
import { goalsAmong } from '#contracts/studio/resting.ts';
import { installTheme } from '../../dashboard/theme/mode.ts';
import { ThemeRoot } from '../../dashboard/theme/ThemeRoot.tsx';
import { tokenSheet } from '../../dashboard/theme/tokens.ts';
import { AfterAnswer } from '../after-answer/AfterAnswer.tsx';
import { Layers } from '../layers/Layers.tsx';
import type { LayerProblem } from '../layers/layer-problem.ts';
import { StudioPalette } from '../palette/StudioPalette.tsx';
import { Editor } from '../state/editor.ts';
import type { StoryContent } from '../state/story-content.ts';
import { EditorContext } from '../state/use-editor.ts';
import { TimeLine } from '../time-line/TimeLine.tsx';
import { Properties } from './Properties.tsx';

/** A story with what is known of it, as a test sends it. */
export interface StudioScene {
  content: StoryContent;
  faults?: Readonly<Record<string, string>>;
  published?: readonly PublishedComponent[];
  problems?: Readonly<Record<string, LayerProblem>>;
  locked?: readonly ComponentKind[];
  picture?: string;
  videoMs?: number;
}

/** What the page of the tests lends them. */
export interface PanelPage {
  show: (scene: StudioScene) => void;
  content: () => StoryContent;
  selection: () => readonly string[];
  select: (ids: readonly string[]) => void;
  undo: () => void;
  steps: () => number;
  time: () => number | null;
  readOnly: (on: boolean) => void;
  /** The kinds that were asked for though the plan lacks them. */
  asked: string[];
}

const brand = {
  colors: [
    { name: 'Night', value: '#17162b' },
    { name: 'Lagoon', value: '#0e5a6f' },
  ],
  fonts: [],
  logo: { light: null, dark: null },
  button: null,
  card: null,
};

document.head.append(Object.assign(document.createElement('style'), { textContent: tokenSheet() }));
installTheme();
let root: Root | null = null;
let editor: Editor;

function show(scene: StudioScene): void {
  root?.unmount();
  const host = document.querySelector('main')!;
  const { content, faults = {}, published = [], problems = {}, locked = [], picture, videoMs = null } = scene;
  editor = new Editor('story', content);
  const onPickPicture = async () => (picture ? { src: picture, width: 800, height: 400 } : null);
  root = createRoot(host);
  flushSync(() =>
    root!.render(
      <ThemeRoot>
        <EditorContext value={editor}>
          <div id="left">
            <StudioPalette
              brand={brand}
              locked={new Set(locked)}
              lockedReason={undefined}
              onLocked={(kind) => panels.asked.push(kind)}
              onPickPicture={onPickPicture}
              templates={<p>24</p>}
              media={<p>9</p>}
            />
            <Layers problems={new Map(Object.entries(problems))} mediumName="coats.jpg" />
          </div>
          <div id="middle">
            <AfterAnswer />
          </div>
          <div id="time">
            <TimeLine videoMs={videoMs} mediumName="coats.jpg" />
          </div>
          <div id="right">
            <Properties
              later={[{ id: '01980000-0000-7000-8000-000000000001', place: 2, title: 'Navy coats' }]}
              goals={goalsAmong(['story', '01980000-0000-7000-8000-000000000001'])}
              faults={new Map(Object.entries(faults))}
              published={new Map(published.map((one) => [one.component_id, one]))}
              timeZone="Europe/Stockholm"
              brand={brand}
              videoMs={videoMs}
              onPickPicture={onPickPicture}
            />
          </div>
        </EditorContext>
      </ThemeRoot>,
    ),
  );
}

const panels: PanelPage = {
  show,
  content: () => editor.state.content,
  selection: () => editor.state.selection,
  select: (ids) => flushSync(() => editor.select(ids)),
  undo: () => flushSync(() => editor.undo()),
  steps: () => editor.state.history.done.length,
  time: () => editor.state.time,
  readOnly: (on) => flushSync(() => editor.setReadOnly(on)),
  asked: [],
};
Object.assign(window, { panels });
