import { Dialog } from '../kit/overlays/Dialog.tsx';
import { Key } from '../kit/text/Key.tsx';
import { paletteWords } from '../words/palette.en.ts';
import { t } from '../words/t.ts';
import css from './ShortcutsDialog.module.css';

const prefix = /Mac|iPhone|iPad/.test(navigator.platform) ? t(paletteWords.applePrefix) : t(paletteWords.otherPrefix);

const shortcuts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [prefix, t(paletteWords.keyK)], does: t(paletteWords.shortcutSearch) },
  { keys: [t(paletteWords.keySlash)], does: t(paletteWords.shortcutFind) },
  { keys: [prefix, t(paletteWords.keyEnter)], does: t(paletteWords.shortcutSave) },
  { keys: [t(paletteWords.esc)], does: t(paletteWords.shortcutEscape) },
  { keys: [t(paletteWords.keySpace)], does: t(paletteWords.shortcutMove) },
  { keys: [t(paletteWords.keyUp), t(paletteWords.keyDown)], does: t(paletteWords.shortcutEntries) },
  { keys: [t(paletteWords.keyQuestion)], does: t(paletteWords.shortcutList) },
];

/** The keyboard shortcuts of the dashboard. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={t(paletteWords.shortcuts)} onClose={onClose}>
      <dl className={css.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt className={css.keys}>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
