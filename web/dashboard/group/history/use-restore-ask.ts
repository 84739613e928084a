import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import type { RestorePreview } from '#contracts/story-group/rows.ts';
import { errorText } from '../../api/error.ts';
import { groupWords } from '../../words/group.en.ts';
import { t } from '../../words/t.ts';
import { restorePreviewQuery } from '../group-queries.ts';
import type { RestoreWish } from './restore-wish.ts';

/** A restore that was asked for, and what it would do. */
export interface AskedRestore {
  wish: RestoreWish;
  preview: RestorePreview;
}

/** Finds out what a restore would do before anything opens: `checking` until then, `asked` from then on. */
export function useRestoreAsk(groupId: string) {
  const client = useQueryClient();
  const notify = useNotify();
  const [checking, setChecking] = useState<RestoreWish | null>(null);
  const [asked, setAsked] = useState<AskedRestore | null>(null);
  const ask = async (wish: RestoreWish): Promise<void> => {
    setChecking(wish);
    try {
      const preview = await client.fetchQuery(restorePreviewQuery(groupId, wish.version, wish.story_id));
      setAsked({ wish, preview });
    } catch (error) {
      notify(t(groupWords.restoreDidNotLoad, { reason: errorText(error) ?? '' }), {
        type: 'error',
        acts: [{ label: t(groupWords.checkAgain), onClick: () => ask(wish) }],
      });
    }
    setChecking(null);
  };
  return { checking, asked, ask, close: () => setAsked(null) };
}
