const seconds = Number(__ENV.SECONDS);
const scale = Number(__ENV.SCALE);
// A smoke shows that everything works, beside whatever else the machine does: it is no measure of speed.
const smoke = Boolean(__ENV.SMOKE);
const slack = smoke ? 20 : 1;

const scaled = (rate) => Math.max(smoke ? 5 : 1, Math.round(rate * scale));
const users = (rate) => ({ preAllocatedVUs: Math.min(20, rate), maxVUs: 200, gracefulStop: '5s' });

/** As many iterations of `exec` per second from beginning to end. */
export const steady = (exec, perSecond) => {
  const rate = scaled(perSecond);
  return { executor: 'constant-arrival-rate', exec, rate, timeUnit: '1s', duration: `${seconds}s`, ...users(rate) };
};

/** Pairs of turns, one calm and one not, short enough for whatever else the machine does to touch both. */
export const pairs = Math.max(2, Math.floor(seconds / 6));
const turnMs = (seconds * 1000) / (2 * pairs);

/** An even load that runs in every other turn, the first of which it leaves out. */
export const everyOtherTurn = (exec, perSecond) => {
  const rate = scaled(perSecond);
  const duration = `${Math.round(turnMs)}ms`;
  const turns = Array.from({ length: pairs }, () => [
    { target: 0, duration },
    { target: rate, duration: '0s' },
    { target: rate, duration },
    { target: 0, duration: '0s' },
  ]);
  return { executor: 'ramping-arrival-rate', exec, startRate: 0, timeUnit: '1s', stages: turns.flat(), ...users(rate) };
};

/** Which turn it is so many milliseconds after the start, from 0; null at the turn of one, when both sides may be running. */
export const turnAt = (ms) => (ms % turnMs < turnMs / 10 || ms >= seconds * 1000 ? null : Math.floor(ms / turnMs));

/** Iterations per second that change: `course` is a list of `[share of the time, iterations per second at its end]`. */
export const changing = (exec, course) => ({
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
export const counted = (exec, iterations) => ({
  executor: 'shared-iterations',
  exec,
  vus: 10,
  iterations,
  maxDuration: '60s',
});

const tail = (milliseconds) => [`p(95)<${milliseconds * slack}`];

/** That hardly a request fails and what was answered is right. */
export const sound = {
  http_req_failed: [`rate<${0.001 * slack}`],
  checks: [`rate>${1 - 0.001 * slack}`],
};

/**
 * What must hold: hardly a request fails, what was answered is right, hardly anything is left unsent, and nineteen of
 * twenty answers come within so many milliseconds, for all requests or for each kind.
 */
export const thresholds = (milliseconds) => ({
  ...sound,
  dropped_iterations: [`count<${Math.ceil(seconds * slack)}`],
  ...(typeof milliseconds === 'number'
    ? { http_req_duration: tail(milliseconds) }
    : Object.fromEntries(
        Object.entries(milliseconds).map(([kind, most]) => [`http_req_duration{kind:${kind}}`, tail(most)]),
      )),
});

/** Figures that the results give of every series of times. */
export const trends = ['min', 'med', 'avg', 'p(95)', 'p(99)', 'max'];
