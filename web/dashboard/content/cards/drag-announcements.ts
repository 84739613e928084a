import type { Announcements } from '@dnd-kit/core';
import { contentWords } from '../../words/content.en.ts';
import { t } from '../../words/t.ts';

/** What a screen reader hears while one of `rows` is dragged to another place; `unnamed` stands for a row that is gone. */
export const dragAnnouncements = (rows: readonly { id: string; title: string }[], unnamed: string): Announcements => {
  const name = (id: string | number) => rows.find((row) => row.id === id)?.title ?? unnamed;
  const at = (id: string | number) => ({ place: rows.findIndex((row) => row.id === id) + 1, count: rows.length });
  return {
    onDragStart: ({ active: { id } }) => t(contentWords.dragPickedUp, { name: name(id), ...at(id) }),
    onDragOver: ({ active: { id }, over }) =>
      over ? t(contentWords.dragOver, { name: name(id), ...at(over.id) }) : undefined,
    onDragEnd: ({ active: { id }, over }) =>
      over
        ? t(contentWords.dragDroppedAt, { name: name(id), ...at(over.id) })
        : t(contentWords.dragDropped, { name: name(id) }),
    onDragCancel: ({ active: { id } }) => t(contentWords.dragCancelled, { name: name(id), ...at(id) }),
  };
};
