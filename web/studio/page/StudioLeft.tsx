import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useUpsell } from '../../dashboard/gates/upsell-context.ts';
import { LazyPart } from '../../dashboard/kit/states/LazyPart.tsx';
import { PartFailed } from '../../dashboard/kit/states/PartFailed.tsx';
import { Loading } from '../../dashboard/kit/states/Skeleton.tsx';
import { permissionText } from '../../dashboard/shell/session/permission-text.ts';
import { useSession } from '../../dashboard/shell/session/session-value.ts';
import { studioWords } from '../../dashboard/words/studio.en.ts';
import { t } from '../../dashboard/words/t.ts';
import type { NewDraftStart } from '../drafts/use-new-draft.ts';
import { Layers } from '../layers/Layers.tsx';
import type { LayerProblem } from '../layers/layer-problem.ts';
import { MediaPanel } from '../media/MediaPanel.tsx';
import { StudioPalette } from '../palette/StudioPalette.tsx';
import type { StoryContent } from '../state/story-content.ts';
import { useEditor } from '../state/use-editor.ts';
import { brandKitQuery } from '../templates/template-queries.ts';
import { featureOf, lockedKinds } from './locked-kinds.ts';
import { usePickPicture } from './use-pick-picture.ts';
import css from './Workspace.module.css';

const TemplatesPanel = lazy(() => import('../templates/TemplatesPanel.tsx'));

/** Properties of the StudioLeft; `onBrand` opens the brand kit. */
export interface StudioLeftProps {
  contents: ReadonlyMap<string, StoryContent>;
  problems: ReadonlyMap<string, LayerProblem>;
  mediumName: string | null;
  onAdd: (start: NewDraftStart) => Promise<void>;
  onBrand: () => void;
}

/** What a story is made of, and the layers of the one that is open. */
export function StudioLeft({ contents, problems, mediumName, onAdd, onBrand }: StudioLeftProps) {
  const { account, may } = useSession();
  const upsell = useUpsell();
  const brand = useQuery(brandKitQuery);
  const pickPicture = usePickPicture(useEditor());
  return (
    <aside className={css.left} aria-label={t(studioWords.parts)}>
      <StudioPalette
        brand={brand.data ?? null}
        locked={lockedKinds(account.settings)}
        lockedReason={may('billing.manage') ? undefined : permissionText}
        onLocked={(kind, beside) => {
          const feature = featureOf(kind);
          if (feature) upsell(feature, beside);
        }}
        onPickPicture={pickPicture}
        templates={
          <LazyPart fallback={<Loading />} failed={<PartFailed bare />}>
            <TemplatesPanel onAdd={onAdd} onBrand={onBrand} />
          </LazyPart>
        }
        media={<MediaPanel contents={contents} logos={brand.data?.logo ?? null} account={account.name} />}
      />
      <Layers problems={problems} mediumName={mediumName} />
    </aside>
  );
}
