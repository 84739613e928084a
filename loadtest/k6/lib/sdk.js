import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { checkResponse, dataOf } from './checks.js';
import { newId, nextOf, targets, url } from './data.js';

const viewers = 200000;
const eventsEach = 20;
const types = ['story_impression', 'story_completed', 'story_next', 'story_left', 'story_paused', 'story_clicked'];

const batchesAccepted = new Counter('batches_accepted');

const storiesTags = { kind: 'delivery', name: 'GET /sdk/v1/{token}/stories' };
const eventsTags = { kind: 'ingest', name: 'POST /sdk/v1/{token}/events' };

/**
 * Where the stories of an instance are, and what a caller that takes gzip says; with a tag, one that has them already.
 */
export const storiesOf = ({ token }, etag) => [
  `${url}/sdk/v1/${token}/stories`,
  {
    headers: etag ? { 'Accept-Encoding': 'gzip', 'If-None-Match': etag } : { 'Accept-Encoding': 'gzip' },
    tags: storiesTags,
  },
];

/** Asks for the stories of an instance and reads them through. */
export const fetchStories = (instance) => {
  const answer = http.get(...storiesOf(instance));
  checkResponse(answer, {
    'stories come': ({ status }) => status === 200,
    'packed by gzip': ({ headers }) => headers['Content-Encoding'] === 'gzip',
    'every group is there': (given) => dataOf(given)?.groups.length === instance.groups,
  });
};

/** Asks for the stories of an instance and looks only at the headers. */
export const fetchStoriesUnparsed = (instance) => {
  const [address, asked] = storiesOf(instance);
  const answer = http.get(address, { ...asked, responseType: 'none' });
  checkResponse(answer, {
    'stories come': ({ status }) => status === 200,
    'packed by gzip': ({ headers }) => headers['Content-Encoding'] === 'gzip',
    'with a tag': ({ headers }) => headers.Etag === instance.etag,
  });
};

/** Asks for stories that the caller has. */
export const revalidateStories = (instance) => {
  const answer = http.get(...storiesOf(instance, instance.etag));
  checkResponse(answer, { 'nothing has changed': ({ status }) => status === 304 });
};

/**
 * Opens an app whose stories somebody may be changing: most callers have stories already, and take them anew if they
 * must.
 */
export const openApp = (instance) => {
  const [address, asked] = storiesOf(instance, Math.random() < 0.7 ? instance.etag : undefined);
  const answer = http.get(address, { ...asked, responseType: 'none' });
  checkResponse(answer, { 'stories come, or nothing has changed': ({ status }) => status === 200 || status === 304 });
};

const batchOf = ({ group_id, stories }) => {
  const now = Date.now();
  const viewer = Math.floor(Math.random() * viewers);
  return {
    batch_id: newId(),
    sent_at: now,
    viewer_id: `viewer-${viewer}`,
    session_id: newId(),
    platform: 'web',
    sdk_version: '1.4.2',
    app_version: '3.2.1',
    consent: true,
    events: Array.from({ length: eventsEach }, (_, index) => ({
      id: newId(),
      type: types[index % types.length],
      at: now - 20_000 + index * 1000,
      group_id,
      story_id: stories[index % stories.length],
      position: index % stories.length,
      watch_ms: 1000 + ((viewer * 37) % 9000),
      mode: index % 3 ? 'auto' : 'manual',
    })),
  };
};

/** The request of a viewer's SDK that reports 20 events about a target; no body comes twice. */
export const reportOf = (target) => [
  `${url}/sdk/v1/${target.token}/events`,
  JSON.stringify(batchOf(target)),
  { headers: { 'Content-Type': 'application/json' }, tags: eventsTags },
];

/** Reports a batch about a target, counted among requests of that kind, with more tags if there are. */
export const report = (target, kind = 'ingest', tags = {}) => {
  const [address, body, params] = reportOf(target);
  const answer = http.post(address, body, { ...params, tags: { ...eventsTags, ...tags, kind } });
  const kept = checkResponse(answer, {
    'the batch is kept': ({ status }) => status === 202,
    'with every event': (given) => dataOf(given)?.accepted === eventsEach,
  });
  if (kept) batchesAccepted.add(1);
};

/** Reports a batch about the next target. */
export const sendReport = () => report(nextOf(targets));
