import { ApiError } from '../api/error.ts';
import { ErrorState } from '../kit/states/ErrorState.tsx';
import { groupWords } from '../words/group.en.ts';
import { t } from '../words/t.ts';
import { GroupGone } from './GroupGone.tsx';

/** In place of a page whose group could not be read: what may pass can be tried again, what is gone is said at the start. */
export function GroupUnread({ groupId, error, onRetry }: { groupId: string; error: Error; onRetry: () => void }) {
  // Only no answer yet is worth trying again: everything else means that this group is not to be seen.
  const status = error instanceof ApiError ? error.status : null;
  const passing = status === 0 || status === 429 || (status !== null && status >= 500);
  if (!passing) return <GroupGone groupId={groupId} deleted={undefined} />;
  return (
    <>
      <h1 className="visually-hidden">{t(groupWords.storyGroup)}</h1>
      <ErrorState title={t(groupWords.groupDidNotLoad)} text={t(groupWords.groupDidNotLoadText)} onRetry={onRetry} />
    </>
  );
}
