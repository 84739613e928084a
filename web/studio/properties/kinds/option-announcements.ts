import type { Announcements } from '@dnd-kit/core';
import { studioPropertyWords } from '../../../dashboard/words/studio-properties.en.ts';
import { t } from '../../../dashboard/words/t.ts';

/** What is read out while an option, or an emoji, is moved; both are known by the names of their places. */
export const optionAnnouncements: Announcements = {
  onDragStart: ({ active }) => t(studioPropertyWords.optionPicked, { name: String(active.id) }),
  onDragOver: ({ active, over }) =>
    over ? t(studioPropertyWords.optionOver, { name: String(active.id), place: String(over.id) }) : undefined,
  onDragEnd: ({ active, over }) =>
    over ? t(studioPropertyWords.optionDropped, { name: String(active.id), place: String(over.id) }) : undefined,
  onDragCancel: ({ active }) => t(studioPropertyWords.optionCanceled, { name: String(active.id) }),
};
