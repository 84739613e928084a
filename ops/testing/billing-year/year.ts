import { createRandom, type Random } from '../random.ts';
import { doSomething, newBooks } from './acts.ts';
import { type BillingWorld, catchUp, chance, overdue, type YearReport } from './world.ts';

const day = 86_400;
/** From the end of a long month, over a 29 February, to some weeks after the first yearly plans run out. */
const begins = Date.UTC(2027, 7, 31) / 1000;
const lengthDays = 430;

/** When each act happens, in order: now and then at a midnight, or the second before it. */
const timesOf = (random: Random, acts: number): number[] =>
  Array.from({ length: acts }, () => {
    const at = begins + Math.floor(random() * lengthDays * day);
    return random() < 0.1 ? Math.round(at / day) * day - Math.floor(random() * 2) : at;
  }).sort((one, other) => one - other);

/**
 * Lets so many accounts buy, change, fail to pay and end their plans for more than a year, by so many acts at random, with
 * time as an argument, keeps books of its own beside, and proves each invoice with viewers. Answers what it did, and every contradiction.
 */
export const liveYear = async (accounts: number, acts: number, seed: number): Promise<YearReport> => {
  const report: YearReport = {
    faults: [],
    decisions: 0,
    refused: 0,
    invoices: 0,
    paid: 0,
    proofs: 0,
    forged: 0,
    events: {},
  };
  const world: BillingWorld = {
    random: createRandom(seed),
    accounts: [],
    leaving: [],
    now: begins,
    standsUntil: 0,
    ids: 0,
    report,
  };
  while (world.accounts.length < accounts) world.accounts.push(newBooks(world));
  for (const at of timesOf(world.random, acts)) {
    if (report.faults.length > 0) return report;
    world.now = Math.max(begins, at);
    await catchUp(world);
    // Once or twice a year nothing happens by itself for up to two months.
    if (world.now > world.standsUntil + 90 * day && chance(world, 3 / acts))
      world.standsUntil = world.now + Math.floor(world.random() * 60 * day);
    // Some accounts are seldom touched, so that their periods run as they are.
    const account = world.accounts[Math.floor(world.random() ** 2 * accounts)]!;
    doSomething(world, account);
    for (const fault of overdue(account, world)) report.faults.push(`${account.id}: ${fault}`);
  }
  return report;
};
