// What the end of a test run says, read from the report that tap wrote: the last lines are what one sees first.
import { readFileSync } from 'node:fs';

/** A time as a person says it. */
export const formatDuration = (ms) => (ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${(ms / 60_000).toFixed(1)} min`);

const unit = { ms: 1, s: 1000, m: 60_000 };
const mostLines = 60;

/** The ten longest files of the run. */
export const printSlowest = (report) => {
  const lines = readFileSync(report, 'utf8').matchAll(
    /^ {4}(?:not )?ok \d+ - (\S+\.test\.js) # time=([\d.]+)(ms|s|m)/gm,
  );
  const times = [...lines].map(([, path, time, of]) => ({ path, ms: Number(time) * unit[of] }));
  console.log('\nSlowest files:');
  for (const { path, ms } of times.sort((one, other) => other.ms - one.ms).slice(0, 10))
    console.log(`  ${formatDuration(ms).padStart(8)}  ${path}`);
};

/** Each file that failed, with what failed in it and why. */
export const printFailures = (report) => {
  const said = [];
  let of = [];
  // The indentation of the `not ok` whose explanation is being read.
  let failing = null;
  for (const line of readFileSync(report, 'utf8').split('\n')) {
    const [indent] = /^ */.exec(line);
    if (/^(not )?ok \d+ - /.test(line)) {
      const failed = line.startsWith('not ok');
      if (failed) said.push('', line, ...(of === said ? [] : of.slice(0, mostLines)));
      of = failed ? said : [];
      failing = failed ? 0 : null;
    } else if (/^ +not ok /.test(line)) {
      if (of === said) of = [];
      failing = indent.length;
      of.push(line);
    } else if (failing !== null && line.trim() !== '') {
      if (indent.length > failing) of.push(line);
      else failing = null;
    }
  }
  if (said.length > 0) console.log(['\nFailed:', ...said].join('\n'));
};
