import { lazy } from 'react';
import { LazyPart } from '../../dashboard/kit/states/LazyPart.tsx';
import { kitWords } from '../../dashboard/words/kit.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { openedKeys, openedMenu } from '../canvas/page-state.ts';
import { useWatched } from '../canvas/watched.ts';
import { useEditor } from '../state/use-editor.ts';
import type { StudioTools } from './studio-command.ts';
import { useCommandKeys } from './use-command-keys.ts';

const KeyMap = lazy(() => import('./KeyMap.tsx').then((found) => ({ default: found.KeyMap })));
const CanvasMenu = lazy(() => import('./CanvasMenu.tsx').then((found) => ({ default: found.CanvasMenu })));

/** The keys of the studio, the menu of its canvas and the list of all keys. The tools stay the same ones while they can. */
export function StudioCommands({ tools }: { tools: StudioTools }) {
  const editor = useEditor();
  useCommandKeys(editor, tools);
  const isOpen = useWatched(openedKeys);
  const at = useWatched(openedMenu);
  const failed = (close: () => void) => () => {
    tools.notify(t(kitWords.partDidNotLoad));
    close();
  };
  const closeKeys = () => openedKeys.set(false);
  const closeMenu = () => openedMenu.set(null);
  return (
    <>
      {isOpen ? (
        <LazyPart onFailed={failed(closeKeys)}>
          <KeyMap editor={editor} onClose={closeKeys} />
        </LazyPart>
      ) : null}
      {at ? (
        <LazyPart onFailed={failed(closeMenu)}>
          <CanvasMenu editor={editor} tools={tools} at={at} onClose={closeMenu} />
        </LazyPart>
      ) : null}
    </>
  );
}
