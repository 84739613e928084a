import { UpsellProvider } from '../../dashboard/gates/UpsellProvider.tsx';
import { StudioSession } from '../session/StudioSession.tsx';
import { StudioGroup } from './StudioGroup.tsx';

/** The studio: the stories of one group, one of them open. */
export function StudioPage() {
  return (
    <StudioSession>
      <UpsellProvider>
        <StudioGroup />
      </UpsellProvider>
    </StudioSession>
  );
}
