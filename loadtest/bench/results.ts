import { cpus, totalmem } from 'node:os';
import pg from 'pg';
import type { Measured, Unmeasured } from './measure.ts';

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
const times = (value: number): string => `${value.toFixed(2)}×`;
const bound = (value: number | null): string => (value === null ? '–' : `${value}×`);

/** Whether a path reaches its goal, only its floor, or not even that. */
export const verdict = ({ ratio, goal, floor }: Measured): string => {
  if (goal !== null && ratio >= goal) return 'goal met';
  if (floor === null) return goal === null ? '' : 'goal missed';
  return ratio >= floor ? 'floor met' : 'FLOOR MISSED';
};

/** A path in a line for the terminal. */
export const formatRow = (one: Measured): string =>
  [
    `${one.path}: ${figure(one.ours)} ${one.unit}`,
    `${one.peer}: ${figure(one.theirs)}`,
    `${times(one.ratio)} (${one.spread.map(times).join(' to ')}), goal ${bound(one.goal)}, floor ${bound(one.floor)}: ${verdict(one)}`,
    ...(one.note ? [one.note] : []),
  ].join('\n    ');

/** A line that could not be measured, for the terminal. */
export const formatSkipped = ({ path, peer, reason }: Unmeasured): string =>
  `${path}: not measured against ${peer}: ${reason}`;

/** What the figures were measured on. */
export const describeMachine = async (databaseUrl: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string; fsync: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync`,
  );
  await client.end();
  const { version, fsync } = rows[0]!;
  return [
    `${cpus().length} cores, ${cpus()[0]?.model.trim() || 'of an unnamed model'}`,
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory`,
    `Node ${process.versions.node}, Postgres ${version} with fsync ${fsync}`,
  ];
};

/** The results as the file says them. */
export const formatMarkdown = (
  date: Date,
  on: readonly string[],
  rounds: number,
  all: readonly Measured[],
  missing: readonly Unmeasured[],
): string => {
  const lines = all.map((one) =>
    [
      '',
      `${one.path}${one.note ? ` (${one.note})` : ''}`,
      `${figure(one.ours)} ${one.unit}`,
      one.peer,
      figure(one.theirs),
      `${times(one.ratio)} (${one.spread.map(times).join('–')})`,
      bound(one.goal),
      bound(one.floor),
      verdict(one),
      '',
    ]
      .join(' | ')
      .trim(),
  );
  return `# Speed, measured

Written by \`npm run bench\` on ${date.toISOString().slice(0, 16).replace('T', ' ')} UTC.

${on.map((line) => `- ${line}`).join('\n')}
- Both sides take turns ${rounds} times (rebuild: 3) after one unmeasured turn each. Figures are medians; the ratio is the
  median of the ratios of neighbouring turns, with the least and the greatest.
- Rows 'as deployed' have a trusted proxy in front, limits as they come, a log of requests and 500 callers.
- Each benchmark runs in a process of its own. One process serves, the load comes from another; in all other rows limits are
  off and warnings are logged. Read models are not running beside appends, commands and ingest.

| path | ours | peer | peer's figure | ratio | goal | floor | |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}
${missing.length > 0 ? `\nNot measured here:\n\n${missing.map((one) => `- ${formatSkipped(one)}`).join('\n')}\n` : ''}`;
};
