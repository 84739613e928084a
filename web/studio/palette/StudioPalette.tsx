import { Lock } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import type { ComponentKind } from '#contracts/studio/kinds.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { Tooltip } from '../../dashboard/kit/overlays/Tooltip.tsx';
import { studioPanelWords } from '../../dashboard/words/studio-panels.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useEditor, useEditorState } from '../state/use-editor.ts';
import { addItem } from './add-item.ts';
import { itemName } from './component-name.ts';
import type { PickedPicture } from './new-component.ts';
import {
  contentItems,
  interactiveItems,
  itemIcons,
  kindOfItem,
  type PaletteItem,
  paletteDrag,
} from './palette-items.ts';
import { fullReason } from './room-for.ts';
import css from './StudioPalette.module.css';

/** Properties of the StudioPalette; `templates` and `media` are what its other two tabs hold. */
export interface StudioPaletteProps {
  brand: BrandKit | null;
  /** Kinds that the plan does not have: they stay, and ask for it. */
  locked: ReadonlySet<ComponentKind>;
  /** Why this person cannot ask for them; undefined for whoever can. */
  lockedReason: string | undefined;
  /** Asks for a kind, beside the item that was pressed. */
  onLocked: (kind: ComponentKind, beside: HTMLElement) => void;
  /** Lets a person choose a picture; null where none was chosen. */
  onPickPicture: () => Promise<PickedPicture | null>;
  templates: ReactNode;
  media: ReactNode;
}

function Item({ item, ...props }: StudioPaletteProps & { item: PaletteItem }) {
  const editor = useEditor();
  const tell = useTell();
  const notify = (text: string) => tell(text, 'error');
  const reason = useEditorState(({ content, readOnly }) =>
    readOnly ? t(studioPanelWords.readOnly) : fullReason(content.studio, item),
  );
  const kind = kindOfItem(item);
  const isLocked = props.locked.has(kind);
  const off = isLocked ? (props.lockedReason ?? null) : reason;
  const Icon = itemIcons[item];
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.setData(paletteDrag, item);
    event.dataTransfer.effectAllowed = 'copy';
  };
  return (
    <Tooltip text={off ?? (isLocked ? t(studioPanelWords.notInPlan) : null)}>
      <button
        type="button"
        className={css.item}
        draggable={!off && !isLocked}
        aria-disabled={off ? true : undefined}
        onDragStart={onDragStart}
        aria-haspopup={isLocked && !off ? 'dialog' : undefined}
        onClick={({ currentTarget }) => {
          if (off) return;
          if (isLocked) props.onLocked(kind, currentTarget);
          else void addItem(editor, { item, brand: props.brand, onPickPicture: props.onPickPicture, notify });
        }}
      >
        <Icon size={16} aria-hidden />
        <span className="truncate">{itemName(item)}</span>
        {isLocked ? <Lock className={css.lock} size={14} aria-hidden /> : null}
      </button>
    </Tooltip>
  );
}

function Items({ label, items, ...props }: StudioPaletteProps & { label: string; items: readonly PaletteItem[] }) {
  return (
    <section className={css.group} aria-label={label}>
      <h2 className="t-small">{label}</h2>
      <div className={css.items}>
        {items.map((item) => (
          <Item key={item} item={item} {...props} />
        ))}
      </div>
    </section>
  );
}

type Tab = 'elements' | 'templates' | 'media';

/** What a story is made of: its elements by a click or a drag onto the canvas, templates, and the media of the account. */
export function StudioPalette(props: StudioPaletteProps) {
  const [tab, setTab] = useState<Tab>('elements');
  return (
    <section className={css.root} aria-label={t(studioPanelWords.palette)}>
      <div className={css.tabs}>
        <SegmentedControl
          label={t(studioPanelWords.palette)}
          value={tab}
          options={[
            { value: 'elements', label: t(studioPanelWords.elements) },
            { value: 'templates', label: t(studioPanelWords.templates) },
            { value: 'media', label: t(studioPanelWords.media) },
          ]}
          onChange={setTab}
        />
      </div>
      {tab === 'elements' ? (
        <>
          <Items label={t(studioPanelWords.contentItems)} items={contentItems} {...props} />
          <Items label={t(studioPanelWords.interactiveItems)} items={interactiveItems} {...props} />
        </>
      ) : (
        props[tab]
      )}
    </section>
  );
}
