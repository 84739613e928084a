import type { DraftHolder, MovedDraft } from '../studio/draft-content.ts';
import type { PaymentPage } from '../subscription/payment-page.ts';
import type { Phrase } from '../words/phrase.ts';
import { refusalWords } from '../words/refusals.en.ts';

/** What kind of refusal a code is; one table in the kernel maps the kind to an HTTP status. */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'method'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'invalid'
  | 'too_large'
  | 'unsupported'
  | 'too_many'
  | 'no_space'
  | 'unavailable';

/** Every code that the product refuses with, and its kind; its words stand in the catalogue under the code. */
export const refusalKinds = {
  MalformedRequest: 'malformed',
  UserExists: 'malformed',
  Unauthorized: 'unauthenticated',
  InvalidCredentials: 'unauthenticated',
  SocialLoginFailed: 'unauthenticated',
  PermissionDenied: 'forbidden',
  FeatureNotAvailable: 'forbidden',
  EmailNotVerified: 'forbidden',
  NotFound: 'missing',
  MethodNotAllowed: 'method',
  UnknownToken: 'missing',
  UnknownStory: 'missing',
  UnknownPreview: 'missing',
  GoogleLogin: 'missing',
  LinkedinLogin: 'missing',
  GroupActive: 'conflict',
  StoryActive: 'conflict',
  DraftHeld: 'conflict',
  TransitionNotAllowed: 'conflict',
  TargetCapReached: 'conflict',
  EndDateReached: 'conflict',
  NoTestDevices: 'conflict',
  StoryLimitReached: 'conflict',
  CardRequired: 'conflict',
  CardDeclined: 'conflict',
  PaymentUnconfirmed: 'conflict',
  BillingOff: 'conflict',
  PaymentRefused: 'conflict',
  PromoAtStripe: 'conflict',
  PlanSetByStaff: 'conflict',
  PromoUnknown: 'missing',
  PromoEnded: 'conflict',
  PromoUsed: 'conflict',
  DealUsed: 'conflict',
  DealUnknown: 'missing',
  DealNotForPlan: 'conflict',
  StoriesPerGroupReached: 'invalid',
  SeatLimitReached: 'conflict',
  ReportLimitReached: 'conflict',
  TemplateLimitReached: 'conflict',
  GroupLimitReached: 'conflict',
  InstanceLimitReached: 'conflict',
  LastOwner: 'conflict',
  AlreadyInTeam: 'conflict',
  OwnerPresent: 'conflict',
  MembersLeft: 'conflict',
  ProposalOpen: 'conflict',
  ProposalClosed: 'gone',
  SecondStaffNeeded: 'forbidden',
  InvitationPending: 'conflict',
  DefaultInstance: 'conflict',
  InstanceNameTaken: 'conflict',
  AppExists: 'conflict',
  UploadingGroup: 'conflict',
  PinnedAfterUnpinned: 'conflict',
  UnpinnedBeforePinned: 'conflict',
  Conflict: 'conflict',
  LinkExpired: 'gone',
  PasswordRequired: 'invalid',
  PasswordWrong: 'invalid',
  PasswordTooCommon: 'invalid',
  ConfirmationRequired: 'invalid',
  OtpCodeNotValid: 'invalid',
  OtpCodeExpired: 'invalid',
  PasskeyNotValid: 'invalid',
  PhoneNumberRequired: 'forbidden',
  SecondFactorRequired: 'forbidden',
  SignInLinkSent: 'forbidden',
  UserDisabled: 'forbidden',
  LastFactor: 'conflict',
  LastSignIn: 'conflict',
  SocialConnectFailed: 'conflict',
  PasskeysNeedName: 'conflict',
  TooManyPasskeys: 'conflict',
  SmsNotConfigured: 'conflict',
  VersionConflict: 'stale',
  Invalid: 'invalid',
  IdempotencyKeyReused: 'invalid',
  AnswersWouldMix: 'invalid',
  ChecklistFailed: 'invalid',
  UnknownMedia: 'invalid',
  MediaRefused: 'invalid',
  QuotaReached: 'conflict',
  AppRefused: 'invalid',
  AppNotInStore: 'invalid',
  StoreLookupUnavailable: 'unavailable',
  SocialLoginUnavailable: 'unavailable',
  BillingUnavailable: 'unavailable',
  TooLarge: 'too_large',
  DiskFull: 'no_space',
  UnsupportedMediaType: 'unsupported',
  TooManyRequests: 'too_many',
  Unavailable: 'unavailable',
} as const satisfies Record<keyof typeof refusalWords, RefusalKind>;

export type RefusalCode = keyof typeof refusalKinds;

/** What a refusal says of one field. */
export interface RefusedField {
  path: string;
  said: Phrase;
  /** Which rule says so, where a refusal names several. */
  code?: string;
  /** How many tries are left before the next must wait; said only to whoever has shown the first factor. */
  tries_left?: number;
}

/**
 * A rule said no: the code, and words for a person, which may be more exact than those of the code. Thrown by deciders and
 * commands; the HTTP layer answers with it.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly said: Phrase;
  readonly errors: RefusedField[] | undefined;
  /** What the answer's `data` says: of a draft, or where a payment is confirmed. */
  readonly data: MovedDraft | DraftHolder | PaymentPage | null;

  constructor(
    code: RefusalCode,
    said: Phrase = refusalWords[code],
    errors?: RefusedField[],
    data: MovedDraft | DraftHolder | PaymentPage | null = null,
  ) {
    super(said.defaultMessage);
    this.name = 'Refusal';
    this.code = code;
    this.said = said;
    this.errors = errors;
    this.data = data;
  }

  get kind(): RefusalKind {
    return refusalKinds[this.code];
  }
}

/** A refusal that stands at a field, and says there what it says at all. */
export const refusalAt = (path: string, code: RefusalCode, said: Phrase = refusalWords[code]): Refusal =>
  new Refusal(code, said, [{ path, said }]);

/** A wrong code or passkey, refused at its field with how many tries are left. */
export const refusedTry = (path: string, code: RefusalCode, tries_left: number): Refusal =>
  new Refusal(code, refusalWords[code], [{ path, said: refusalWords[code], tries_left }]);

/** A refusal about one field of a form: `Invalid` with the field's path and words. */
export const invalidField = (path: string, said: Phrase): Refusal => refusalAt(path, 'Invalid', said);
