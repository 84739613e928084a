import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import t from 'tap';
import { decodeProofHeader, proofLayout } from '#contracts/billing-proof/layout.ts';
import type { ProofRecount } from '#contracts/billing-proof/rows.ts';
import { checkBill } from '#contracts/billing-proof/verify.ts';
import { countAll } from '#ops/testing/figures.ts';
import { type Harness, startHarness } from '#ops/testing/harness.ts';
import { assertRefused } from '#ops/testing/owner-with-app.ts';
import { runShellTool } from '#ops/testing/run-tool.ts';
import { seedScene, sendBatch } from '#ops/testing/scene.ts';
import { hashOf, plantVisits, type ViewerVisit } from '#ops/testing/visits.ts';
import { finaliseNextHour } from '../../archive/finalise.ts';
import { expireProofFiles } from './expire.ts';
import { readProof } from './kept.ts';
import { isoDayAt } from './period.ts';
import { recountProof } from './recount.ts';
import { sealProof } from './seal.ts';

t.setTimeout(240_000);

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const dayCount = 6;
const [from, to] = [today / 1000 - dayCount * 86_400, today / 1000];
const { headerBytes, rowBytes } = proofLayout;

interface Days {
  from: number;
  days: number;
}

/** What a bill of visits ought to say, counted the plain way. */
const billOf = ({ from, days }: Days, visits: readonly ViewerVisit[]) => {
  const dayOf = ({ at }: ViewerVisit) => Math.floor((at / 1000 - from) / 86_400);
  const billed = new Set(visits.filter((one) => !one.crowded && dayOf(one) < days).map(({ viewer }) => viewer));
  const inPeriod = visits.filter((one) => dayOf(one) >= 0 && dayOf(one) < days);
  const count = (some: readonly ViewerVisit[]) => {
    const there = [...new Set(some.map(({ viewer }) => viewer))];
    return {
      viewers: there.filter((one) => billed.has(one)).length,
      marked: there.filter((one) => !billed.has(one)).length,
    };
  };
  const all = count(inPeriod);
  const apps = (viewer: number) => new Set(inPeriod.filter((one) => one.viewer === viewer).map(({ app }) => app)).size;
  return {
    mau: all.viewers,
    marked: all.marked,
    by_day: Array.from({ length: days }, (_, day) => count(inPeriod.filter((one) => dayOf(one) === day))),
    byApp: [0, 1].map((app) => count(inPeriod.filter((one) => one.app === app)).viewers),
    in_several_apps: [...billed].filter((one) => apps(one) > 1).length,
  };
};

/** Periods within a month, of a whole one, over two and over three. */
const anyPeriod = fc.constantFrom(
  ...([
    [2026, 8, 12, 31],
    [2026, 9, 1, 31],
    [2026, 1, 1, 28],
    [2026, 0, 31, 31],
    [2026, 6, 10, 1],
  ] as const),
);
const anyVisits = (days: number) =>
  fc.array(
    fc.record({
      viewer: fc.integer({ min: 0, max: 60 }),
      app: fc.integer({ min: 0, max: 1 }),
      // Also before the period and after it, at its edges and at any time of a day.
      after: fc.oneof(
        fc.integer({ min: -12 * dayMs, max: days * dayMs + 5 * dayMs }),
        fc.constantFrom(0, -1, days * dayMs - 1, days * dayMs),
      ),
      crowded: fc.boolean(),
      twice: fc.boolean(),
    }),
    { minLength: 1, maxLength: 150 },
  );

const openAccountIn = async (h: Harness) => {
  const owner = await h.person();
  const scenes = [await seedScene(h, owner), await seedScene(h, owner)];
  scenes.sort((a, b) => (a.app_id < b.app_id ? -1 : 1));
  return { owner, scenes, account_id: owner.account_id };
};

t.test('a proof adds up to what came: viewers, days and apps, and to the same from the log', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { kernel } = h;
  const given = anyPeriod.chain((period) => fc.tuple(fc.constant(period), anyVisits(period[3])));
  const holds = fc.asyncProperty(given, async ([[year, month, day, days], some]) => {
    const { owner, scenes, account_id } = await openAccountIn(h);
    const from = Date.UTC(year, month, day) / 1000;
    const to = from + days * 86_400;
    const visits = some.map(({ after, ...one }): ViewerVisit => ({ ...one, at: from * 1000 + after }));
    await plantVisits(h, owner, scenes, visits);
    await countAll(h);
    const proof = await sealProof(kernel, account_id, from, to);
    const { byApp, ...bill } = billOf({ from, days }, visits);
    const by_app = scenes.map(({ app_id }, app) => ({ app_id, viewers: byApp[app]! })).filter((one) => one.viewers > 0);
    t.same(proof.statement.summary, { ...bill, by_app });
    const path = kernel.files.path(proof.file_key!);
    const file = await readFile(path);
    t.same(decodeProofHeader(file), { account_id, from, to });
    const { checks } = await checkBill(
      { ...proof, file },
      { account_id, from, public_key: kernel.secrets.bills.publicKey },
    );
    t.ok(
      checks.every((one) => one.holds),
      JSON.stringify(checks),
    );
    const again = await recountProof(kernel, proof, path);
    t.match(again, { holds: true, first_day: null, other_marks: 0, apps_hold: true });
    t.same(
      again.days.map(({ log }) => log),
      bill.by_day.map(({ viewers, marked }) => viewers + marked),
    );
  });
  await t.resolves(fc.assert(holds, { numRuns: 15, seed: 20_261_127 }));
});

t.test('the proof of a bill', async (t) => {
  const h = await startHarness(t, { parts: false });
  const { kernel } = h;
  const folder = await mkdtemp(join(tmpdir(), 'mau-proof-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const openAccount = () => openAccountIn(h);

  const { owner, scenes, account_id } = await openAccount();
  const visits: ViewerVisit[] = Array.from({ length: 300 }, (_, place) => ({
    viewer: place % 70,
    app: place % 3 === 0 ? 1 : 0,
    at: from * 1000 + ((place * 7) % dayCount) * dayMs + place * 60_000,
    crowded: place % 70 > 60,
  }));
  await plantVisits(h, owner, scenes, visits);
  // Its hash is made with the account's key.
  const sent = await sendBatch(h, scenes[0]!.token, [{ type: 'bar_impression', at: today - dayMs / 2 }], {
    viewer_id: 'ada@example.com',
  });
  t.equal(sent.statusCode, 202);
  await countAll(h);
  const proof = await sealProof(kernel, account_id, from, to);
  const path = kernel.files.path(proof.file_key!);
  const bytes = await readFile(path);

  await t.test('stays as it was sealed, whatever arrives later', async (t) => {
    const late = { viewer: 999, app: 0, at: to * 1000 - hourMs, crowded: false };
    await plantVisits(h, owner, scenes, [late, { ...late, viewer: 65, at: from * 1000 }]);
    await countAll(h);
    t.same(await sealProof(kernel, account_id, from, to), proof);
    t.match(await recountProof(kernel, proof, path), { holds: true, first_day: null });
    await t.rejects(sealProof(kernel, account_id, from, to + 86_400), RangeError, 'a period that is not over');
    await t.rejects(sealProof(kernel, account_id, from + 1, to), RangeError);
    await t.rejects(sealProof(kernel, account_id, to - 32 * 86_400, to), RangeError);
  });

  await t.test('is counted anew from the archive as from the log', async (t) => {
    const before = await recountProof(kernel, proof, path);
    await h.until(async () => {
      while (await finaliseNextHour(kernel, Date.now()));
      const { rows } = await kernel.analytics.pool.query(
        `select count(*)::int as n from telemetry_hour where hour >= to_timestamp($1)`,
        [to - 3600],
      );
      return rows[0].n > 0;
    }, 'the hours of the period to be archived');
    t.same(await recountProof(kernel, proof, path), before);
  });

  await t.test('one viewer more, one less or one twice: the recount names the day', async (t) => {
    const count = (bytes.length - headerBytes) / rowBytes;
    const rowsOf = (file: Buffer) =>
      Array.from({ length: (file.length - headerBytes) / rowBytes }, (_, row) =>
        file.subarray(headerBytes + row * rowBytes, headerBytes + (row + 1) * rowBytes),
      );
    const firstDayOf = (row: Buffer): string => {
      const bits = row.readUInt32BE(16) & 0x7fffffff;
      return isoDayAt(from + (31 - Math.clz32(bits & -bits)) * 86_400);
    };
    const anyChange = fc.record({
      way: fc.constantFrom('added' as const, 'removed' as const, 'doubled' as const, 'unmarked' as const),
      at: fc.nat({ max: count - 1 }),
      day: fc.nat({ max: dayCount - 1 }),
    });
    const named = fc.asyncProperty(anyChange, async ({ way, at, day }) => {
      const rows = rowsOf(Buffer.from(bytes));
      let expected: string | null = firstDayOf(rows[at]!);
      if (way === 'removed') rows.splice(at, 1);
      if (way === 'doubled') rows.splice(at, 0, rows[at]!);
      if (way === 'added') {
        const extra = Buffer.from(rows[at]!);
        extra[15]! ^= 1;
        extra.writeUInt32BE(1 << day, 16);
        rows.push(extra);
        rows.sort(Buffer.compare);
        expected = isoDayAt(from + day * 86_400);
      }
      if (way === 'unmarked') {
        rows[at]![16]! ^= 0x80;
        expected = null;
      }
      const changed = join(folder, 'changed');
      const file = Buffer.concat([bytes.subarray(0, headerBytes), ...rows]);
      await writeFile(changed, file);
      const found: ProofRecount = await recountProof(kernel, proof, changed);
      t.match({ way, ...found }, { way, holds: false, first_day: expected, other_marks: way === 'unmarked' ? 1 : 0 });
      const { checks } = await checkBill(
        { ...proof, file },
        { account_id, from, public_key: kernel.secrets.bills.publicKey },
      );
      t.equal(checks.find(({ check }) => check === 'digest')?.holds, false);
    });
    await t.resolves(fc.assert(named, { numRuns: 24, seed: 20_261_129 }));
  });

  await t.test('npm run mau:verify says yes or no for each period, with the day', async (t) => {
    const run = (...args: string[]) => runShellTool(h, 'ops/tools/mau-verify.ts', '--account', account_id, ...args);
    const line = `${account_id} ${isoDayAt(from)} to ${isoDayAt(to - 86_400)}: 62 billed, 9 marked`;
    const { code, out } = await run();
    t.equal(code, 0, out);
    t.match(out, `yes ${line}; counted again from 301 batches\n`);
    const file = join(folder, 'short');
    await writeFile(file, Buffer.concat([bytes.subarray(0, headerBytes), bytes.subarray(headerBytes + rowBytes)]));
    const wrong = await run('--file', file);
    t.equal(wrong.code, 1, wrong.out);
    const bits = bytes.readUInt32BE(headerBytes + 16) & 0x7fffffff;
    const first = isoDayAt(from + (31 - Math.clz32(bits & -bits)) * 86_400);
    const signed = "the file isn't the one that was signed; the file doesn't add up to the signed number of users";
    t.match(
      wrong.out,
      `no  ${line}; ${signed}; the file has other users on ${first}; the log has other users on ${first}`,
    );
    t.match(await run('--period', 'now'), { code: 2, out: /Usage/ });
  });

  await t.test('is read and downloaded by account owners', async (t) => {
    const query = { period: isoDayAt(from) };
    const { data: list } = (await h.inject('GET', '/api/mau/proofs', { as: owner })).json();
    const { mau, marked } = proof.statement.summary;
    t.same(list, [{ period: query.period, from, to, mau, marked, digest: proof.statement.digest, file_kept: true }]);
    const { data } = (await h.inject('GET', '/api/mau/proof', { as: owner, query })).json();
    t.match(data, { from, to, digest: proof.statement.digest, signed: proof.signed, signature: proof.signature });
    const { data: key } = (await h.inject('GET', '/api/mau/proof/key', { as: owner })).json();
    t.match(key, { id: data.key_id, algorithm: 'Ed25519', public_key: kernel.secrets.bills.publicKey });
    const [address, search] = data.file.split('?');
    const file = await h.inject('GET', address, { as: owner, query: Object.fromEntries(new URLSearchParams(search)) });
    t.match(file.headers, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="mau-${query.period}.bin"`,
    });
    t.ok(file.rawPayload.equals(bytes));
    const { rows: exports } = await kernel.db.pool.query(
      `select data from event where type = 'DataExported' and account_id = $1`,
      [account_id],
    );
    t.match(exports, [{ data: { what: 'mau_proof', rows: 71 } }], 'it stands in the audit');
    const stranger = await h.person();
    for (const path of ['proof', 'proof/file'])
      assertRefused(t, await h.inject('GET', `/api/mau/${path}`, { as: stranger, query }), 404, 'NotFound');
    for (const period of ['2026-02-30', '0000-02-29', 'now', ''])
      t.equal((await h.inject('GET', '/api/mau/proof', { as: owner, query: { period } })).statusCode, 422);
  });

  await t.test('a viewer is found by their id, which no log names', async (t) => {
    const find = (viewer_id: string) =>
      h.inject('GET', '/api/mau/proof/viewer', { as: owner, query: { period: isoDayAt(from), viewer_id } });
    const logged: string[] = [];
    const log = kernel.log as unknown as Record<symbol, { write: (line: string) => void }>;
    const stream = log[pino.symbols.streamSym]!;
    const { write } = stream;
    stream.write = (line) => void logged.push(line);
    kernel.log.level = 'trace';
    t.teardown(() => {
      kernel.log.level = 'silent';
      stream.write = write;
    });
    const { data } = (await find('ada@example.com')).json();
    t.same(data.days, [isoDayAt(to - 86_400)]);
    t.equal(data.marked, false);
    t.ok(bytes.includes(Buffer.from(data.hash, 'hex')));
    t.match((await find('bob@example.com')).json().data, { days: [], marked: false });
    t.equal((await find('a'.repeat(128))).statusCode, 200);
    t.equal((await find('a'.repeat(129))).statusCode, 422);
    t.equal((await find('')).statusCode, 422);
    t.not(hashOf(1), data.hash);
    t.match(logged.join(''), '"/api/mau/proof/viewer"');
    t.notMatch(logged.join(''), 'example.com');
  });

  await t.test('is recounted on demand, one at a time, and only while the batches are kept', async (t) => {
    const recount = (headers = {}) =>
      h.inject('POST', '/api/mau/proof/recount', { as: owner, headers, body: { period: isoDayAt(from) } });
    t.match((await recount()).json().data, { holds: true, batches: 301, apps_hold: true });
    const streamed = (await recount({ accept: 'text/event-stream' })).body;
    t.match(streamed, /event: progress\n/);
    t.match(streamed, /event: result\ndata: {"data":{"batches":301,"holds":true/);
    const held = await kernel.locks.hold(`recount:${account_id}`, async () => {
      assertRefused(t, await recount(), 409, 'Conflict');
    });
    t.ok(held);
    const { pool } = kernel.analytics;
    await pool.query('insert into telemetry_expired (until) values (to_timestamp($1))', [from + 7200]);
    const refused = await recount();
    t.equal(refused.statusCode, 422);
    t.match(refused.json().errors, [{ path: 'period' }]);
    const short = await sealProof(kernel, account_id, from, from + 86_400 * 2).catch((error) => error);
    t.same(short, await readProof(kernel.db, account_id, isoDayAt(from)), 'of one first day there is one proof');
    const later = await sealProof(kernel, (await openAccount()).account_id, from, to);
    t.match(later.statement.summary, { mau: 0, by_app: null, in_several_apps: null }, 'apps are not known any more');
    await pool.query('delete from telemetry_expired');
  });

  await t.test('keeps its file for 13 months and then the digest alone', async (t) => {
    const due = new Date(to * 1000);
    due.setUTCMonth(due.getUTCMonth() + 13);
    await expireProofFiles(kernel, due.getTime() - 4 * dayMs);
    t.ok(existsSync(path));
    await expireProofFiles(kernel, due.getTime() + dayMs);
    t.notOk(existsSync(path));
    const query = { period: isoDayAt(from) };
    const { data } = (await h.inject('GET', '/api/mau/proof', { as: owner, query })).json();
    t.match(data, { file: null, digest: proof.statement.digest, signature: proof.signature });
    assertRefused(t, await h.inject('GET', '/api/mau/proof/file', { as: owner, query }), 404, 'NotFound');
    t.same(await sealProof(kernel, account_id, from, to), { ...proof, file_key: null }, 'it is not sealed again');
  });
});
