const seconds = Number(__ENV.SECONDS);
const scale = Number(__ENV.SCALE);
/** Whether this is a smoke: it shows that everything works, beside whatever else the machine does, and is no measure of speed. */
export const isSmoke = Boolean(__ENV.SMOKE);
const slack = isSmoke ? 20 : 1;

const scaled = (rate) => Math.max(isSmoke ? 5 : 1, Math.round(rate * scale));
const users = (rate) => ({ preAllocatedVUs: Math.min(20, rate), maxVUs: 200, gracefulStop: '5s' });

/** A scenario with a constant arrival rate: so many iterations of `exec` per second. */
export const constantRate = (exec, perSecond) => {
  const rate = scaled(perSecond);
  return { executor: 'constant-arrival-rate', exec, rate, timeUnit: '1s', duration: `${seconds}s`, ...users(rate) };
};

// Turns alternate, short enough for whatever else the machine does to touch both kinds, after all have warmed up.
const warmMs = (seconds * 1000) / 6;
const pairs = Math.max(1, Math.round(seconds / 7));
const turnMs = (seconds * 1000 - warmMs) / (2 * pairs);

/**
 * What it is the turn of, so many milliseconds after the start: `odd` in every other turn; `measured` once the turn
 * before cannot touch it any more, and not at all while everything warms up.
 */
export const turnAt = (ms) => {
  const since = ms - warmMs;
  if (since < 0 || ms >= seconds * 1000) return { odd: false, measured: false };
  return { odd: Math.floor(since / turnMs) % 2 === 1, measured: since % turnMs > turnMs / 10 };
};

/** Iterations per second that change: `course` is a list of `[share of the time, iterations per second at its end]`. */
export const rampingRate = (exec, course) => ({
  executor: 'ramping-arrival-rate',
  exec,
  startRate: scaled(course[0][1]),
  timeUnit: '1s',
  stages: course.map(([share, perSecond]) => ({
    duration: `${Math.round(share * seconds * 1000)}ms`,
    target: scaled(perSecond),
  })),
  ...users(scaled(Math.max(...course.map(([, perSecond]) => perSecond)))),
});

/** So many iterations of `exec` altogether, as fast as they are answered. */
export const sharedIterations = (exec, iterations) => ({
  executor: 'shared-iterations',
  exec,
  vus: 10,
  iterations,
  maxDuration: '60s',
});

const tail = (milliseconds) => [`p(95)<${milliseconds * slack}`];

/** That hardly a request fails and what was answered is right. */
export const baseThresholds = {
  http_req_failed: [`rate<${0.001 * slack}`],
  checks: [`rate>${1 - 0.001 * slack}`],
};

const sent = (metric, perSecond) => ({ [metric]: [`count<${Math.ceil(seconds * perSecond * slack)}`] });

/** That hardly an iteration of a scenario is left unsent: at most so many per second of the whole time. */
export const droppedThreshold = (scenario, perSecond) => sent(`dropped_iterations{scenario:${scenario}}`, perSecond);

/** That nineteen of twenty answers come within so many milliseconds, for all requests or for each kind. */
export const latencyThresholds = (milliseconds) =>
  typeof milliseconds === 'number'
    ? { http_req_duration: tail(milliseconds) }
    : Object.fromEntries(
        Object.entries(milliseconds).map(([kind, most]) => [`http_req_duration{kind:${kind}}`, tail(most)]),
      );

/**
 * What must hold: hardly a request fails, what was answered is right, hardly anything is left unsent, and answers come
 * in time.
 */
export const thresholds = (milliseconds) => ({
  ...baseThresholds,
  ...sent('dropped_iterations', 1),
  ...latencyThresholds(milliseconds),
});

/** Figures that the results give of every series of times. */
export const trends = ['min', 'med', 'avg', 'p(95)', 'p(99)', 'max'];
