import { Check, ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../kit/buttons/Button.tsx';
import { moveFocus } from '../kit/fields/arrow-keys.ts';
import { TextField } from '../kit/fields/TextField.tsx';
import menuItem from '../kit/overlays/MenuItem.module.css';
import { Popover } from '../kit/overlays/Popover.tsx';
import { activityWords } from '../words/activity.en.ts';
import { t } from '../words/t.ts';
import css from './ChoiceFilter.module.css';
import entryParts from './EntryParts.module.css';

/** One value that a list can be filtered by. */
export interface FilterOption {
  value: string;
  label: string;
  note?: string;
  icon?: ReactNode;
}
/** Choices of one kind under a caption. */
export interface ChoiceGroup {
  name: string;
  choices: readonly FilterOption[];
}

/** Properties of a ChoiceFilter; `chosen` names a value that is in no group. */
export interface ChoiceFilterProps {
  label: string;
  any: string;
  icon: ReactNode;
  groups: readonly ChoiceGroup[];
  value: string | null;
  chosen?: string | undefined;
  onChange: (value: string | null) => void;
}

const searchFrom = 9;

/** A button that shows what a list is filtered by, and a list with search to choose something else. */
export function ChoiceFilter({ label, any, icon, groups, value, chosen, onChange }: ChoiceFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [find, setFind] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const all = groups.flatMap((group) => group.choices);
  const set = all.find((choice) => choice.value === value)?.label ?? chosen ?? label;
  const words = find.trim().toLocaleLowerCase();
  const shown = groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter((choice) => choice.label.toLocaleLowerCase().includes(words)),
    }))
    .filter((group) => group.choices.length > 0);
  const close = () => setAnchor(null);
  const choose = (next: string | null) => {
    close();
    onChange(next);
  };
  return (
    <>
      <Button
        size="toolbar"
        className={entryParts.filter}
        data-set={value !== null || undefined}
        icon={icon}
        iconEnd={<ChevronDown aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => {
          setFind('');
          setAnchor(event.currentTarget);
        }}
      >
        <span className="visually-hidden">{label}: </span>
        <span className="truncate">{value === null ? label : set}</span>
      </Button>
      <Popover anchor={anchor} onClose={close} label={label} width={300}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the buttons inside */}
        <div className={css.choices} ref={list} onKeyDown={(event) => moveFocus(event, list.current)}>
          {all.length >= searchFrom ? (
            <TextField
              label={t(activityWords.findIn, { name: label.toLowerCase() })}
              hideLabel
              size="toolbar"
              type="search"
              placeholder={t(activityWords.find)}
              autoFocus
              autoComplete="off"
              icon={<Search aria-hidden />}
              value={find}
              onChange={setFind}
            />
          ) : null}
          <div className={css.options}>
            {words ? null : (
              <button type="button" aria-pressed={value === null} onClick={() => choose(null)}>
                <span className="truncate">{any}</span>
                {value === null ? <Check size={16} aria-hidden /> : null}
              </button>
            )}
            {shown.map((group) => (
              <section key={group.name} aria-label={group.name}>
                <h3 className={menuItem.head}>{group.name}</h3>
                {group.choices.map((choice) => (
                  <button
                    key={choice.value}
                    type="button"
                    aria-pressed={choice.value === value}
                    onClick={() => choose(choice.value)}
                  >
                    {choice.icon}
                    <span className="truncate">{choice.label}</span>
                    {choice.note ? <span className={`${css.note} truncate`}>{choice.note}</span> : null}
                    {choice.value === value ? <Check size={16} aria-hidden /> : null}
                  </button>
                ))}
              </section>
            ))}
            {shown.length === 0 ? <p className={`${css.none} t-small`}>{t(activityWords.choiceNoMatch)}</p> : null}
          </div>
        </div>
      </Popover>
    </>
  );
}
