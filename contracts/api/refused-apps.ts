interface RefusedApp {
  name: string;
  ios: readonly string[];
  android: readonly string[];
  hosts: readonly string[];
}

/** Well-known apps that belong to nobody's account: store ids (iOS by number and by bundle) and web hosts, subdomains included. */
export const refusedApps: readonly RefusedApp[] = [
  {
    name: 'Facebook',
    ios: ['id284882215', 'com.facebook.facebook'],
    android: ['com.facebook.katana', 'com.facebook.lite'],
    hosts: ['facebook.com', 'fb.com', 'fb.me', 'fb.watch'],
  },
  {
    name: 'Messenger',
    ios: ['id454638411', 'com.facebook.messenger'],
    android: ['com.facebook.orca', 'com.facebook.mlite'],
    hosts: ['messenger.com', 'm.me'],
  },
  {
    name: 'Instagram',
    ios: ['id389801252', 'com.burbn.instagram'],
    android: ['com.instagram.android', 'com.instagram.lite'],
    hosts: ['instagram.com', 'instagr.am', 'ig.me'],
  },
  {
    name: 'WhatsApp',
    ios: ['id310633997', 'id1386412985', 'net.whatsapp.whatsapp', 'net.whatsapp.whatsappsmb'],
    android: ['com.whatsapp', 'com.whatsapp.w4b'],
    hosts: ['whatsapp.com', 'whatsapp.net', 'wa.me'],
  },
  {
    name: 'Threads',
    ios: ['id6446901002', 'com.burbn.barcelona'],
    android: ['com.instagram.barcelona'],
    hosts: ['threads.net', 'threads.com'],
  },
  {
    name: 'TikTok',
    ios: ['id835599320', 'id1235601864', 'com.zhiliaoapp.musically', 'com.ss.iphone.ugc.tiktok'],
    android: ['com.zhiliaoapp.musically', 'com.ss.android.ugc.trill', 'com.zhiliaoapp.musically.go'],
    hosts: ['tiktok.com'],
  },
  {
    name: 'Snapchat',
    ios: ['id447188370', 'com.toyopagroup.picaboo'],
    android: ['com.snapchat.android'],
    hosts: ['snapchat.com', 'snap.com'],
  },
  {
    name: 'X',
    ios: ['id333903271', 'com.atebits.tweetie2'],
    android: ['com.twitter.android', 'com.twitter.android.lite'],
    hosts: ['x.com', 'twitter.com', 't.co'],
  },
  {
    name: 'YouTube',
    ios: ['id544007664', 'com.google.ios.youtube'],
    android: ['com.google.android.youtube'],
    hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  },
  {
    name: 'LinkedIn',
    ios: ['id288429040', 'com.linkedin.linkedin'],
    android: ['com.linkedin.android', 'com.linkedin.android.lite'],
    hosts: ['linkedin.com', 'lnkd.in'],
  },
  {
    name: 'Pinterest',
    ios: ['id429047995', 'pinterest'],
    android: ['com.pinterest', 'com.pinterest.twa'],
    hosts: ['pinterest.com', 'pin.it'],
  },
  {
    name: 'Telegram',
    ios: ['id686449807', 'ph.telegra.telegraph'],
    android: ['org.telegram.messenger', 'org.telegram.messenger.web', 'org.thunderdog.challegram'],
    hosts: ['telegram.org', 'telegram.me', 't.me'],
  },
  {
    name: 'Reddit',
    ios: ['id1064216828', 'com.reddit.reddit'],
    android: ['com.reddit.frontpage'],
    hosts: ['reddit.com', 'redd.it'],
  },
  {
    name: 'Discord',
    ios: ['id985746746', 'com.hammerandchisel.discord'],
    android: ['com.discord'],
    hosts: ['discord.com', 'discord.gg', 'discordapp.com'],
  },
  {
    name: 'Netflix',
    ios: ['id363590051', 'com.netflix.netflix'],
    android: ['com.netflix.mediaclient', 'com.netflix.ninja'],
    hosts: ['netflix.com'],
  },
  {
    name: 'Spotify',
    ios: ['id324684580', 'com.spotify.client'],
    android: ['com.spotify.music', 'com.spotify.lite'],
    hosts: ['spotify.com', 'spotify.link'],
  },
];

const storeIds = new Set(refusedApps.flatMap((app) => [...app.ios, ...app.android]));
const hosts = refusedApps.flatMap((app) => app.hosts);

/** True for a store id of a refused app, on either store and in any case; a bare number counts as `id<number>`. */
export const isRefusedStoreId = (storeId: string): boolean => {
  const lower = storeId.trim().toLowerCase();
  return storeIds.has(/^\d+$/.test(lower) ? `id${lower}` : lower);
};

/** True for a web host of a refused app and for every host below it. */
export const isRefusedHost = (host: string): boolean => {
  const lower = host.toLowerCase().replace(/\.$/, '');
  return hosts.some((one) => lower === one || lower.endsWith(`.${one}`));
};
