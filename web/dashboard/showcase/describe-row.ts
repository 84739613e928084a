import type { SdkStories } from '#contracts/sdk.ts';
import { plural } from '../kit/format.ts';
import type { LogRow } from './use-player.ts';

type Groups = SdkStories['data']['groups'];

/** The two lines of a row: what was sent, and about what. */
export function describeRow(row: LogRow, groups: Groups): { name: string; about: string } {
  if ('sent' in row) {
    const { batch, status, ms } = row.sent;
    const events = plural(batch.events.length, 'event', 'events');
    if (status === 'beacon') return { name: 'batch handed over', about: `${events}, on leaving` };
    if (status === 0) return { name: 'batch waits', about: `${events}, no network` };
    if (status >= 200 && status < 300) return { name: 'batch accepted', about: `${events}, ${ms} ms` };
    const waits = status === 429 || status === 408 || status >= 500;
    return { name: waits ? 'batch waits' : 'batch refused', about: `${events}, HTTP ${status}` };
  }
  const { event } = row;
  const group = groups.find((one) => one.id === event.group_id);
  const story = group?.stories.find((one) => one.id === event.story_id);
  const parts = [
    story && group ? `${group.stories.indexOf(story) + 1} · ${story.title || group.title}` : group?.title,
    event.watch_ms === undefined ? '' : `${(event.watch_ms / 1000).toFixed(1)} s watched`,
    event.mode === 'auto' ? 'by itself' : '',
  ];
  return {
    name: event.type,
    about: parts.filter(Boolean).join(', ') || plural(groups.length, 'group', 'groups'),
  };
}
