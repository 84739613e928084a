import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TextField } from '../../dashboard/kit/fields/TextField.tsx';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import css from './EmojiPicker.module.css';
import { findEmoji, type NamedEmoji } from './emoji-search.ts';
import { keepTone, keptTone, withTone } from './skin-tones.ts';
import { ToneMenu } from './ToneMenu.tsx';

/** Properties of an EmojiPicker; `chosen` cannot be picked again, with a reason nothing can. */
export interface EmojiPickerProps {
  chosen: readonly string[];
  fullReason: string | null;
  onPick: (emoji: string) => void;
}

/** Offered before anything is looked for. */
const usual = ['😍', '👏', '🎉', '💎', '😮', '⚡', '🥶', '🏆', '❤️', '👍', '😂', '🤔', '👀', '💯', '✨', '😢'].map(
  (emoji): NamedEmoji => ({ emoji, name: emoji, tags: [] }),
);
const most = 48;

/** The list of all emoji, which is large, once something is looked for; null until then, or where it could not be had. */
function useEmojiList(wanted: boolean): readonly NamedEmoji[] | null {
  const [list, setList] = useState<readonly NamedEmoji[] | null>(null);
  useEffect(() => {
    if (!wanted || list) return;
    let away = false;
    import('./emoji-list.ts').then(
      ({ emojiList }) => !away && setList(emojiList),
      // Without a connection the usual ones are there.
      () => {},
    );
    return () => {
      away = true;
    };
  }, [wanted, list]);
  return list;
}

/** Finds an emoji by a word and picks it by a click, in the tone of skin that was chosen. */
export function EmojiPicker({ chosen, fullReason, onPick }: EmojiPickerProps) {
  const [text, setText] = useState('');
  const [tone, setTone] = useState(keptTone);
  const list = useEmojiList(text !== '');
  const found = text.trim() === '' || !list ? usual : findEmoji(list, text, most);
  return (
    <div className={css.root}>
      <div className={css.search}>
        <TextField
          type="search"
          size="toolbar"
          label={t(studioPropertyWords.findEmoji)}
          hideLabel
          placeholder={t(studioPropertyWords.findEmoji)}
          autoComplete="off"
          maxLength={60}
          icon={<Search aria-hidden />}
          value={text}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || text === '') return;
            event.stopPropagation();
            setText('');
          }}
        />
        <ToneMenu
          tone={tone}
          onChange={(next) => {
            keepTone(next);
            setTone(next);
          }}
        />
      </div>
      {found.length === 0 ? (
        <p className="t-small" role="status">
          {t(studioPropertyWords.noEmoji, { text: text.trim() })}
        </p>
      ) : (
        <ul className={css.grid} aria-label={t(studioPropertyWords.emojiFound)}>
          {found.map(({ emoji: plain, name }) => {
            const emoji = withTone(plain, tone);
            const reason = chosen.includes(emoji) ? t(studioPropertyWords.emojiChosen) : fullReason;
            return (
              <li key={plain}>
                <Tooltip text={reason ?? name} describes={reason !== null}>
                  <button
                    type="button"
                    className={css.emoji}
                    aria-label={name}
                    aria-disabled={reason ? true : undefined}
                    onClick={() => !reason && onPick(emoji)}
                  >
                    {emoji}
                  </button>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
