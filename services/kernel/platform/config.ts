import { z } from 'zod';
import { readValue } from '#contracts/api/faults.ts';
import { limits } from '#contracts/api/limits.ts';
import { parseIpHostPorts } from './outbound-url.ts';

const count = (fallback: number, max = 1_000_000_000) => z.coerce.number().int().min(0).max(max).default(fallback);
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

const smtpUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^smtps?:\/\/[^/?#]+\/?$/.test(value),
    'must be smtp://host or smtps://host, with user and password if needed',
  );
const natsUrls = z
  .string()
  .regex(
    /^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/,
    'must be nats://host:port, or several separated by commas',
  );

const creatorStores = { 'apps.apple.com': 'ios', 'play.google.com': 'android' } as const;
type CreatorAppUrls = Partial<Record<(typeof creatorStores)[keyof typeof creatorStores], string>>;
const creatorAppUrls = z.string().transform((value, context): CreatorAppUrls => {
  const urls: CreatorAppUrls = {};
  for (const link of value.split(',').map((one) => one.trim())) {
    const at = URL.canParse(link) ? new URL(link) : null;
    const store = at?.protocol === 'https:' && creatorStores[at.hostname as keyof typeof creatorStores];
    if (!store || urls[store]) {
      context.addIssue('must be https://apps.apple.com/… and https://play.google.com/…, one or both');
      return z.NEVER;
    }
    urls[store] = link;
  }
  return urls;
});

/** Every setting: how it is checked, its default, and the words of its line in the README. */
export const settings = {
  PORT: [z.coerce.number().int().min(0).max(65_535).default(4000), 'Port to listen on.'],
  HOST: [z.string().min(1).default('127.0.0.1'), 'Address to listen on.'],
  DATA_DIR: [z.string().min(1).default('.data'), 'Folder for database files, uploads, secrets and the outbox.'],
  DATABASE_URL: [postgresUrl.optional(), 'Postgres 14 or newer. Unset: an embedded one in DATA_DIR.'],
  ANALYTICS_DATABASE_URL: [postgresUrl.optional(), 'Separate Postgres for telemetry and figures. Unset: the same one.'],
  NATS_URL: [
    natsUrls.optional(),
    'NATS servers with JetStream that get a copy of every event, comma separated. Three or more keep three copies. Unset: none.',
  ],
  NATS_CREDS: [z.string().min(1).optional(), 'File with NATS credentials. Unset: those in NATS_URL, if any.'],
  NATS_CA: [
    z.string().min(1).optional(),
    'PEM file with the CA of the NATS certificates. Unset: the CAs that Node trusts, for tls:// addresses.',
  ],
  NATS_INBOX: [
    z
      .string()
      .refine((subject) => subject.split('.').every((word) => /^[\w-]+$/.test(word)), 'must be a subject')
      .default('_INBOX'),
    'Subject prefix for answers from NATS to this process. Its user must be allowed to subscribe to it.',
  ],
  TELEMETRY_LOG: [
    z.enum(['postgres', 'jetstream'], 'must be postgres or jetstream').optional(),
    'Log that makes accepted SDK batches durable: postgres or jetstream. Unset: jetstream with NATS_URL, otherwise postgres.',
  ],
  TELEMETRY_STREAM_MB: [
    z.coerce.number().int().min(1).max(100_000_000).default(4096),
    'Most MB that batches take in JetStream until they are archived. A full stream refuses new ones.',
  ],
  RAW_RETENTION_DAYS: [
    z.coerce.number().int().min(1).max(36_500).default(90),
    'Days to keep accepted batches in the archive.',
  ],
  PUBLIC_URL: [url.optional(), 'Public address of the product. Unset: http://127.0.0.1:PORT, or the address of HOST.'],
  MEDIA_URL: [url.optional(), 'Public address of /media. Unset: PUBLIC_URL.'],
  TRUST_PROXY: [
    z.string().optional(),
    'Addresses of trusted proxies, comma separated. Their X-Forwarded-For counts. Unset: none.',
  ],
  BILLING: [
    z.enum(['local', 'stripe', 'off']).optional(),
    '`local`: plans are bought with test cards and no money moves. `stripe`: Stripe takes the money. `off`: staff set plans. Unset: `stripe` with its two keys, else `local` on this machine, else `off`.',
  ],
  STRIPE_SECRET_KEY: [
    z
      .string()
      .regex(/^(sk|rk)_[A-Za-z0-9_]{1,250}$/, 'must be a secret or restricted key of Stripe')
      .optional(),
    'Secret or restricted key of Stripe.',
  ],
  STRIPE_WEBHOOK_SECRET: [
    z
      .string()
      .regex(/^whsec_[A-Za-z0-9_+/=-]{1,250}$/, 'must be the signing secret of a webhook of Stripe')
      .optional(),
    'Signing secret of the webhook that Stripe sends to /api/payment/stripe. Required with STRIPE_SECRET_KEY.',
  ],
  STRIPE_API_URL: [url.default('https://api.stripe.com'), "Address of Stripe's API."],
  NODE_ENV: [z.string().default('development'), '`production` requires SMTP_URL and an https PUBLIC_URL.'],
  SMTP_URL: [
    smtpUrl.optional(),
    'Mail server: smtps://user:password@host, or smtp:// with STARTTLS. Unset: the local outbox.',
  ],
  MAIL_FROM: [z.email().optional(), 'Sender address of emails. Required with SMTP_URL.'],
  CONTACT_EMAIL: [z.email().optional(), 'Address that Contact Us, help and emails name. Unset: none.'],
  TERMS_FILE: [
    z.string().min(1).optional(),
    'Terms of service as plain UTF-8 text, up to 256 KiB. Shown at /terms and linked at sign-up. Unset: no page, no link.',
  ],
  PRIVACY_FILE: [z.string().min(1).optional(), 'The same for the privacy policy, shown at /privacy.'],
  CREATOR_APP_URLS: [
    creatorAppUrls.optional(),
    'Links to the creator app in the App Store and Google Play, comma separated. Shown to story creators. Unset: none.',
  ],
  STORE_APPLE_URL: [url.default('https://itunes.apple.com'), "Apple's search API, for looking up iOS apps."],
  STORE_GOOGLE_URL: [url.default('https://play.google.com'), 'Google Play, for looking up Android apps.'],
  OUTBOUND_ALLOW: [
    z
      .string()
      .transform((value, context) => {
        const places = parseIpHostPorts(value);
        if (places) return places;
        context.addIssue({
          code: 'custom',
          message: 'must be pairs such as 10.0.0.5:8080 or [fd00::5]:443, without host names',
        });
        return z.NEVER;
      })
      .optional(),
    'Private places that requests made for users may reach, as `address:port` pairs, comma separated. No host names. Unset: public hosts only.',
  ],
  TWILIO_ACCOUNT_SID: [
    z
      .string()
      .regex(/^AC[0-9a-zA-Z]{1,64}$/, 'must start with AC')
      .optional(),
    'Twilio account that sends codes by text message. Unset: the local outbox, and none on other machines.',
  ],
  TWILIO_AUTH_TOKEN: [z.string().min(1).optional(), 'Its auth token. Also checks its status callbacks.'],
  TWILIO_FROM: [
    z
      .string()
      .regex(/^(\+[1-9]\d{5,14}|MG[0-9a-zA-Z]{1,64})$/, 'must be a number such as +15005550006, or MG…')
      .optional(),
    'Number or messaging service (MG…) that the codes come from. Required with TWILIO_ACCOUNT_SID.',
  ],
  TWILIO_API_URL: [url.default('https://api.twilio.com'), "Address of Twilio's API."],
  SMS_COUNTRIES: [
    z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be country codes such as US,SE')
      .transform((value) => value.split(','))
      .optional(),
    'Countries that get text messages, as two-letter codes, comma separated. Unset: all.',
  ],
  GOOGLE_CLIENT_ID: [
    z.string().min(1).max(200).optional(),
    'OAuth client of Google. With its secret, people can sign in with Google. Unset: no button.',
  ],
  GOOGLE_CLIENT_SECRET: [z.string().min(1).max(200).optional(), 'Its secret. Required with GOOGLE_CLIENT_ID.'],
  LINKEDIN_CLIENT_ID: [
    z.string().min(1).max(200).optional(),
    'App of LinkedIn. With its secret, people can sign in with LinkedIn. Unset: no button.',
  ],
  LINKEDIN_CLIENT_SECRET: [z.string().min(1).max(200).optional(), 'Its secret. Required with LINKEDIN_CLIENT_ID.'],
  STAFF_SECOND_FACTOR: [
    z.enum(['0', '1'], 'must be 0 or 1').default('0'),
    '1: staff need a second factor for the admin area on this machine too. Elsewhere they always do.',
  ],
  LOG_LEVEL: [
    z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
      .default('info'),
    'Log level.',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [url.optional(), 'OTLP/HTTP address to send traces to. Unset: none.'],
  METRICS_TOKEN: [z.string().min(16).optional(), 'Bearer token for opening /metrics and /docs from other machines.'],
  DB_POOL: [z.coerce.number().int().min(2).max(200).default(16), 'Postgres connections per process for requests.'],
  LIMIT_SIGN_IN: [
    count(10),
    'Sign-ins per minute, address and email. Per address, 30 times as many calls without a session and 60 times as many session refreshes. 0: no limit.',
  ],
  LIMIT_API: [count(600), 'API calls per minute and user. 0: no limit.'],
  LIMIT_DELIVERY: [count(300), 'SDK deliveries per second and address, and as many files of /media. 0: no limit.'],
  LIMIT_EVENTS: [count(100), 'SDK batches per second and address. 0: no limit.'],
  LIMIT_TOKEN: [count(5000), 'SDK calls of each kind per second and instance token. 0: no limit.'],
  LIMIT_NEW_VIEWERS: [
    count(2000, 1_000_000),
    'Viewers per hour, address, instance and process. More are counted but not billed. 0: no limit.',
  ],
  LIMIT_EVENT_MB: [
    count(500, 1_000_000),
    'MiB of SDK batches per UTC day, address, instance and process. 0: no limit.',
  ],
  LIMIT_MAILS: [count(3), 'Emailed links per 10 minutes and address. 0: no limit.'],
  PASSWORD_MIN: [
    z.coerce.number().int().min(limits.passwordMin).max(64).default(limits.passwordMin),
    'Shortest password that can be set, in characters. Use 8 or more in production.',
  ],
  LIMIT_PASSWORDS: [
    count(30),
    'Wrong passwords per hour and person from all addresses, then growing waits. Known browsers count separately. 0: no limit.',
  ],
  LIMIT_INVITATIONS: [
    count(20),
    'Emailed invitations per hour and account, and five times as many per day. 0: no limit.',
  ],
  LIMIT_REGISTRATIONS: [
    count(5),
    "Sign-ups per 10 minutes and address. Doesn't apply to this machine while PUBLIC_URL is loopback. 0: no limit.",
  ],
  LIMIT_SMS: [count(100), 'Codes by text message per UTC day and account. 0: no limit.'],
  LIMIT_TAKEN_EMAILS: [count(20), 'Times per hour that a person can learn that an email has an account. 0: no limit.'],
  LIMIT_GROUPS: [
    count(1000, 100_000),
    'Story groups of an instance. Each change of one rewrites what all of them deliver. 0: no limit.',
  ],
  LIMIT_INSTANCES: [count(100, 100_000), 'Instances of an app. 0: no limit.'],
  IMAGE_MAX_BYTES: [count(20 * 1024 * 1024), 'Largest image upload, in bytes.'],
  VIDEO_MAX_BYTES: [count(500 * 1024 * 1024), 'Largest video upload, in bytes.'],
  UPLOAD_GB_PER_DAY: [count(20, 1_000_000), 'GB that an account can upload per UTC day. 0: no limit.'],
  STORAGE_GB: [count(100, 1_000_000), 'GB of files that an account can store. 0: no limit.'],
  CSV_MAX_BYTES: [count(64 * 1024 * 1024), 'Largest viewer list upload, in bytes.'],
  SDK_LISTS_MB: [z.coerce.number().int().min(16).max(65_536).default(128), 'MB of memory for viewer lists.'],
  SDK_CACHE_MB: [count(72, 65_536), 'MB of memory for ready SDK answers. 0: only the last instance.'],
  FAST: [
    z.enum(['0', '1', 'http', 'pg'], 'must be 0, 1, http or pg').default('1'),
    'Shortcuts around the framework and the driver (`services/kernel/fast`): 1 for all, 0 for none, or only `http` or `pg`. Without them answers are the same, but slower.',
  ],
  DEMO: [
    z.enum(['0', '1'], 'must be 0 or 1').optional(),
    "Demo account on first start, only on this machine and never next to other accounts. 0: none. 1: refuse to start where it isn't allowed. Unset: made where allowed.",
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>;

type Settings = { [K in keyof typeof settings]: z.output<(typeof settings)[K][0]> };

/** The settings of a process, checked, with the addresses worked out. */
export interface Config extends Omit<Settings, 'PUBLIC_URL' | 'MEDIA_URL' | 'TELEMETRY_LOG' | 'BILLING'> {
  PUBLIC_URL: string;
  MEDIA_URL: string;
  TELEMETRY_LOG: 'postgres' | 'jetstream';
  BILLING: 'local' | 'stripe' | 'off';
  /** HOST is a loopback address. */
  loopback: boolean;
  /**
   * Storyrail is for this machine alone: HOST and PUBLIC_URL are loopback, no proxy is trusted, NODE_ENV is not
   * production.
   */
  local: boolean;
  /** Staff need a second factor that is not a text message. */
  staffFactor: boolean;
}

/** Whether a part of `services/kernel/fast` is switched on. */
export const usesFast = ({ FAST }: Pick<Config, 'FAST'>, part: 'http' | 'pg'): boolean => FAST === '1' || FAST === part;

/** A setting is wrong or unknown; the message says which and why. */
export class ConfigError extends Error {}

/** Families of names that are ours: an undeclared one is a typing error, not another program's variable. */
const ours =
  /^(LIMIT|SDK|METRICS|MEDIA|PUBLIC|SMTP|MAIL|IMAGE|VIDEO|UPLOAD|CSV|DB|DATABASE|ANALYTICS|DATA_DIR|TRUST|STORE|TELEMETRY|RAW|OUTBOUND|TWILIO|SMS|STAFF|CREATOR|PRIVACY|TERMS|GOOGLE_CLIENT|LINKEDIN|STRIPE)_/;

/** Whether two names differ by one letter: changed, left out, or one too many. */
const nearly = (one: string, other: string): boolean => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
};
const isMistyped = (name: string): boolean =>
  name.length > 4 && !(name in settings) && (ours.test(name) || Object.keys(settings).some((one) => nearly(one, name)));

/** A value as a message may hold it: one with a password in it is not repeated. */
const shown = (raw: string | undefined): string => (raw?.includes('@') ? '…' : JSON.stringify(raw));

/** Where this machine itself reaches what listens on a host. */
const ownAddress = (host: string): string => {
  if (['localhost', '0.0.0.0', '::'].includes(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

const loopbackName = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[?::1\]?)$/i;

/**
 * Whether a name or an address always means the machine itself. Any other name may be pointed there by whoever owns it.
 */
export const isLoopbackName = (name: string): boolean => loopbackName.test(name);

/** Reads and checks the environment; throws ConfigError with one line per fault. */
export const loadConfig = (env: NodeJS.ProcessEnv): Config => {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, [schema]] of Object.entries(settings)) {
    const raw = env[name] === '' ? undefined : env[name];
    const parsed = readValue(schema, raw);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(`${name}=${shown(raw)}: ${parsed.error.issues[0]?.message ?? "isn't valid"}`);
  }
  for (const name of Object.keys(env)) if (isMistyped(name)) faults.push(`${name}: unknown setting`);
  if (values.SMTP_URL && !values.MAIL_FROM && !env.MAIL_FROM) faults.push('MAIL_FROM: required with SMTP_URL');
  const twilio = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'].filter((name) => !env[name]);
  if (twilio.length === 1 || twilio.length === 2)
    for (const name of twilio) faults.push(`${name}: required with the other settings of Twilio`);
  for (const provider of ['GOOGLE', 'LINKEDIN']) {
    const pair = [`${provider}_CLIENT_ID`, `${provider}_CLIENT_SECRET`];
    const missing = pair.filter((name) => !env[name]);
    if (missing.length === 1) faults.push(`${missing[0]}: required with ${pair.find((name) => name !== missing[0])}`);
  }
  const stripeKeys = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
  const noKey = stripeKeys.filter((name) => !env[name]);
  if (noKey.length === 1 || (noKey.length === 2 && values.BILLING === 'stripe'))
    for (const name of noKey)
      faults.push(`${name}: required with ${stripeKeys.find((one) => env[one]) ?? 'BILLING=stripe'}`);
  if (values.TELEMETRY_LOG === 'jetstream' && !values.NATS_URL && !env.NATS_URL)
    faults.push('NATS_URL: required with TELEMETRY_LOG=jetstream');
  if (faults.length > 0) throw new ConfigError(`Fix these settings:\n  ${faults.join('\n  ')}`);
  const known = values as unknown as Settings;
  const loopback = isLoopbackName(known.HOST);
  const publicUrl = known.PUBLIC_URL ?? `http://${ownAddress(known.HOST)}:${known.PORT}`;
  const production = known.NODE_ENV === 'production';
  if (production && !publicUrl.startsWith('https:'))
    throw new ConfigError(`Production needs an https:// PUBLIC_URL. It is ${publicUrl}.`);
  const local = loopback && !production && !known.TRUST_PROXY && isLoopbackName(new URL(publicUrl).hostname);
  if (known.DEMO === '1' && !local)
    throw new ConfigError(
      "DEMO=1: the demo account only works on this machine. Use a loopback HOST and PUBLIC_URL, unset TRUST_PROXY, and don't set NODE_ENV=production.",
    );
  return {
    ...known,
    PUBLIC_URL: publicUrl,
    MEDIA_URL: known.MEDIA_URL ?? publicUrl,
    TELEMETRY_LOG: known.TELEMETRY_LOG ?? (known.NATS_URL ? 'jetstream' : 'postgres'),
    BILLING: known.BILLING ?? (known.STRIPE_SECRET_KEY ? 'stripe' : local ? 'local' : 'off'),
    loopback,
    local,
    staffFactor:
      known.STAFF_SECOND_FACTOR === '1' || production || !loopback || !isLoopbackName(new URL(publicUrl).hostname),
  };
};
