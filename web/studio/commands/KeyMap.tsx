import { Fragment } from 'react';
import type { Message } from '#contracts/words/define.ts';
import { Dialog } from '../../dashboard/kit/overlays/Dialog.tsx';
import { Key } from '../../dashboard/kit/text/Key.tsx';
import { studioCanvasWords } from '../../dashboard/words/studio-canvas.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { Editor } from '../state/editor.ts';
import css from './KeyMap.module.css';
import { capsOf } from './keys.ts';
import type { CommandGroup, StudioCommand } from './studio-command.ts';
import { studioCommands } from './studio-commands.ts';

const groups: readonly (readonly [CommandGroup, Message])[] = [
  ['edit', studioCanvasWords.keysEdit],
  ['arrange', studioCanvasWords.keysArrange],
  ['view', studioCanvasWords.keysView],
  ['story', studioCanvasWords.keysStory],
];

const mouse: readonly (readonly [Message, readonly string[]])[] = [
  [studioCanvasWords.mouseAdd, [...capsOf('Shift'), t(studioCanvasWords.click)]],
  [studioCanvasWords.mouseBelow, [...capsOf('Alt'), t(studioCanvasWords.click)]],
  [studioCanvasWords.mouseRatio, [...capsOf('Shift'), t(studioCanvasWords.drag)]],
  [studioCanvasWords.mouseNoSnap, [...capsOf('Alt'), t(studioCanvasWords.drag)]],
  [studioCanvasWords.mousePan, [...capsOf('Space'), t(studioCanvasWords.drag)]],
  [studioCanvasWords.mouseZoom, [...capsOf('Mod'), t(studioCanvasWords.scroll)]],
];

const Caps = ({ caps }: { caps: readonly string[] }) => (
  <span className={css.caps}>
    {caps.map((cap) => (
      <Key key={cap}>{cap}</Key>
    ))}
  </span>
);

/** Keys that are alike, such as the four arrows, stand together. */
const keysOf = ({ keys }: StudioCommand): string[][] => {
  const arrows = keys.filter((key) => key.includes('Arrow'));
  if (arrows.length < 2) return keys.map(capsOf);
  const [first] = arrows.map(capsOf);
  return [[...first!.slice(0, -1), ...arrows.map((key) => capsOf(key).at(-1)!)]];
};

/** All keys of the studio, by what they are for. */
export function KeyMap({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  return (
    <Dialog open title={t(studioCanvasWords.keyMap)} onClose={onClose} size="wide">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window scrolls, by keys too */}
      <div className={css.groups} tabIndex={0}>
        {groups.map(([group, title]) => (
          <section key={group} className={css.group}>
            <h3>{t(title)}</h3>
            <dl>
              {studioCommands
                .filter((one) => one.group === group && one.keys.length > 0)
                .map((one) => (
                  <div key={one.id} className={css.row}>
                    <dt>{t(typeof one.label === 'function' ? one.label(editor) : one.label)}</dt>
                    <dd className={css.keys}>
                      {keysOf(one).map((caps, at) => (
                        <Fragment key={caps.join()}>
                          {at > 0 ? <span>{t(studioCanvasWords.or)}</span> : null}
                          <Caps caps={caps} />
                        </Fragment>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <section className={css.group}>
          <h3>{t(studioCanvasWords.mouse)}</h3>
          <dl>
            {mouse.map(([label, caps]) => (
              <div key={label.id} className={css.row}>
                <dt>{t(label)}</dt>
                <dd className={css.keys}>
                  <Caps caps={caps} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
