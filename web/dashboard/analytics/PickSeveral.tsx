import { Check, ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../kit/buttons/Button.tsx';
import { moveFocus } from '../kit/fields/arrow-keys.ts';
import { TextField } from '../kit/fields/TextField.tsx';
import { Popover } from '../kit/overlays/Popover.tsx';
import { cut } from '../kit/text/format.ts';
import { analyticsWords } from '../words/analytics.en.ts';
import { t } from '../words/t.ts';
import css from './PickSeveral.module.css';

/** One of the things of which several can be chosen. */
export interface Pick {
  id: string;
  title: string;
  note?: string;
  icon?: ReactNode;
}

/** Properties of a PickSeveral; nothing chosen stands for all, where `all` says how that is called. */
export interface PickSeveralProps {
  label: string;
  picks: readonly Pick[];
  chosen: readonly string[];
  /** `push` with the first change of an open list: going back takes all of them back. */
  onChange: (ids: readonly string[], how: { push: boolean }) => void;
  all?: string;
  more: (count: number) => string;
  /** How many can be chosen. */
  most: number;
}

const searchFrom = 9;
const tags = 3;
const tagLength = 20;
/** More are found by typing: a list of a thousand would be drawn for nothing. */
const shownAtOnce = 100;

function Chosen({ label, picks, chosen, all, more }: PickSeveralProps) {
  const first = picks.filter(({ id }) => chosen.includes(id)).slice(0, tags);
  const rest = chosen.length - first.length;
  if (first.length === 0)
    return (
      <>
        <span className="visually-hidden">{label}: </span>
        <span className="truncate">{all ?? label}</span>
      </>
    );
  return (
    <>
      <span className="visually-hidden">
        {label}, {t(analyticsWords.selected)}{' '}
      </span>
      {first.map(({ id, title, icon }) => (
        <span key={id} className={css.tag}>
          {icon}
          <span className="truncate">{cut(title, tagLength)}</span>
        </span>
      ))}
      {rest > 0 ? <span className={css.more}>{more(rest)}</span> : null}
    </>
  );
}

/** A button that shows up to three of the chosen, and a list with search in which each is checked or not. */
export function PickSeveral(props: PickSeveralProps) {
  const { label, picks, chosen, onChange, all, most } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [find, setFind] = useState('');
  const isChanged = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const words = find.trim().toLocaleLowerCase();
  const found = picks.filter(({ title }) => title.toLocaleLowerCase().includes(words));
  const full = chosen.length >= most;
  const change = (ids: readonly string[]) => {
    onChange(ids, { push: !isChanged.current });
    isChanged.current = true;
  };
  const toggle = (id: string) => {
    const on = chosen.includes(id);
    // What has no name for all of them keeps one.
    if (on && chosen.length === 1 && all === undefined) return;
    if (!on && full) return;
    change(on ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  return (
    <>
      <Button
        size="toolbar"
        className={css.root}
        iconEnd={<ChevronDown aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => {
          setFind('');
          isChanged.current = false;
          setAnchor(event.currentTarget);
        }}
      >
        <Chosen {...props} />
      </Button>
      <Popover anchor={anchor} onClose={() => setAnchor(null)} label={label} width={320}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the choices inside */}
        <div className={css.pop} ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
          {picks.length >= searchFrom ? (
            <TextField
              label={t(analyticsWords.findIn, { name: label.toLowerCase() })}
              hideLabel
              size="toolbar"
              type="search"
              placeholder={t(analyticsWords.find)}
              maxLength={100}
              autoFocus
              autoComplete="off"
              icon={<Search aria-hidden />}
              value={find}
              onChange={setFind}
            />
          ) : null}
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own */}
          <div className={css.options} role="group" aria-label={label}>
            {found.slice(0, shownAtOnce).map(({ id, title, note, icon }) => (
              // biome-ignore lint/a11y/useSemanticElements: a line with a picture and a note is no input
              <button
                key={id}
                type="button"
                role="checkbox"
                aria-checked={chosen.includes(id)}
                aria-disabled={(full && !chosen.includes(id)) || undefined}
                onClick={() => toggle(id)}
              >
                <span className={css.box} aria-hidden>
                  {chosen.includes(id) ? <Check size={12} strokeWidth={3} /> : null}
                </span>
                {icon}
                <span className="truncate">{title}</span>
                {note ? <span className={`${css.note} truncate`}>{note}</span> : null}
              </button>
            ))}
            {found.length === 0 ? <p className={`${css.none} t-small`}>{t(analyticsWords.noMatches)}</p> : null}
          </div>
          <div className={css.foot}>
            <span className="t-caption" role="status">
              {full ? t(analyticsWords.atMost, { most }) : null}
            </span>
            {all === undefined ? (
              <Button
                size="small"
                disabled={picks.length > most || chosen.length === picks.length}
                onClick={() => change(picks.map(({ id }) => id))}
              >
                {t(analyticsWords.selectAll)}
              </Button>
            ) : (
              <Button size="small" disabled={chosen.length === 0} onClick={() => change([])}>
                {t(analyticsWords.clear)}
              </Button>
            )}
          </div>
        </div>
      </Popover>
    </>
  );
}
