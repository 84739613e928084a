import { randomBytes } from 'node:crypto';

/** An instance that batches are sent to, with what they may be about. */
export interface BatchTarget {
  token: string;
  group_id: string;
  stories: string[];
}

/** What a load generator sends; every request is made before the clock starts. */
export type Load =
  | { kind: 'repeat'; request: string; count: number }
  | { kind: 'several'; requests: string[]; count: number }
  /** `callers`: addresses that a proxy forwards for, in turn. */
  | { kind: 'batches'; targets: BatchTarget[]; viewers: number; callers?: string[]; count: number }
  | { kind: 'umami'; website: string; targets: BatchTarget[]; viewers: number; count: number }
  | { kind: 'status'; groups: { id: string; token: string }[]; keyed: boolean; count: number };

const prefix = randomBytes(4).toString('hex');
let made = 0;
/** An id that no request has carried before. */
const newId = (): string => {
  made += 1;
  const serial = made.toString(16).padStart(12, '0');
  return `${prefix}-0000-4000-8000-${serial}`;
};

const post = (method: string, path: string, heads: string, body: string): Buffer =>
  Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${heads}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );

const types = ['story_impression', 'story_completed', 'story_next', 'story_left', 'story_paused', 'story_clicked'];

const browser =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const batch = ({ token, group_id, stories }: BatchTarget, viewers: number, caller?: string): Buffer => {
  const now = Date.now();
  const viewer = Math.floor(Math.random() * viewers);
  const body = {
    batch_id: newId(),
    sent_at: now,
    viewer_id: `viewer-${viewer}`,
    session_id: `session-${viewer}-${made}`,
    platform: 'web',
    sdk_version: '1.4.2',
    app_version: '3.2.1',
    consent: true,
    events: Array.from({ length: 20 }, (_, index) => ({
      id: newId(),
      type: types[index % types.length],
      at: now - 20_000 + index * 1000,
      group_id,
      story_id: stories[index % stories.length],
      position: index % stories.length,
      watch_ms: 1000 + ((made * 37) % 9000),
      mode: index % 3 ? 'auto' : 'manual',
    })),
  };
  return post('POST', `/sdk/v1/${token}/events`, caller ? `x-forwarded-for: ${caller}\r\n` : '', JSON.stringify(body));
};

/** The same events as an umami takes them: of one visitor, each with a name and an address. */
const umamiBatch = (website: string, { group_id, stories }: BatchTarget, viewers: number): Buffer => {
  const id = `viewer-${Math.floor(Math.random() * viewers)}`;
  const events = Array.from({ length: 20 }, (_, index) => ({
    type: 'event',
    payload: {
      website,
      hostname: 'fjord.test',
      language: 'en-GB',
      screen: '390x844',
      url: `/${group_id}/${stories[index % stories.length]}`,
      name: types[index % types.length],
      id,
    },
  }));
  made += 1;
  return post('POST', '/api/batch', `user-agent: ${browser}\r\n`, JSON.stringify(events));
};

const statusChange = (group: { id: string; token: string }, turn: number, keyed: boolean): Buffer =>
  post(
    'PATCH',
    `/api/n/story_group?story_group_id=${group.id}`,
    `authorization: Bearer ${group.token}\r\n${keyed ? `idempotency-key: ${newId()}\r\n` : ''}`,
    JSON.stringify({ status: turn % 2 ? 1 : 2 }),
  );

const turns = new Map<string, number>();

/** The requests of a load, one list for each connection. */
export const makeRequests = (load: Load, connections: number): Buffer[][] => {
  const lists: Buffer[][] = Array.from({ length: connections }, () => []);
  if (load.kind === 'repeat') {
    const request = Buffer.from(load.request);
    for (let index = 0; index < load.count; index += 1) lists[index % connections]!.push(request);
  } else if (load.kind === 'several') {
    const requests = load.requests.map((request) => Buffer.from(request));
    for (let index = 0; index < load.count; index += 1)
      lists[index % connections]!.push(requests[index % requests.length]!);
  } else if (load.kind === 'batches')
    for (let index = 0; index < load.count; index += 1)
      lists[index % connections]!.push(
        batch(load.targets[made % load.targets.length]!, load.viewers, load.callers?.[index % load.callers.length]),
      );
  else if (load.kind === 'umami')
    for (let index = 0; index < load.count; index += 1)
      lists[index % connections]!.push(
        umamiBatch(load.website, load.targets[made % load.targets.length]!, load.viewers),
      );
  else
    for (let index = 0; index < load.count; index += 1) {
      // A connection keeps to its own groups, so that no two commands meet on one.
      const group = load.groups[index % load.groups.length]!;
      const turn = turns.get(group.id) ?? 0;
      turns.set(group.id, turn + 1);
      lists[(index % load.groups.length) % connections]!.push(statusChange(group, turn, load.keyed));
    }
  return lists;
};
