import { notificationWords } from '../words/notifications.en.ts';
import { fill, type Phrase } from '../words/phrase.ts';
import type { NotificationTypeName } from './types.ts';

/** What fills a title: who and what, by the names of its message's arguments. */
export type TitleValues = Readonly<Record<string, string>>;

type BillingTitle =
  | 'paymentFailed'
  | 'paymentUnconfirmed'
  | 'planEnded'
  | 'planUnpaid'
  | 'monthEarned'
  | 'trialEnding'
  | 'dealEnding'
  | 'freeMonthEnding'
  | 'limitReached'
  | 'limitExceeded';

const { created, updated, deleted } = notificationWords;

/**
 * The title of a notification. Whoever shows it says what `<b>` makes of who and what; as plain text the tags are taken
 * out of the message.
 */
export const notificationTitle = (type: NotificationTypeName, values: TitleValues): Phrase => {
  const { actor = '', group = '', story = '', plan = '', version = '', platform = '' } = values;
  const { instance = '', app = '', times = '' } = values;
  const b = '';
  switch (type) {
    case 'story_group_created':
      return fill(created, { b, actor, group });
    case 'story_group_updated':
      return fill(updated, { b, actor, group });
    case 'story_group_deleted':
      return fill(deleted, { b, actor, group });
    case 'story_group_waiting':
      return fill(notificationWords.waiting, { b, actor, group });
    case 'story_group_capped':
      if (story) return fill(notificationWords.storyCapped, { b, story, group });
      return values.cap === 'clicks'
        ? fill(notificationWords.clickCapped, { b, group })
        : fill(notificationWords.capped, { b, group });
    case 'story_group_ended':
      return fill(notificationWords.ended, { b, group });
    case 'invitation_accepted':
      return values.invited
        ? fill(notificationWords.accepted, { b, actor })
        : fill(notificationWords.joined, { b, actor });
    case 'payment':
      if (values.billing) return notificationWords[values.billing as BillingTitle];
      if (values.premium) return values.premium === 'on' ? notificationWords.premium : notificationWords.premiumEnded;
      return fill(notificationWords.plan, { b, plan });
    case 'unusual_traffic':
      return fill(notificationWords.traffic, { b, instance, app, times });
    case 'sdk_update':
      return fill(notificationWords.sdk, { version, platform });
  }
};

/** A title without its tags. */
export const withoutTags = (title: Phrase): Phrase => ({
  ...title,
  defaultMessage: title.defaultMessage.replaceAll(/<\/?b>/g, ''),
});
