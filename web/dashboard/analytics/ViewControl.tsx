import { SegmentedControl } from '../kit/buttons/SegmentedControl.tsx';
import { interactionWords } from '../words/interaction.en.ts';
import { t } from '../words/t.ts';
import type { useView } from './use-view.ts';

/** Chooses between the figures of views and those of answers; the latter with its reason where all apps are web apps. */
export function ViewControl({ view }: { view: ReturnType<typeof useView> }) {
  return (
    <SegmentedControl
      label={t(interactionWords.view)}
      value={view.isInteraction ? 'interaction' : 'performance'}
      options={[
        { value: 'performance', label: t(interactionWords.performance) },
        {
          value: 'interaction',
          label: t(interactionWords.interaction),
          disabledReason: view.onlyWeb ? t(interactionWords.notForWeb) : undefined,
        },
      ]}
      onChange={view.choose}
    />
  );
}
