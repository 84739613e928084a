import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BrandKit } from '#contracts/account/brand-kit.ts';
import { errorText, fieldErrors } from '../../dashboard/api/error.ts';
import { http, newKey } from '../../dashboard/api/http.ts';
import { useTell } from '../../dashboard/auth/open-messages.ts';
import { same } from '../../dashboard/kit/same.ts';
import { studioBrandWords as words } from '../../dashboard/words/studio-brand.en.ts';
import { t } from '../../dashboard/words/t.ts';
import { useWatched, Watched } from '../canvas/watched.ts';
import { brandKitQuery } from '../templates/template-queries.ts';
import type { KitChange } from './brand-part.ts';
import { begunEdit, changedEdit, editAfterSave, type KitEdit } from './kit-edit.ts';
import { kitToSave } from './kit-edits.ts';

/** The kit that is being changed. It outlives the panel: looking at something else loses nothing. */
const edited = new Watched<KitEdit | null>(null);

const noIds: readonly string[] = [];

/** The brand kit of the account, and how it is changed and saved. */
export function useBrandKit() {
  const client = useQueryClient();
  const tell = useTell();
  const query = useQuery(brandKitQuery);
  const edit = useWatched(edited);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  /** What somebody else made of the kit meanwhile. */
  const [theirs, setTheirs] = useState<BrandKit | null>(null);
  const begin = (kit: BrandKit) => {
    edited.set(begunEdit(kit));
    setFaults({});
    setTheirs(null);
  };
  const save = async (over: boolean) => {
    const sent = edited.value;
    if (!sent || busy) return;
    setBusy(true);
    try {
      const now = await client.fetchQuery({ ...brandKitQuery, staleTime: 0 });
      if (!over && !same(now, sent.base)) return setTheirs(now);
      const saved = await http.put<BrandKit>('/account/brand_kit', kitToSave(sent.kit), { idempotencyKey: newKey() });
      client.setQueryData(brandKitQuery.queryKey, saved);
      edited.set(editAfterSave(edited.value, sent, saved));
      setTheirs(null);
      tell(t(words.saved), 'success');
    } catch (error) {
      const found = fieldErrors(error);
      setFaults(found);
      tell(t(words.failed, { reason: Object.values(found)[0] ?? errorText(error) ?? '' }), 'error');
    } finally {
      setBusy(false);
    }
  };
  return {
    query,
    /** The kit as it is being changed; null while it is only looked at. */
    kit: edit?.kit ?? null,
    colorIds: edit?.colorIds ?? noIds,
    isChanged: edit !== null && !same(edit.kit, edit.base),
    busy,
    faults,
    theirs,
    begin,
    change: (change: KitChange) => edited.set(changedEdit(edited.value, change)),
    cancel: () => edited.set(null),
    save: (over = false) => void save(over),
  };
}
