import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';

/** The parts of a key press that name it. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> & {
  getModifierState?: (name: string) => boolean;
};

/**
 * The name of a key press: `Mod+Shift+Z`, `Shift+ArrowLeft`, `Space`; `Mod` is Ctrl, on Apple ⌘. Signs are named as they are
 * written, whatever has to be held for them.
 */
export function keyOf(press: KeyPress): string {
  const isWritten = press.getModifierState?.('AltGraph') ?? false;
  const sign =
    press.key === ' '
      ? 'Space'
      : press.key === '+'
        ? '='
        : press.key.length === 1
          ? press.key.toUpperCase()
          : press.key;
  const isSign = sign.length === 1 && !/[A-Z]/.test(sign);
  return [
    !isWritten && (press.ctrlKey || press.metaKey) ? 'Mod+' : '',
    !isWritten && press.altKey ? 'Alt+' : '',
    press.shiftKey && !isSign ? 'Shift+' : '',
    sign,
  ].join('');
}

const isApple = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const named = {
  Space: studioCanvasWords.keySpace,
  Enter: studioCanvasWords.keyEnter,
  Escape: studioCanvasWords.keyEscape,
  Tab: studioCanvasWords.keyTab,
  Delete: studioCanvasWords.keyDelete,
  Backspace: studioCanvasWords.keyBackspace,
  Shift: studioCanvasWords.keyShift,
  Alt: studioCanvasWords.keyAlt,
} as const;

const arrows: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

const capOf = (part: string): string => {
  if (part === 'Mod') return isApple() ? '⌘' : t(studioCanvasWords.keyMod);
  if (part in named) return t(named[part as keyof typeof named]);
  return arrows[part] ?? part;
};

/** The caps of a key's name, as they stand on a keyboard: `['Ctrl', 'Z']`. */
export const capsOf = (key: string): string[] => key.split('+').map(capOf);
