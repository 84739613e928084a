import { useMemo, useState } from 'react';
import { pathOf } from '#contracts/studio/check/checked.ts';
import type { FlatComponent } from '#contracts/studio/flat.ts';
import { type AnswerableKind, isAnswerable } from '#contracts/studio/kinds.ts';
import { SegmentedControl } from '../../dashboard/kit/buttons/SegmentedControl.tsx';
import { studioPropertyWords } from '../../dashboard/words/studio-properties.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { CountNote } from './CountNote.tsx';
import { ContentOf } from './kinds/ContentOf.tsx';
import { ImageLook } from './kinds/ImageLook.tsx';
import css from './Properties.module.css';
import { usePanel } from './panel-context.ts';
import { ColorSection } from './sections/ColorSection.tsx';
import { LookSection } from './sections/LookSection.tsx';
import { NameField } from './sections/NameField.tsx';
import { OrderRow } from './sections/OrderRow.tsx';
import { PlaceSection } from './sections/PlaceSection.tsx';
import { RulesSection } from './sections/RulesSection.tsx';

const isAnswered = (one: FlatComponent): one is Extract<FlatComponent, { kind: AnswerableKind }> =>
  isAnswerable(one.kind);

/** Kinds that have so much to say that their place is folded away at first. */
const full = new Set<FlatComponent['kind']>(['quiz', 'poll', 'reaction', 'product_tag']);

/** Faults of a component that no field of its own says. */
const wholeFields = ['position', 'size', 'start_time', 'end_time'];

function WholeFaults({ one }: { one: FlatComponent }) {
  const { faults } = usePanel();
  const said = wholeFields.flatMap((field) => faults.get(pathOf(one, field)) ?? []);
  if (said.length === 0) return null;
  return (
    <ul className={css.faults} role="alert">
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** The fields of one component: what it says, how its words look, its colors, its place and time, and its height. */
export function SingleProperties({ one }: { one: FlatComponent }) {
  const [tab, setTab] = useState<'content' | 'style'>('content');
  const { id, locked } = one.component;
  const alone = useMemo(() => [one], [one]);
  return (
    <>
      <div className={css.tabs}>
        <SegmentedControl
          label={t(studioPropertyWords.properties)}
          value={tab}
          options={[
            { value: 'content', label: t(studioPropertyWords.content) },
            { value: 'style', label: t(studioPropertyWords.style) },
          ]}
          onChange={setTab}
        />
      </div>
      {tab === 'content' ? (
        <div className={css.content}>
          <WholeFaults one={one} />
          <CountNote one={one} />
          <ContentOf one={one} />
          {one.kind === 'product_tag' ? null : <NameField one={one} />}
        </div>
      ) : one.kind === 'image' ? (
        <ImageLook one={one} />
      ) : (
        <LookSection one={one} />
      )}
      {tab === 'content' && isAnswered(one) ? <RulesSection one={one} /> : null}
      {one.kind === 'image' ? null : <ColorSection one={one} />}
      <PlaceSection all={alone} folding={full.has(one.kind) ? 'folded' : 'open'} />
      <OrderRow ids={[id]} locked={locked} />
    </>
  );
}
