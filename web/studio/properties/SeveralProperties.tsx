import type { FlatComponent } from '#contracts/studio/flat.ts';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { componentName, itemName } from '../palette/component-name.ts';
import { itemIcons, itemOf } from '../palette/palette-items.ts';
import { CountNote } from './CountNote.tsx';
import { PanelSection } from './fields/PanelSection.tsx';
import { ContentOf } from './kinds/ContentOf.tsx';
import css from './Properties.module.css';
import { AlignRow } from './sections/AlignRow.tsx';
import { OrderRow } from './sections/OrderRow.tsx';
import { PlaceSection } from './sections/PlaceSection.tsx';

/** So many sections stand open; of more, people choose. */
const mostOpen = 2;
/** And so many in sight. */
const mostListed = 4;

/** Several components: each with the fields of its own, and together those that all have. */
export function SeveralProperties({ all }: { all: readonly FlatComponent[] }) {
  const ids = all.map(({ component }) => component.id);
  const isAlone = (one: FlatComponent) => all.every((other) => other === one || itemOf(other) !== itemOf(one));
  const each = all.map((one) => (
    <PanelSection
      key={one.component.id}
      title={isAlone(one) ? itemName(itemOf(one)) : componentName(one)}
      icon={itemIcons[itemOf(one)]}
      folding={all.length > mostOpen ? 'folded' : 'open'}
    >
      <CountNote one={one} />
      <ContentOf one={one} />
    </PanelSection>
  ));
  return (
    <>
      <AlignRow ids={ids} />
      {all.length > mostListed ? (
        <PanelSection title={t(studioPropertyWords.eachComponent)} folding="folded">
          <div className={css.each}>{each}</div>
        </PanelSection>
      ) : (
        each
      )}
      <PlaceSection all={all} />
      <OrderRow ids={ids} locked={all.every(({ component }) => component.locked)} />
    </>
  );
}
