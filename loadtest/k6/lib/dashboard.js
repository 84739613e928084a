import exec from 'k6/execution';
import http from 'k6/http';
import { checkResponse, dataOf } from './checks.js';
import { newId, newWord, nextOf, people, places, url } from './data.js';

const daySeconds = 86_400;
const asPerson = ({ token }, kind, name, heads = {}) => ({
  headers: { authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...heads },
  tags: { kind, name },
});

const pages = [
  ['overview', '/api/n/analytics/overview'],
  ['groups', '/api/story_group/n/stats'],
  ['group_stories', '/api/story/stats'],
];
const everyPage = [
  ...pages,
  ['stories', '/api/story/stats'],
  ['group_answers', '/api/story_group/n/interactive_stats'],
  ['story_answers', '/api/story/interactive_stats'],
  ['mau', '/api/mau'],
];

const open = ([kind, path], person, turn, days) => {
  const now = Math.floor(Date.now() / 1000);
  const about =
    kind === 'group_stories'
      ? `story_group_id=${person.groups[turn % person.groups.length]}`
      : `app_id=${person.app_id}`;
  const query = kind === 'mau' ? '' : `?${about}&ts_start=${now - (days - 1) * daySeconds}&ts_end=${now}`;
  const answer = http.get(`${url}${path}${query}`, asPerson(person, kind, `GET ${path}`));
  checkResponse(answer, { 'figures come': (given) => given.status === 200 && dataOf(given) !== null });
};

/** Opens a page of figures: the overview of an app, its groups, or the stories of a group, over one week to 30 days. */
export const readFigures = () => {
  const turn = exec.scenario.iterationInTest;
  open(pages[turn % pages.length], people[turn % people.length], turn, 7 + (turn % 24));
};

/** Asks for all that pages of figures ask for, one after the other, over 30 days. */
export const readEveryFigure = () => {
  const turn = exec.scenario.iterationInTest;
  const round = Math.floor(turn / everyPage.length);
  open(everyPage[turn % everyPage.length], people[round % people.length], round, 30);
};

let place;
let turns = 0;

const change = ({ group_id, stories }) => {
  turns += 1;
  if (turns % 5 === 0)
    return ['/api/story', { story_id: stories[turns % stories.length], title: `Story ${newWord()}` }];
  if (turns % 5 === 1) return ['/api/n/story_group', { story_group_id: group_id, title: `Group ${newWord()}` }];
  return ['/api/n/story_group', { story_group_id: group_id, status: turns % 2 ? 1 : 2 }];
};

/**
 * Commands as the dashboard sends them, each with a key of its own: status, title of a group, title of a story. A
 * virtual user keeps to one group, so that no two commands meet.
 */
export const sendCommand = () => {
  if (!place) place = places[(exec.vu.idInTest - 1) % places.length];
  const [path, body] = change(place);
  const asked = asPerson(place, 'command', `PATCH ${path}`, { 'Idempotency-Key': newId() });
  const answer = http.patch(`${url}${path}`, JSON.stringify(body), asked);
  checkResponse(answer, { 'the command is done': ({ status }) => status === 200 });
};

/** The list of a person's apps, which every page asks for. */
export const appsOf = (person) => [`${url}/api/app/n/list`, asPerson(person, 'api', 'GET /api/app/n/list')];

/** Opens the list of apps. */
export const readApps = () => {
  const answer = http.get(...appsOf(nextOf(people)));
  checkResponse(answer, { 'apps come': ({ status }) => status === 200 });
};
