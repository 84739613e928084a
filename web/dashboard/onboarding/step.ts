import type { ReactNode } from 'react';

/** What a step of the onboarding shows in its dialog; one that asks about an app says nothing of how far one has come. */
export interface OnboardingStep {
  title: string;
  body: ReactNode;
  footer: ReactNode;
  onSubmit: () => void;
  bare?: boolean;
}
