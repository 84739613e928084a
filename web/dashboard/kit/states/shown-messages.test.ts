import type { NotificationPayload } from 'ra-core';
import t from 'tap';
import { shownOf } from './shown-messages.ts';

const said = (message: string, type: NotificationPayload['type'], ...about: string[]): NotificationPayload => ({
  message,
  type,
  notificationOptions: { about },
});
const texts = (...queue: NotificationPayload[]) => shownOf(queue).map(({ message }) => message);

t.test('messages of a queue', async (t) => {
  t.same(texts(said('1', 'success'), said('2', 'error'), said('', 'info'), said('3', 'info'), said('4', 'info')), [
    '2',
    '3',
    '4',
  ]);
  t.same(texts(said('Saved.', 'success'), said('No.', 'error'), said('Saved.', 'success')), ['No.', 'Saved.']);
  t.same(texts(said('It is active.', 'success', 'a'), said('Put back.', 'warning', 'b', 'a')), ['Put back.']);
  t.same(texts(said('It is active.', 'success', 'a'), said('Put back.', 'error', 'b')), ['It is active.', 'Put back.']);
  t.same(texts(said('No.', 'error', 'a'), said('It is active.', 'success', 'a')), ['It is active.']);
  t.same(texts(said('2 are active', 'success', 'a', 'b'), said('It is not.', 'success', 'a')), [
    '2 are active',
    'It is not.',
  ]);
  t.same(texts(said('Done.', 'success'), said('No.', 'error')), ['Done.', 'No.']);
});
