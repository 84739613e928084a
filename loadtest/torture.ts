// npm run torture --
//   [--histories 10000] [--flows 10000] [--parts 10000] [--edits 10000] [--draft-kills 50] [--billing-kills 50] [--kills 200] [--postgres-kills 50] [--clients 12] [--ingest 6]
//   [--between 150] [--payments 150000] [--truth 50000] [--truth-kills 10] [--made-up 100000] [--figures 1000000] [--figure-filters 20]
//   [--seed n];
//   --flows walks so many groups of stories with rules, --parts publishes so many drafts part by part,
//   --edits edits so many designs and undoes it, --draft-kills kills a server while ten people write drafts, --billing-kills
//   two processes while they close the periods of accounts, --kills and --postgres-kills processes and Postgres under load,
//   --payments does so much to the plans, cards and codes of 300 accounts in more than a year, --truth counts
//   batches of 20 events, over each log (JetStream needs nats-server), --made-up viewers that one address makes up before
//   it sends 2 GiB, --figures events that the built pages are compared with in Chromium, over --figure-filters filters; 0
//   leaves these runs out
import { parseArgs } from 'node:util';
import { killWhileBilling } from '#ops/testing/billing-kills.ts';
import { liveYear } from '#ops/testing/billing-year/year.ts';
import { type DraftKills, killWhileDrawing } from '#ops/testing/draft-kills.ts';
import { editAndUndo } from '#ops/testing/edits.ts';
import { walkFlows } from '#ops/testing/flows.ts';
import { shellProgram } from '#ops/testing/launch-chromium.ts';
import { startTestNats } from '#ops/testing/nats.ts';
import { publishInParts } from '#ops/testing/publishing.ts';
import { runFiguresPages } from './end-to-end/figures-pages.ts';
import { runOneAddress } from './end-to-end/one-address.ts';
import { runEndToEnd } from './end-to-end/run.ts';
import { runHistories } from './faults/histories.ts';
import { runFaults } from './faults/run.ts';

const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    flows: { type: 'string', default: '10000' },
    parts: { type: 'string', default: '10000' },
    edits: { type: 'string', default: '10000' },
    'draft-kills': { type: 'string', default: '50' },
    'billing-kills': { type: 'string', default: '50' },
    kills: { type: 'string', default: '200' },
    'postgres-kills': { type: 'string', default: '50' },
    clients: { type: 'string', default: '12' },
    ingest: { type: 'string', default: '6' },
    payments: { type: 'string', default: '150000' },
    between: { type: 'string', default: '150' },
    truth: { type: 'string', default: '50000' },
    'truth-kills': { type: 'string', default: '10' },
    'made-up': { type: 'string', default: '100000' },
    figures: { type: 'string', default: '1000000' },
    'figure-filters': { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const plan = {
  processKills: Number(values.kills),
  postgresKills: Number(values['postgres-kills']),
  commandClients: Number(values.clients),
  ingestClients: Number(values.ingest),
  between: Number(values.between),
  seed: Number(values.seed),
};
const figures = { events: Number(values.figures), filters: Number(values['figure-filters']), seed: plan.seed };
// Said now and not after the hours before the pages.
if (figures.events > 0) shellProgram();
console.log(`torture with ${JSON.stringify(plan)}`);
const lives = runHistories(Number(values.histories), plan.seed);
console.log(
  `${lives.histories} lives of a story group, ${lives.changes} changes, ${lives.transitions.size} transitions: all legal.`,
);
if (Number(values.flows) > 0) {
  const ruled = walkFlows(Number(values.flows), plan.seed);
  console.log(`${values.flows} groups of stories with rules, ${ruled} such stories delivered: each walk ends.`);
}
if (Number(values.parts) > 0)
  console.log(
    `${values.parts} drafts published in ${publishInParts(Number(values.parts), plan.seed)} parts: nothing is lost.`,
  );
if (Number(values.edits) > 0)
  console.log(
    `${values.edits} designs edited, ${editAndUndo(Number(values.edits), plan.seed)} steps undone and redone: the same bytes.`,
  );
const money = { accounts: 300, acts: Number(values.payments) };
const year = await liveYear(money.accounts, money.acts, plan.seed);
if (money.acts > 0) {
  const { faults: wrong, ...told } = year;
  console.log(`more than a year of ${money.accounts} subscriptions: ${JSON.stringify({ seed: plan.seed, ...told })}`);
  for (const fault of wrong) console.log(`FAULT: ${fault}`);
}
/** Does work, and then ends what it started, also where it throws. */
const endingAll = async <T>(work: (t: { teardown(step: () => Promise<unknown>): void }) => Promise<T>): Promise<T> => {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    return await work({ teardown: (step) => void undo.push(step) });
  } finally {
    for (const step of undo.reverse()) await step();
  }
};
const drawn: DraftKills = { saves: 0, unanswered: 0, faults: [] };
if (Number(values['draft-kills']) > 0) {
  Object.assign(drawn, await endingAll((t) => killWhileDrawing(t, Number(values['draft-kills']))));
  console.log(
    `${values['draft-kills']} kills while ten write drafts: ${drawn.saves} saves were answered, ${drawn.unanswered} done without an answer.`,
  );
  for (const fault of drawn.faults.slice(0, 20)) console.log(`FAULT: ${fault}`);
}
const faults = [...year.faults, ...drawn.faults];
const failures: string[] = [];
if (Number(values['billing-kills']) > 0) {
  const kills = Number(values['billing-kills']);
  const { faults: wrong, ...told } = await endingAll((t) => killWhileBilling(t, kills, plan.seed));
  console.log(`kills of two processes that close periods: ${JSON.stringify({ seed: plan.seed, ...told })}`);
  for (const fault of wrong.slice(0, 20)) console.log(`FAULT: ${fault}`);
  faults.push(...wrong);
}
if (plan.processKills + plan.postgresKills > 0) {
  const {
    faults: broken,
    failures: of500,
    tally,
    ...counts
  } = await runFaults(plan, (words) => console.log(`  ${words}`));
  console.log(JSON.stringify({ ...counts, ...tally, answersOf500: of500.length }, null, 2));
  for (const failure of of500.slice(0, 20)) console.log(`500: ${failure}`);
  for (const fault of broken) console.log(`FAULT: ${fault}`);
  faults.push(...broken);
  failures.push(...of500);
}
const endToEnd = {
  batches: Number(values.truth),
  viewers: 200_000,
  kills: Number(values['truth-kills']),
  seed: plan.seed,
};
const runOver = async (log: object) => {
  const told = await runEndToEnd({ ...endToEnd, ...log }, (words) => console.log(`  ${words}`));
  console.log(JSON.stringify({ ...told, faults: told.faults.length }, null, 2));
  for (const fault of told.faults.slice(0, 20)) console.log(`FAULT: ${fault}`);
  faults.push(...told.faults);
};
if (endToEnd.batches > 0) {
  console.log(`${endToEnd.batches} batches over Postgres`);
  await runOver({});
  await endingAll(async (t) => {
    const nats = await startTestNats(t, 1);
    console.log(`${endToEnd.batches} batches over JetStream`);
    await runOver({ natsUrl: nats.url });
  });
}
const madeUp = Number(values['made-up']);
if (madeUp > 0) {
  console.log(`one address: ${madeUp} viewers and 2 GiB of batches`);
  const burst = { viewers: madeUp, megabytes: 2048, mostViewers: 2000, mostMegabytes: 500 };
  const told = await runOneAddress(burst, (words) => console.log(`  ${words}`));
  console.log(JSON.stringify({ ...told, faults: told.faults.length }, null, 2));
  for (const fault of told.faults.slice(0, 20)) console.log(`FAULT: ${fault}`);
  faults.push(...told.faults);
}
if (figures.events > 0) {
  console.log(`pages of figures: ${JSON.stringify(figures)}`);
  const told = await runFiguresPages(figures, (words) => console.log(`  ${words}`));
  console.log(JSON.stringify({ ...told, faults: told.faults.length }, null, 2));
  for (const fault of told.faults.slice(0, 20)) console.log(`FAULT: ${fault}`);
  faults.push(...told.faults);
}
console.log(faults.length + failures.length === 0 ? 'Every promise held.' : 'NOT EVERY PROMISE HELD.');
process.exitCode = faults.length + failures.length === 0 ? 0 : 1;
// Nothing that is still open keeps a finished run.
process.exit();
