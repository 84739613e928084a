import exec from 'k6/execution';
import http from 'k6/http';
import { checkResponse, dataOf } from './checks.js';
import { desks, url } from './data.js';

const asked = ({ token }, kind, name, heads = {}) => ({
  headers: { authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip', ...heads },
  tags: { kind, name },
});
const appsPath = '/api/app/n/list?limit=10000&with_story_groups=True';
const words = ['autumn', 'sale', 'coats', 'edit 7', 'ews', 'marlow', 'boots 1', 'nothing'];
const comes = (given) => given.status === 200 && dataOf(given) !== null;

/** The ETag that each person's list came with. */
const etags = {};

/** The list of all apps with their groups: whole the first time, then with the ETag that came with it. */
const apps = (desk) => {
  const answer = http.get(url + appsPath, asked(desk, 'apps', 'GET /api/app/n/list'));
  etags[desk.token] = answer.headers.Etag;
  checkResponse(answer, { 'apps come': comes, 'they have an ETag': ({ headers }) => Boolean(headers.Etag) });
};
const appsAgain = (desk) => {
  const etag = etags[desk.token];
  if (!etag) return apps(desk);
  const answer = http.get(url + appsPath, asked(desk, 'unchanged', 'GET /api/app/n/list', { 'If-None-Match': etag }));
  checkResponse(answer, { 'nothing has changed': ({ status }) => status === 304 });
};
const groups = (desk) => {
  const query = `app_id=${desk.app_id}&instance_id=${desk.instance_id}&limit=1000`;
  const answer = http.get(`${url}/api/n/story_group?${query}`, asked(desk, 'groups', 'GET /api/n/story_group'));
  checkResponse(answer, { 'groups come': comes });
};
const ofGroup = (kind, path) => (desk, turn) => {
  const group = desk.groups[turn % desk.groups.length];
  const answer = http.get(`${url}${path}?story_group_id=${group}`, asked(desk, kind, `GET ${path}`));
  checkResponse(answer, { 'the group comes': comes });
};
const search = (desk, turn) => {
  const q = encodeURIComponent(words[turn % words.length]);
  checkResponse(http.get(`${url}/api/search?q=${q}`, asked(desk, 'search', 'GET /api/search')), {
    'the search answers': comes,
  });
};

const calls = [
  apps,
  appsAgain,
  groups,
  ofGroup('detail', '/api/story_group/detail'),
  ofGroup('stories', '/api/story'),
  search,
];

/** One call after another of what somebody opens who works in the dashboard. */
export const callDashboard = () => {
  const turn = exec.scenario.iterationInTest;
  calls[turn % calls.length](desks[turn % desks.length], turn);
};
