import { AudioLines } from 'lucide-react';
import type { SdkStories } from '#contracts/sdk/protocol.ts';
import { Card } from '../kit/Card.tsx';
import { Cover } from '../kit/pictures/Cover.tsx';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import css from './BarCard.module.css';
import showcaseParts from './ShowcaseParts.module.css';

type Groups = SdkStories['data']['groups'];

/** The groups that this viewer gets, in their order; choosing one plays it. */
export function BarCard(props: { groups: Groups; playing: string | null; onOpen: (groupId: string) => void }) {
  const { groups, playing, onOpen } = props;
  return (
    <Card
      as="section"
      title={t(showcaseWords.inBar)}
      titleEnd={<span className="t-small num">{t(showcaseWords.groupCount, { count: groups.length })}</span>}
    >
      {groups.length ? (
        <ul className={css.groups}>
          {groups.map((group) => (
            <li key={group.id}>
              <button
                type="button"
                className={css.group}
                aria-current={playing === group.id || undefined}
                onClick={() => onOpen(group.id)}
              >
                <Cover name={group.title} src={group.icon} size={36} />
                <span className={showcaseParts.rowText}>
                  <b className="truncate">{group.title}</b>
                  <span className={`t-caption ${css.groupState}`}>
                    {playing === group.id
                      ? t(showcaseWords.playing)
                      : t(showcaseWords.storyCount, { count: group.stories.length })}
                  </span>
                </span>
                {playing === group.id ? <AudioLines size={16} aria-hidden /> : null}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="t-small">{t(showcaseWords.noGroupForViewer)}</p>
      )}
    </Card>
  );
}
