import type { Announcements } from '@dnd-kit/core';

/** What a screen reader hears while one of `rows` is dragged to another place; `unnamed` stands for a row that is gone. */
export const dragAnnouncements = (rows: readonly { id: string; title: string }[], unnamed: string): Announcements => {
  const name = (id: string | number) => rows.find((row) => row.id === id)?.title ?? unnamed;
  const place = (id: string | number) => `place ${rows.findIndex((row) => row.id === id) + 1} of ${rows.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at ${place(over.id)}.` : `${name(active.id)} was dropped.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${place(active.id)}.`,
  };
};
