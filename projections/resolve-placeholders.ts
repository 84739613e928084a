import type { z } from 'zod';
import { mediaPath } from '#contracts/api/media-files.ts';
import { momentIn } from '#contracts/audit/moment.ts';
import {
  type Placeholder,
  placeholderOf,
  type SpanPlaceholder,
  type TitlePlaceholder,
} from '#contracts/audit/placeholders.ts';
import type { actorRow } from '#contracts/audit/rows.ts';
import type { Actor } from '#contracts/event.ts';
import { toEpochMs, type UnixSeconds } from '#contracts/time.ts';
import { auditWords } from '#contracts/words/audit.en.ts';
import { fill } from '#contracts/words/phrase.ts';
import { readPersonal } from '#kernel/db/personal.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { say } from '#kernel/platform/say.ts';

/** A row of an account whose texts and values contain placeholders. */
export interface RowWithPlaceholders {
  actor_type: string;
  actor_id: string | null;
  on_behalf_of: string | null;
  /** Texts with placeholders, as sentences have them. */
  texts: string[];
  changes: unknown;
  /** People that are named besides the actors. */
  people?: string[];
}

/** Replaces placeholders by current names, personal values, titles and URLs. */
export interface PlaceholderResolver {
  actor(type: string, id: string | null): z.infer<typeof actorRow>;
  person(id: string): string;
  text(value: string): string;
  value(value: unknown): unknown;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const placeholders = new RegExp(`\\{\\{(personal|title):(${uuid})\\}\\}`, 'g');

const walk = (value: unknown, visit: (placeholder: Placeholder) => void): void => {
  const placeholder = placeholderOf(value);
  if (placeholder) {
    visit(placeholder);
    if ('$text' in placeholder) for (const part of placeholder.$text) walk(part, visit);
  } else if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(one, visit);
};

const collectReferences = (rows: readonly RowWithPlaceholders[]) => {
  const [refs, titles, people, named] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  let hasTimes = false;
  for (const row of rows) {
    for (const id of [row.actor_id, row.on_behalf_of, ...(row.people ?? [])]) if (id) people.add(id);
    for (const text of row.texts)
      for (const [, kind, id] of text.matchAll(placeholders)) (kind === 'personal' ? refs : titles).add(id!);
    walk(row.changes, (placeholder) => {
      if ('$personal' in placeholder) refs.add(placeholder.$personal);
      if ('$title' in placeholder) titles.add(placeholder.$title);
      if ('$names' in placeholder) for (const id of placeholder.$names) named.add(id);
      hasTimes ||= '$span' in placeholder || '$moment' in placeholder;
    });
  }
  return { refs, titles, people, named, hasTimes };
};

const readTitles = async (
  kernel: Pick<Kernel, 'db'>,
  accountId: string,
  ids: Iterable<string>,
): Promise<Map<string, string>> => {
  const { rows } = await kernel.db.pool.query<{ id: string; title: string }>(
    `select id, title from story_group where id = any($2::uuid[]) and account_id = $1
     union all select id, title from app where id = any($2::uuid[]) and account_id = $1
     union all select id, title from instance where id = any($2::uuid[]) and account_id = $1
     union all select id, title from story where id = any($2::uuid[]) and account_id = $1
     union all select id, name from account where id = any($2::uuid[]) and id = $1`,
    [accountId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row.title]));
};

interface PersonRefs {
  id: string;
  account_id: string;
  firstname_ref: string | null;
  lastname_ref: string | null;
  email_ref: string | null;
}
const readPeople = async (kernel: Pick<Kernel, 'db'>, ids: Iterable<string>): Promise<Map<string, PersonRefs>> => {
  const { rows } = await kernel.db.pool.query<PersonRefs>(
    'select id, account_id, firstname_ref, lastname_ref, email_ref from member where id = any($1::uuid[])',
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

const readZone = async (kernel: Pick<Kernel, 'db'>, accountId: string): Promise<string> => {
  const { rows } = await kernel.db.pool.query<{ time_zone: string }>('select time_zone from account where id = $1', [
    accountId,
  ]);
  return rows[0]?.time_zone ?? 'UTC';
};

/** A range by the clock of a zone: as days where it is of whole ones. */
const spanIn = (zone: string, [first, last]: SpanPlaceholder['$span']): string => {
  const day = { timeZone: zone, day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
  const timeOf = (seconds: UnixSeconds) => clock.format(toEpochMs(seconds));
  const isWhole = (first === null || timeOf(first) === '00:00:00') && (last === null || timeOf(last) === '23:59:59');
  const format = new Intl.DateTimeFormat('en-GB', isWhole ? day : { ...day, hour: '2-digit', minute: '2-digit' });
  const [from, to] = [first, last].map((seconds) => (seconds === null ? '' : format.format(toEpochMs(seconds))));
  if (first === null) return say(fill(auditWords.until, { to: to! }));
  return say(last === null ? fill(auditWords.since, { from: from! }) : fill(auditWords.span, { from: from!, to: to! }));
};

/** Reads, in at most four queries for a whole page, what an account's rows refer to. Erased values read 'erased'. */
export const createPlaceholderResolver = async (
  kernel: Pick<Kernel, 'config' | 'db'>,
  accountId: string,
  rows: readonly RowWithPlaceholders[],
): Promise<PlaceholderResolver> => {
  const { refs, titles: titleIds, people: personIds, named: namedIds, hasTimes } = collectReferences(rows);
  const [titles, people, zone] = await Promise.all([
    readTitles(kernel, accountId, [...titleIds, ...namedIds]),
    readPeople(kernel, [...personIds, ...namedIds]),
    hasTimes ? readZone(kernel, accountId) : 'UTC',
  ]);
  for (const { firstname_ref, lastname_ref, email_ref } of people.values())
    for (const ref of [firstname_ref, lastname_ref, email_ref]) if (ref) refs.add(ref);
  const personal = await readPersonal(kernel.db, refs);
  const title = (id: string) => titles.get(id) ?? 'unknown';
  const person = (id: string): string => {
    const found = people.get(id);
    if (!found) return 'erased';
    const name = [found.firstname_ref, found.lastname_ref].map(personal).filter(Boolean).join(' ');
    return name || personal(found.email_ref) || 'erased';
  };
  // Any id can stand in a filter: people of other accounts are not named.
  const named = (id: string): string => titles.get(id) ?? (people.get(id)?.account_id === accountId ? person(id) : id);
  const text = (value: string) =>
    value.replace(placeholders, (_, kind, id) => (kind === 'personal' ? personal(id) : title(id)));
  const resolve = (placeholder: Placeholder): unknown => {
    if ('$media' in placeholder) return kernel.config.MEDIA_URL + mediaPath(placeholder.$media);
    if ('$personal' in placeholder) return personal(placeholder.$personal);
    if ('$title' in placeholder) return title(placeholder.$title);
    if ('$names' in placeholder) return placeholder.$names.map(named).join(', ');
    if ('$span' in placeholder) return spanIn(zone, placeholder.$span);
    if ('$moment' in placeholder) return momentIn(zone, placeholder.$moment);
    return placeholder.$text
      .map((part: string | TitlePlaceholder) => (typeof part === 'string' ? part : title(part.$title)))
      .join('');
  };
  const value = (given: unknown): unknown => {
    const placeholder = placeholderOf(given);
    if (placeholder) return resolve(placeholder);
    return Array.isArray(given) ? given.map(value) : given;
  };
  return {
    person,
    text,
    value,
    actor: (type, id) => ({
      id,
      type: type as Actor['type'],
      name: type === 'system' || id === null ? 'Storyrail' : person(id),
    }),
  };
};
