import { mediaPath } from '#contracts/api/media-files.ts';
import { livingStories, type StoryGroupState } from '#contracts/story-group/state.ts';
import { groupBadge, groupReason, isGroupActive, storyStatus } from '#contracts/story-group/status.ts';
import { Cover } from '../../kit/pictures/Cover.tsx';
import { MoreTile, StoryThumb } from '../../kit/pictures/StoryThumb.tsx';
import { Badge } from '../../kit/text/Badge.tsx';
import { dateTimeIn } from '../../kit/text/format.ts';
import { adminWords } from '../../words/admin.en.ts';
import { t } from '../../words/t.ts';
import fieldCss from '../FieldParts.module.css';
import css from './EntryOrigin.module.css';

const shown = 6;

/** Whether a folded state is that of a story group that exists. */
export function isGroupState(state: unknown): state is StoryGroupState {
  const group = state as Partial<StoryGroupState> | null;
  return group?.exists === true && Array.isArray(group.stories);
}

/** A story group as it stood at a moment (unix seconds): cover, state and stories. */
export function GroupThen({ state, ts, timeZone }: { state: StoryGroupState; ts: number; timeZone: string }) {
  const stories = livingStories(state);
  const active = isGroupActive(state.status);
  const reason = groupReason(state.status);
  return (
    <section className={css.then} aria-label={t(adminWords.groupAtLabel)}>
      <h3 className="t-caption">
        {t(adminWords.groupAt, {
          span: (parts) => <span className="num">{parts}</span>,
          ts: dateTimeIn(timeZone, ts, true),
        })}
      </h3>
      <div className={css.thenHead}>
        <Cover
          name={state.title}
          src={state.icon ? mediaPath(state.icon) : null}
          size={48}
          state={active ? 'active' : 'inactive'}
        />
        <div>
          <div className={fieldCss.strong}>{state.title}</div>
          <div className="t-small">{t(adminWords.storyCount, { count: stories.length })}</div>
        </div>
        <Badge kind={active ? 'active' : 'inactive'}>{t(groupBadge(state.status))}</Badge>
        {reason ? <span className="t-small">{t(reason)}</span> : null}
      </div>
      {stories.length > 0 ? (
        <div className={css.thenStories}>
          {stories.slice(0, shown).map((story) => {
            const picture = story.thumbnail ?? story.media?.thumbnail ?? story.media?.key;
            return (
              <span key={story.id} title={story.title}>
                <StoryThumb
                  src={picture ? mediaPath(picture) : null}
                  alt={story.title}
                  width={46}
                  off={story.status !== storyStatus.active}
                />
              </span>
            );
          })}
          {stories.length > shown ? <MoreTile count={stories.length - shown} width={46} /> : null}
        </div>
      ) : null}
    </section>
  );
}
