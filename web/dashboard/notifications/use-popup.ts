import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PopupRow } from '#contracts/notification/rows.ts';
import { actingReason } from '../api/acting-reason.ts';
import { useCommand } from '../kit/use-command.ts';
import { popupQuery } from './notification-queries.ts';

/**
 * A pop-up that a person sees by itself until they close it: whether it is to be shown, and what closes it for good. Staff
 * in the person's stead close it for themselves alone.
 */
export function usePopup(type: PopupRow['data']['type']): { open: boolean; close: () => void } {
  const client = useQueryClient();
  const { data = [] } = useQuery(popupQuery);
  const [closed, setClosed] = useState(false);
  const ids = data.filter((popup) => popup.data.type === type).map(({ id }) => id);
  const { run } = useCommand<readonly string[], PopupRow[]>({
    on: 'popups',
    send: (product, given) => product.closePopups(given),
    corrected: (left) => client.setQueryData(popupQuery.queryKey, left),
  });
  return {
    open: ids.length > 0 && !closed,
    close: () => {
      setClosed(true);
      if (ids.length > 0 && !actingReason()) run(ids);
    },
  };
}
