import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import type { AnswersScene, SentAnswer } from './answers-scene.ts';
import { cellsOf, exact, utcDay } from './figures-page.ts';
import type { FiguresScene } from './figures-scene.ts';
import { visitInside } from './visit-inside.ts';

/** The tabs of the page by the event that each counts. */
export const answerTabs = [
  ['Reactions', 'reaction_clicked'],
  ['Quiz answers', 'quiz_answered'],
  ['Poll votes', 'poll_selected'],
  ['Ratings', 'rating_submitted'],
  ['Reminders set', 'countdown_reminder_set'],
  ['Product tag clicks', 'product_tag_clicked'],
  ['Components seen', 'component_impression'],
] as const;

/** Days of a page, counted back from today. */
export interface AnswerDays {
  first: number;
  last: number;
}

const ofType = (events: readonly SentAnswer[], type: string) => events.filter((event) => event.type === type);
const respondentsIn = (events: readonly SentAnswer[]) =>
  new Set(events.flatMap(({ viewer }) => (viewer === null ? [] : [viewer]))).size;

/** What was sent of components among the events of the scene of figures and has to be counted. */
export const answersOf = ({ sent, groups, apps }: FiguresScene) => ({
  sent: sent.flatMap(({ component_id, story_id, value = '', again, ...event }): SentAnswer[] =>
    component_id === undefined || again ? [] : [{ ...event, component_id, story_id: story_id!, value: String(value) }],
  ),
  groups: groups.map(({ id, title, app_id }) => ({ id, title, app: apps.find((app) => app.id === app_id)! })),
});

/** Waits until the page of answers shows what its address asks for. */
export const answersSettled = async (page: Page): Promise<void> => {
  await page
    .getByRole('group', { name: 'Metric' })
    .getByRole('button', { name: /^Poll votes/ })
    .waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

const savedBy = async (page: Page, press: () => Promise<void>): Promise<string[][]> => {
  const saved = page.waitForEvent('download');
  await press();
  const text = await readFile(await (await saved).path(), 'utf8');
  return text
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
};

const compareTabs = async (t: Test, page: Page, events: readonly SentAnswer[], about: string) => {
  // A short figure has its exact one beside it for who listens, and a dash its reason.
  const tabs = await page
    .getByRole('group', { name: 'Metric' })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) =>
        [...button.children].map((part) => (part.querySelector('.visually-hidden') ?? part).textContent ?? ''),
      ),
    );
  for (const [place, [name, type]] of answerTabs.entries()) {
    const own = ofType(events, type);
    const [label, count, respondents] = tabs[place]!;
    t.same([label, count], [name, exact.format(own.length)], about);
    if (type === 'component_impression' || type === 'product_tag_clicked')
      t.match(respondents, /^Respondents aren't counted/, about);
    else t.match(respondents, new RegExp(`^${respondentsIn(own)} respondents?$`), `${name} ${about}`);
  }
};

/** Reads the tabs, the chart as a table, the groups and their file, and compares them with what was sent. */
export const compareAnswers = async (
  t: Test,
  page: Page,
  {
    sent,
    groups,
  }: Pick<AnswersScene, 'sent'> & { groups: readonly { id: string; title: string; app: { title: string } }[] },
  { first, last }: AnswerDays,
  apps: readonly string[],
) => {
  const about = `${utcDay(first)} to ${utcDay(last)}`;
  const own = sent.filter(({ app_id }) => apps.includes(app_id));
  const between = (from: number, to: number) => own.filter(({ day }) => day >= utcDay(from) && day <= utcDay(to));
  const events = between(first, last);
  const address = `/analytics?view=interaction&app=${apps[0]}&apps=${apps.join()}&from=${utcDay(first)}&to=${utcDay(last)}`;
  await visitInside(page, '/help');
  await page.getByRole('heading', { name: 'Help and Resources' }).waitFor();
  await visitInside(page, `${address}&kind=polls&chart=table`);
  await answersSettled(page);
  await page.getByRole('table', { name: 'Answers of story groups' }).waitFor();
  await compareTabs(t, page, events, about);
  const firstDay = own.map(({ day }) => day).sort()[0]!;
  const votes = (ago: number) =>
    utcDay(ago) < firstDay ? '–' : exact.format(ofType(between(ago, ago), 'poll_selected').length);
  const length = first - last + 1;
  t.same(
    (await cellsOf(page, 'Poll votes by day')).slice(1).map((row) => row.slice(1)),
    Array.from({ length }, (_, at) => [votes(first - at), votes(first - at + length)]),
    `days of ${about}`,
  );
  const counts = (of: readonly SentAnswer[]) => answerTabs.map(([, type]) => exact.format(ofType(of, type).length));
  const due = groups
    .map(({ id, title, app }) => ({ title, app: app.title, events: events.filter(({ group_id }) => group_id === id) }))
    .filter((group) => group.events.length > 0)
    .sort(
      (a, b) =>
        ofType(b.events, 'component_impression').length - ofType(a.events, 'component_impression').length ||
        a.title.localeCompare(b.title),
    );
  const [head, totals, ...rows] = await cellsOf(page, 'Answers of story groups');
  t.same(
    head!.slice(2),
    answerTabs.map(([name]) => name),
  );
  t.same(totals!.slice(2), counts(events), `totals of ${about}`);
  t.same(
    rows,
    due.map(({ title, app, events }) => [title, app, ...counts(events)]),
    `groups of ${about}`,
  );
  const file = await savedBy(page, async () => {
    await page.getByRole('button', { name: 'CSV', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Table as shown/ }).click();
  });
  t.same(
    file.slice(1, -1).map((row) => row.slice(2)),
    due.map(({ events }) => answerTabs.map(([, type]) => String(ofType(events, type).length))),
    `file of ${about}`,
  );
  t.match(file.at(-1)!.join(), `${utcDay(first)} to ${utcDay(last)}`);
};

/** What a card of a component says: its figures by name, and its bars. */
const readCard = async (card: Locator) => {
  const every = card.getByRole('button', { name: /^Show all/ });
  if ((await every.count()) > 0) await every.click();
  // A short figure has its exact one beside it for who listens.
  const read = await card.evaluate((node) => ({
    facts: [...node.querySelectorAll('dl > div')].map((one) => [
      one.querySelector('dt')?.textContent ?? '',
      (one.querySelector('dd .visually-hidden') ?? one.querySelector('dd'))?.textContent ?? '',
    ]),
    bars: [...node.querySelectorAll('li')].map((one) =>
      [...one.children].slice(0, 3).map((part) => (part.querySelector('.visually-hidden') ?? part).textContent ?? ''),
    ),
  }));
  return { facts: Object.fromEntries(read.facts) as Record<string, string>, bars: read.bars as string[][] };
};

const pollWords: Record<string, string> = { A: 'Camel', B: 'Navy', C: 'Rust', D: 'Olive' };
const quizWords: Record<string, string> = { A: 'Breeze Meadow', B: 'Moonlit Path', C: 'Cinder Stairs' };
const labels: Record<string, (value: string) => string> = {
  poll_selected: (value) => `${value} · ${pollWords[value]}`,
  quiz_answered: (value) => `${value} · ${quizWords[value]}${value === 'B' ? ' (right)' : ''}`,
  rating_submitted: (value) => `${value} stars`,
  product_tag_clicked: () => 'Storm Shell',
  countdown_reminder_set: () => 'Set',
  countdown_reminder_removed: () => 'Removed',
};
const shownValues = 50;

/** Compares the card of a component, its days and both of its files with what was sent of it. */
export const compareCard = async (
  t: Test,
  page: Page,
  card: Locator,
  events: readonly SentAnswer[],
  days: AnswerDays,
) => {
  const { type } = events.find((event) => event.type !== 'component_impression')!;
  const isReminder = type.startsWith('countdown');
  const answers = events.filter((event) => event.type !== 'component_impression');
  const main = isReminder ? ofType(answers, 'countdown_reminder_set') : answers;
  const seen = events.length - answers.length;
  const { facts, bars } = await readCard(card);
  const about = `${events[0]!.component_id} of ${utcDay(days.first)} to ${utcDay(days.last)}`;
  t.match(
    facts,
    {
      Seen: exact.format(seen),
      Responses: exact.format(main.length),
      'Response rate': seen === 0 ? /not counted/ : `${((main.length / seen) * 100).toFixed(1)}%`,
      Respondents: type === 'product_tag_clicked' ? /aren't counted/ : exact.format(respondentsIn(main)),
    },
    about,
  );
  if (type === 'rating_submitted') {
    const sum = main.reduce((all, { value }) => all + Number(value), 0);
    // Halves are rounded up, which a quotient of its own would not always show.
    const mean = Math.round((sum * 100) / main.length) / 100;
    t.equal(facts.Average, `${mean.toFixed(2)} of 5`, about);
  }
  const counted = new Map<string, number>();
  for (const one of answers) {
    const label = labels[one.type]?.(one.value) ?? one.value;
    counted.set(label, (counted.get(label) ?? 0) + 1);
  }
  const listed = new Map(bars.map(([label, count]) => [label!, Number(count!.replaceAll(',', ''))]));
  const others = listed.get('Other answers') ?? 0;
  t.equal(
    [...listed.values()].reduce((sum, count) => sum + count, 0),
    answers.length,
    `bars of ${about}`,
  );
  for (const [label, count] of listed)
    if (label !== 'Other answers')
      t.equal(count, counted.get(label.replace('1 star', '1 stars')) ?? 0, `${label} ${about}`);
  t.equal(others > 0, counted.size > shownValues, `others of ${about}`);
  const tenths = bars.map(([, , share]) => Math.round(Number.parseFloat(share!) * 10));
  t.equal(
    tenths.reduce((sum, share) => sum + share, 0),
    1000,
    `shares of ${about}`,
  );
  t.ok(
    bars.every(([, count], at) => Math.abs(tenths[at]! - (Number(count) * 1000) / answers.length) < 1),
    `each share of ${about}`,
  );
  const press = (item: RegExp) => async () => {
    await card.getByRole('button', { name: /^CSV of/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const shown = await savedBy(page, press(/^Answers as shown/));
  t.same(
    shown.slice(1, -1).map(([label, count]) => [label, count]),
    bars.map(([label, count]) => [label, count]),
    `file of ${about}`,
  );
  if (!isReminder && type !== 'product_tag_clicked') {
    const every = await savedBy(page, press(/^Every answer/));
    t.same(
      every
        .slice(1, -1)
        .map((row) => [row[1], row[3], row[4], row[5]].join())
        .sort(),
      answers.map((one) => [one.viewer ?? '', one.story_id, one.component_id, one.value].join()).sort(),
      `every answer of ${about}`,
    );
  }
  await card.getByRole('button', { name: 'Show by day' }).click();
  await card
    .getByRole('button', { name: 'Show as a table' })
    .or(card.getByRole('button', { name: /table/i }))
    .first()
    .click();
  await card.getByRole('table', { name: 'Responses by day' }).waitFor();
  t.same(
    (await cellsOf(page, 'Responses by day')).slice(1).map((row) => row[1]),
    Array.from({ length: days.first - days.last + 1 }, (_, at) =>
      exact.format(main.filter(({ day }) => day === utcDay(days.first - at)).length),
    ),
    `days of ${about}`,
  );
};
