/** The pages that people come to by a link, or once after the sign-up, and not by an address they know. */
export const linkedPages = {
  'password-reset/:token': () => import('./PasswordResetPage.tsx'),
  'verification/:token': () => import('./register/VerificationPage.tsx'),
  'join/:token': () => import('./JoinPage.tsx'),
  'join-registered/:token': () => import('./JoinRegisteredPage.tsx'),
  'digest/end/:token': () => import('./DigestEndPage.tsx'),
  'report/end/:token': () => import('./ReportEndPage.tsx'),
  login_as: () => import('./LoginAsPage.tsx'),
  successful: () => import('./register/SuccessfulPage.tsx'),
  // A document of its own: nothing is drawn until it is there.
  'studio/*': async () => ({
    loader: ({ request }: { request: Request }) => new Promise(() => window.location.assign(request.url)),
  }),
} as const;
