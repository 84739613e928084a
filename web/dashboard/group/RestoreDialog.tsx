import './travel.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { LeftAsIs } from '#contracts/story-group/rows.ts';
import { errorText } from '../api/error.ts';
import { call, newKey } from '../api/http.ts';
import { refreshStoryGroups } from '../content/story-group-queries.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { ErrorState } from '../kit/ErrorState.tsx';
import { Loading, Skeleton } from '../kit/Skeleton.tsx';
import { useToast } from '../kit/Toast.tsx';
import { useSession } from '../shell/session-context.tsx';
import { appsQuery } from '../shell/session-queries.ts';
import { ChangeRows } from './ChangeRows.tsx';
import { type GroupDetail, refreshGroup, restorePreviewQuery } from './group-queries.ts';

/** What is to be restored: a version (null: what was deleted), of one story where it is named. */
export interface RestoreWish {
  title: string;
  confirm: string;
  version: number | null;
  story_id: string | null;
}

const bodyOf = (groupId: string, { version, story_id }: RestoreWish) => ({
  story_group_id: groupId,
  ...(version === null ? {} : { version }),
  ...(story_id === null ? {} : { story_id }),
});

function LeftList({ left }: { left: readonly LeftAsIs[] }) {
  if (left.length === 0) return null;
  return (
    <ul className="restore-left t-small" aria-label="What stays as it is">
      {left.map((one) => (
        <li key={one.story_id ?? 'group'}>
          <strong>{one.title}:</strong> {one.message}
        </li>
      ))}
    </ul>
  );
}

/** Shows what a restore would change, and does it when that is confirmed; restoring is itself a change that can be undone. */
export function RestoreDialog(props: { group: GroupDetail; wish: RestoreWish; onClose: () => void }) {
  const { group, wish, onClose } = props;
  const { timeZone } = useSession();
  const client = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [key] = useState(newKey);
  const preview = useQuery(restorePreviewQuery(group.id, wish.version, wish.story_id));
  const changes = preview.data?.changes ?? [];
  const refusal = preview.data?.refusal;
  const reload = () => {
    client.invalidateQueries({ queryKey: appsQuery.queryKey });
    return Promise.all([refreshStoryGroups(client), refreshGroup(client, group.id)]);
  };
  const send = async (given: RestoreWish, idempotencyKey: string) =>
    call<{ version: number }>('POST', '/story_group/restore', { body: bodyOf(group.id, given), idempotencyKey });
  const undo = async (version: number) => {
    try {
      await send({ ...wish, version, story_id: null }, newKey());
      toast({ kind: 'success', text: 'The restore was undone.' });
    } catch (error) {
      toast({ kind: 'error', text: errorText(error) });
    }
    await reload();
  };
  const restore = async () => {
    if (busy || changes.length === 0) return;
    setBusy(true);
    try {
      const { data, message } = await send(wish, key);
      const before = data.version - 1;
      toast({ kind: 'success', text: message, action: { label: 'Undo', onClick: () => undo(before) } });
      onClose();
    } catch (error) {
      setBusy(false);
      toast({ kind: 'error', text: errorText(error) });
    }
    await reload();
  };
  return (
    <Dialog
      open
      title={wish.title}
      size="large"
      onClose={onClose}
      onSubmit={restore}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            icon={<RotateCcw aria-hidden />}
            loading={busy}
            disabled={changes.length === 0}
          >
            {wish.confirm}
          </Button>
        </>
      }
    >
      {preview.isPending ? (
        <>
          <Loading label="Looking at what would change" />
          <Skeleton height={120} radius={8} />
        </>
      ) : null}
      {preview.isError ? <ErrorState title="What would change did not load" onRetry={() => preview.refetch()} /> : null}
      {refusal ? (
        <p className="upload-full" role="alert">
          {refusal.message}
        </p>
      ) : null}
      {preview.data && !refusal && changes.length === 0 ? (
        <p>Nothing would change: the content is the same now.</p>
      ) : null}
      {changes.length > 0 ? (
        <>
          <p className="t-small">
            This brings back content only: the order, the pin and what is live stay as they are. It can be undone.
          </p>
          <div className="restore-changes">
            <ChangeRows changes={changes} name={group.title} timeZone={timeZone} />
          </div>
        </>
      ) : null}
      <LeftList left={preview.data?.left ?? []} />
    </Dialog>
  );
}
