import { SharedArray } from 'k6/data';
import exec from 'k6/execution';

const read = (part) => () => JSON.parse(open(__ENV.DATA))[part];

/** Instances whose stories SDKs ask for: `{token, etag, groups}`, the last of which says how many come. */
export const instances = new SharedArray('instances', read('instances'));
/** What SDKs report about: `{token, group_id, stories}`; neighbours are of different instances. */
export const targets = new SharedArray('targets', read('targets'));
/** People who are signed in: `{token, app_id, groups}`, the ids of an app with figures and of its groups. */
export const people = new SharedArray('people', read('people'));
/** Groups that may be changed, by whom: `{token, group_id, stories}`; neighbours are of different people. */
export const places = new SharedArray('places', read('places'));
/** Instances of a large account: `{token, app_id, instance_id, groups}`. */
export const desks = new SharedArray('desks', read('desks'));
/** The address of the background server, which is not the product. */
export const backgroundUrl = __ENV.BACKGROUND_URL;
/** Where the product answers. */
export const url = __ENV.URL;

/** The next of a list, over all virtual users together. */
export const nextOf = (list) => list[exec.scenario.iterationInTest % list.length];

const run = __ENV.RUN;
let made = 0;

/** A short word that this run has not used before. */
export const newWord = () => {
  made += 1;
  return `${exec.vu.idInTest}-${made}`;
};

/** An id that no request has carried before. */
export const newId = () => {
  made += 1;
  const user = exec.vu.idInTest.toString(16).padStart(4, '0');
  return `${run}-${user}-4000-8000-${made.toString(16).padStart(12, '0')}`;
};
