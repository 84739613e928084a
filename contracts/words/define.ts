/** The names of tags in a piece of a message, as in `<b>bold</b>`. */
type TagsIn<Text extends string> = Text extends `${string}<${infer Name}>${infer Rest}`
  ? (Name extends `${string}${' ' | '/' | '<'}${string}` ? never : Name) | TagsIn<Rest>
  : never;

/** What is open around a piece of a message, the innermost first: the choices of an argument, or a message in one of them. */
type Open = 'choices' | 'message';
type Outside<Around extends readonly Open[]> = Around extends readonly [unknown, ...infer Rest extends Open[]]
  ? Rest
  : [];
type TagsAt<Text extends string, Around extends readonly Open[]> = Around extends readonly ['choices', ...Open[]]
  ? never
  : TagsIn<Text>;

type NamesAfterBrace<
  Text extends string,
  Around extends readonly Open[],
  Found extends string,
> = Around extends readonly ['choices', ...Open[]]
  ? NamesIn<Text, ['message', ...Around], Found>
  : Text extends `${infer Name}}${infer Rest}`
    ? Name extends `${infer Argument},${string}`
      ? Text extends `${Argument},${infer Choices}`
        ? NamesIn<Choices, ['choices', ...Around], Found | Argument>
        : never
      : NamesIn<Rest, Around, Found | Name>
    : never;

type NamesIn<
  Text extends string,
  Around extends readonly Open[],
  Found extends string,
> = Text extends `${infer Before}{${infer Rest}`
  ? Before extends `${infer Inner}}${string}`
    ? Text extends `${Inner}}${infer After}`
      ? NamesIn<After, Outside<Around>, Found | TagsAt<Inner, Around>>
      : never
    : NamesAfterBrace<Rest, Around, Found | TagsAt<Before, Around>>
  : Text extends `${infer Inner}}${infer After}`
    ? NamesIn<After, Outside<Around>, Found | TagsAt<Inner, Around>>
    : Found | TagsAt<Text, Around>;

/** The names that an ICU message has a place for, of arguments and of tags; `never` where it is said as it stands. */
export type ArgumentsOf<Text extends string> = NamesIn<Text, [], never>;

/** A text of the product: under which id other languages have it, and its English, an ICU message. */
export interface Message<Id extends string = string, Text extends string = string> {
  readonly id: Id;
  readonly defaultMessage: Text;
  /** Known to the compiler alone: what is missing before it can be said. */
  readonly needs?: [ArgumentsOf<Text>] extends [never] ? undefined : ArgumentsOf<Text>;
}

/** The messages of an area by key: `{ <key>: { id: '<area>.<key>', defaultMessage } }`. */
export type Catalogue<Area extends string, Texts extends Readonly<Record<string, string>>> = {
  readonly [Key in keyof Texts & string]: Message<`${Area}.${Key}`, Texts[Key]>;
};

/** Makes the catalogue of an area out of its texts, so that keys and arguments are checked by the compiler. */
/* @__NO_SIDE_EFFECTS__ */
export const defineWords = <const Area extends string, const Texts extends Readonly<Record<string, string>>>(
  area: Area,
  texts: Texts,
): Catalogue<Area, Texts> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, defaultMessage]) => [key, { id: `${area}.${key}`, defaultMessage }]),
  ) as Catalogue<Area, Texts>;
