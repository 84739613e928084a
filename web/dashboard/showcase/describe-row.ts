import type { SdkStories } from '#contracts/sdk/protocol.ts';
import { componentSays } from '#contracts/studio/title.ts';
import { componentWords } from '#contracts/words/design.en.ts';
import { showcaseWords } from '../words/showcase.en.ts';
import { t } from '../words/t.ts';
import { answerWords, componentOf, isAnswerableComponent, toldStory } from './shown-component.ts';
import type { PlayerLogRow } from './use-player.ts';

type Groups = SdkStories['data']['groups'];

/** The two lines of a row: what would be sent, and about what. */
export function describeRow(row: PlayerLogRow, groups: Groups): { name: string; about: string } {
  const { event } = row;
  const group = groups.find((one) => one.id === event.group_id);
  const story = toldStory(groups, event);
  const asked = componentOf(story, event);
  if (asked) {
    const kind = t(componentWords[asked.kind]);
    const answered = isAnswerableComponent(asked) && event.value !== undefined;
    const said = answered ? answerWords(asked, String(event.value)) : componentSays(asked);
    return { name: event.type, about: said ? `${kind} · ${said}` : kind };
  }
  const parts = [
    story && group ? `${group.stories.indexOf(story) + 1} · ${story.title || group.title}` : group?.title,
    event.watch_ms === undefined ? '' : t(showcaseWords.watched, { seconds: (event.watch_ms / 1000).toFixed(1) }),
    event.mode === 'auto' ? t(showcaseWords.byItself) : '',
  ];
  return {
    name: event.type,
    about: parts.filter(Boolean).join(', ') || t(showcaseWords.groupCount, { count: groups.length }),
  };
}
