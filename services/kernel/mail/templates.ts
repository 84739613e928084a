import { deviceWords } from '#contracts/words/device.en.ts';
import { mailWords } from '#contracts/words/mails.en.ts';
import { fill, type Phrase, type PhraseValue } from '#contracts/words/phrase.ts';
import { say } from '../platform/say.ts';
import { layOut } from './layout.ts';
import type { MailTable } from './table.ts';

/** The mails that the product sends. */
export type MailTemplate =
  | 'verify_email'
  | 'reset_password'
  | 'invitation'
  | 'join_registered'
  | 'confirm_email_change'
  | 'email_change_notice'
  | 'email_changed'
  | 'password_changed'
  | 'new_device'
  | 'user_disabled'
  | 'user_enabled'
  | 'confirm_sign_in';

/** Those that bring no link with a token. */
export type NoticeTemplate =
  | 'email_change_notice'
  | 'password_changed'
  | 'new_device'
  | 'user_disabled'
  | 'user_enabled';

/** Where and when somebody signed in: the device as its browser names it, the first part of its address. */
export interface SignInPlace {
  device: Phrase;
  address: string | null;
  time: string;
  zone: string;
}

/** What the words of a mail need; `link` is null where there is none. */
export interface MailValues {
  firstname: string;
  company: string;
  inviter: string;
  /** The address that an e-mail change leads, or led, to. */
  new_email: string;
  link: string | null;
  /** The address of who runs the installation, where it is set. */
  contact?: string | undefined;
  /** The sign-in that is told of. */
  place?: SignInPlace | null;
}

/** A mail without its address. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** A mail in words that are still to be said. */
export interface MailLines {
  subject: Phrase;
  lines: Phrase[];
  /** Figures below the lines. */
  table?: MailTable;
  button?: Phrase;
  end: Phrase[];
  /** A small link at the very end. */
  foot?: { label: Phrase; address: string };
}

/**
 * Whether a typed name can stand in a mail to people who never asked for it: nothing in it that a mail program shows as
 * a link, so no '://' or what looks like it, no 'www.' and no word with a dot inside, of whatever script or signs.
 */
export const hasNoLink = (name: string): boolean => {
  const plain = name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replaceAll('\u3002', '.');
  return !/:[/\\\u2044\u2215]{2}/.test(plain) && !/www\./i.test(plain) && !/[^\s.]\.[^\s.]/u.test(plain);
};
const shownInviter = (inviter: string): PhraseValue => (inviter && hasNoLink(inviter) ? inviter : mailWords.colleague);

// A browser names itself as it likes.
const shownDevice = (device: Phrase): Phrase => (hasNoLink(say(device)) ? device : deviceWords.unknown);
const toldPlace = ({ device: given, address, ...when }: SignInPlace): Phrase => {
  const device = shownDevice(given);
  return address === null
    ? fill(mailWords.devicePlace, { device, ...when })
    : fill(mailWords.devicePlaceAt, { device, address, ...when });
};

const invitation = ({ inviter: given, company }: MailValues, more: Phrase[]): MailLines => {
  const inviter = shownInviter(given);
  const named = hasNoLink(company);
  return {
    subject: named ? fill(mailWords.inviteSubject, { company }) : mailWords.inviteSubjectUnnamed,
    lines: [
      named ? fill(mailWords.inviteText, { inviter, company }) : fill(mailWords.inviteTextUnnamed, { inviter }),
      ...more,
    ],
    button: mailWords.inviteButton,
    end: [mailWords.aWeek, mailWords.inviteEnd],
  };
};

const words: Record<MailTemplate, (facts: MailValues) => MailLines> = {
  verify_email: () => ({
    subject: mailWords.verifySubject,
    lines: [mailWords.verifyText],
    button: mailWords.verifyButton,
    end: [mailWords.aWeek, mailWords.verifyEnd],
  }),
  reset_password: () => ({
    subject: mailWords.resetSubject,
    lines: [mailWords.resetText],
    button: mailWords.resetButton,
    end: [mailWords.anHour, mailWords.resetEnd],
  }),
  invitation: (facts) => invitation(facts, []),
  join_registered: (facts) => invitation(facts, [mailWords.joinText]),
  confirm_email_change: () => ({
    subject: mailWords.confirmSubject,
    lines: [mailWords.confirmText],
    button: mailWords.confirmButton,
    end: [mailWords.confirmEnd],
  }),
  email_change_notice: ({ new_email: email }) => ({
    subject: mailWords.noticeSubject,
    lines: [fill(mailWords.noticeText, { email }), mailWords.noticeWaits],
    end: [mailWords.noticeEnd],
  }),
  password_changed: () => ({
    subject: mailWords.passwordSubject,
    lines: [mailWords.passwordText],
    end: [mailWords.passwordEnd],
  }),
  new_device: ({ place }) => ({
    subject: mailWords.deviceSubject,
    lines: [mailWords.deviceText, ...(place ? [toldPlace(place)] : []), mailWords.deviceFine],
    button: mailWords.deviceButton,
    end: [mailWords.deviceEnd],
  }),
  user_disabled: ({ contact }) => ({
    subject: mailWords.disabledSubject,
    lines: [mailWords.disabledText],
    end: [fill(mailWords.disabledEnd, { support: supportAt(contact) })],
  }),
  user_enabled: () => ({
    subject: mailWords.enabledSubject,
    lines: [mailWords.enabledText],
    end: [],
  }),
  confirm_sign_in: () => ({
    subject: mailWords.signInSubject,
    lines: [mailWords.signInText],
    button: mailWords.signInButton,
    end: [mailWords.anHour, mailWords.passwordEnd],
  }),
  email_changed: ({ new_email: email }) => ({
    subject: mailWords.changedSubject,
    lines: [fill(mailWords.changedText, { email }), mailWords.notYou],
    button: mailWords.changedButton,
    end: [mailWords.changedEnd],
  }),
};

/** Whom to contact for help, with the address where it is set. */
export const supportAt = (email: string | undefined): Phrase =>
  email ? fill(mailWords.supportAt, { email }) : mailWords.support;

// A name that somebody typed must neither end a header line nor write lines of its own, in whatever direction.
/** A name that somebody typed, as it may stand in a line of a mail. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** Writes a mail as text and as HTML with nothing from outside in it; a name in its words must stand in one line. */
export const renderWords = (
  { subject, lines, table, button, end, foot }: MailLines,
  { firstname, link: given }: Pick<MailValues, 'firstname' | 'link'>,
): MailContent => {
  const greeting = firstname ? fill(mailWords.helloName, { name: oneLine(firstname) }) : mailWords.hello;
  const link = given ?? '';
  const before = [greeting, ...lines].map(say);
  const after = end.map(say);
  const product = say(mailWords.product);
  const ends = foot ? [`${say(foot.label)}: ${foot.address}`] : [];
  const figures = table ? [table.text.join('\n'), table.note] : [];
  const text = [...before, ...figures, ...(link ? [link] : []), ...after, ...ends, product]
    .map((line) => line.trim())
    .join('\n\n');
  const html = layOut({
    title: say(subject),
    before,
    table: table ?? null,
    link: link ? { label: button ? say(button) : link, address: link, written: say(mailWords.orPaste) } : null,
    after,
    foot: foot ? { label: say(foot.label), address: foot.address } : null,
    product,
  });
  return { subject: say(subject), text: `${text}\n`, html };
};

/** The words of a mail, as text and as HTML with nothing from outside in it. */
export const renderMail = (template: MailTemplate, facts: MailValues): MailContent =>
  renderWords(
    words[template]({
      ...facts,
      company: oneLine(facts.company),
      inviter: oneLine(facts.inviter),
      new_email: oneLine(facts.new_email),
    }),
    facts,
  );
