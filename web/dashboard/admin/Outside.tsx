import { Component as NotFoundPage } from '../shell/NotFoundPage.tsx';
import { SignedInFrame } from '../shell/session/SignedIn.tsx';

/** The admin area as everybody else sees it: an address that no page has, in their own frame. */
export default function Outside() {
  return (
    <SignedInFrame>
      <NotFoundPage />
    </SignedInFrame>
  );
}
