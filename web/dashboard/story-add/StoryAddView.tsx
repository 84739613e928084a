import { ArrowLeft, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { groupStatus } from '#contracts/story-group/status.ts';
import { BackNav } from '../group/BackNav.tsx';
import { FullNote } from '../group/FullNote.tsx';
import type { GroupDetail } from '../group/group-queries.ts';
import { useGroupRights } from '../group/group-rights.ts';
import { FileDrop } from '../group/uploads/FileDrop.tsx';
import { RemoveAll } from '../group/uploads/RemoveAll.tsx';
import type { ReadyStory, Upload } from '../group/uploads/upload.ts';
import { isHopeless, isWanted, uploads, useUploads } from '../group/uploads/uploads.ts';
import { useNewStories } from '../group/uploads/use-new-stories.ts';
import { useRoomFor } from '../group/uploads/use-room-for.ts';
import { Button } from '../kit/buttons/Button.tsx';
import { Checkbox } from '../kit/fields/Checkbox.tsx';
import { FormCheckbox } from '../kit/forms/FormCheckbox.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { exactNumber } from '../kit/text/format.ts';
import { StoryLimitDialog } from '../settings/apps/StoryLimitDialog.tsx';
import { permissionText } from '../shell/session/permission-text.ts';
import { useSession } from '../shell/session/session-value.ts';
import { storyAddWords } from '../words/story-add.en.ts';
import { t } from '../words/t.ts';
import { Candidate } from './Candidate.tsx';
import css from './StoryAddView.module.css';

function Choosing(props: { list: readonly Upload[]; chosen: readonly Upload[]; disabled: boolean }) {
  const { list, chosen, disabled } = props;
  const ids = list.map((one) => one.id);
  return (
    <div className={css.choosing}>
      <Checkbox
        checked={chosen.length === list.length}
        disabled={disabled}
        label={t(storyAddWords.someSelected, { count: exactNumber(chosen.length), all: exactNumber(list.length) })}
        onChange={(on) => uploads.choose(ids, on)}
      />
    </div>
  );
}

/** The page's body: files and stories to choose from, and the button that adds what is chosen. */
export function StoryAddView({ group, stories }: { group: GroupDetail; stories: readonly ReadyStory[] }) {
  const { apps } = useSession();
  const { edit, publish } = useGroupRights(group);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const imported = search.get('ref') === 'importStoryGroup';
  const batch = useUploads().find((one) => one.groupId === group.id);
  const [overLimit, setOverLimit] = useState(false);
  const address = `/stories/${group.id}?app=${group.app_id}&instance=${group.instance_id}`;
  const place = { id: group.id, title: group.title, path: `${address}&create=1` };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came with the navigation is put in once
  useEffect(() => uploads.addStored(place, stories), [stories]);

  const list = batch?.uploads ?? [];
  const usable = list.filter((one) => !isHopeless(one));
  const chosen = usable.filter((one) => isWanted(one) && one.state !== 'failed');
  const { full, beyondPlan } = useRoomFor(group, chosen.length);
  const heading = imported ? t(storyAddWords.importStories) : t(storyAddWords.addStories);
  const form = useNewStories(chosen);
  const send = form.sending(({ active }) => {
    if (full || chosen.length === 0 || batch?.adding || !edit) return;
    const app = apps.find((one) => one.id === group.app_id)?.title ?? '';
    uploads.submit(group.id, publish && active ? 1 : 2, imported ? t(storyAddWords.storiesImported, { app }) : null);
    navigate(address);
  });
  const submit = () => {
    if (beyondPlan) setOverLimit(true);
    send();
  };
  return (
    <div className={css.page}>
      <BackNav>
        <Link to={address}>
          <ArrowLeft size={14} strokeWidth={2} aria-hidden />
          {group.title}
        </Link>
      </BackNav>
      <header className={css.head}>
        <Cover
          name={group.title}
          src={group.icon}
          size={48}
          state={group.status === groupStatus.active ? 'active' : 'inactive'}
        />
        <div>
          <h1>{heading}</h1>
          <p className="t-small num">
            {t(storyAddWords.storiesInGroup, { count: group.stories.length, title: group.title })}
          </p>
        </div>
      </header>
      <FileDrop onFiles={(files) => uploads.add(place, files)} />
      {usable.length > 1 ? (
        <Choosing list={usable} chosen={usable.filter(isWanted)} disabled={batch?.adding ?? false} />
      ) : null}
      {list.length ? (
        <ul className={css.grid} aria-label={t(storyAddWords.rowsLabel)}>
          {list.map((upload) => (
            <Candidate key={upload.id} upload={upload} control={form.control} />
          ))}
        </ul>
      ) : null}
      <footer className={css.foot}>
        {full ? (
          <FullNote>{full}</FullNote>
        ) : publish ? (
          <FormCheckbox control={form.control} name="active" label={t(storyAddWords.activateStories)} />
        ) : (
          <p className="t-small">{t(storyAddWords.addedInactiveNote)}</p>
        )}
        <span className={css.acts}>
          {batch && list.length ? <RemoveAll batch={batch} /> : null}
          <Button to={address}>{t(storyAddWords.cancel)}</Button>
          <Button
            variant="primary"
            icon={<Plus aria-hidden />}
            loading={batch?.adding ?? false}
            disabled={chosen.length === 0 || (full !== null && !beyondPlan)}
            disabledReason={edit ? undefined : permissionText}
            onClick={submit}
          >
            {chosen.length > 1 ? t(storyAddWords.addStoriesCount, { count: chosen.length }) : t(storyAddWords.addStory)}
          </Button>
        </span>
      </footer>
      {overLimit ? <StoryLimitDialog appId={group.app_id} onClose={() => setOverLimit(false)} /> : null}
    </div>
  );
}
