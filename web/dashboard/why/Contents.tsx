import { Link } from 'react-router';
import type { WhyBatch } from '#contracts/stats/explain.ts';
import { useSession } from '../shell/session/session-value.ts';
import { t } from '../words/t.ts';
import { whyAnswerWords } from '../words/why-answer.en.ts';
import css from './Contents.module.css';
import { groupTitle } from './names.ts';

const shown = 3;

/** The versions of groups that a batch is about, each a link to the group as it was then. */
export function Contents({ contents }: { contents: WhyBatch['contents'] }) {
  const { apps } = useSession();
  return (
    <span className={css.root}>
      {contents.slice(0, shown).map(({ story_group_id, version }) => {
        const title = contents.length > 1 ? groupTitle(apps, story_group_id) : null;
        return (
          <Link key={story_group_id} to={`/stories/${story_group_id}?tab=history&version=${version}`}>
            {title ? t(whyAnswerWords.versionOfGroup, { version, title }) : t(whyAnswerWords.versionOf, { version })}
          </Link>
        );
      })}
      {contents.length > shown ? <span className="num">+{contents.length - shown}</span> : null}
    </span>
  );
}
