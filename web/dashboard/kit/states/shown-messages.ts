import type { NotificationPayload, NotificationType } from 'ra-core';

/** A button on a message, which closes when it is pressed; one that `keeps` it lets it stand a while longer. */
export interface MessageAct {
  label: string;
  onClick: () => unknown;
  keeps?: true;
}

/**
 * What `useNotify` takes beside the text: `warning` is a change that was put back, `acts` are buttons in their order,
 * `about` the ids of what it tells of.
 */
export interface MessageOptions {
  type?: NotificationType;
  acts?: readonly MessageAct[];
  about?: readonly string[];
}

/** How each type of react-admin's notifications looks. */
export const kinds = { success: 'success', info: 'success', warning: 'undone', error: 'error' } as const;
const most = 3;

const subjectsOf = ({ notificationOptions }: NotificationPayload): readonly string[] =>
  (notificationOptions as MessageOptions | undefined)?.about ?? [];

/**
 * The last three messages of a queue, each text once; a message without a text is none. A message takes the place of an
 * earlier one about the same things: both at once contradict each other, and 'Undo' of the first undoes nothing any more.
 */
export function shownOf(queue: readonly NotificationPayload[]): NotificationPayload[] {
  const replaces = (later: NotificationPayload, one: NotificationPayload) =>
    later.message === one.message ||
    (subjectsOf(one).length > 0 && subjectsOf(one).every((id) => subjectsOf(later).includes(id)));
  const isLast = (one: NotificationPayload, place: number) =>
    !queue.slice(place + 1).some((later) => replaces(later, one));
  return queue.filter((one, place) => one.message && isLast(one, place)).slice(-most);
}
