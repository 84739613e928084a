import { type Area, failing, holdBack, inTurn, press } from '../state.ts';
import { deviceStates } from './settings-devices.ts';
import { referralStates } from './settings-referral.ts';
import { teamStates } from './settings-team.ts';
import { ownSettingsStates } from './settings-user.ts';

const unfold = press('Expand the instances of Nordvik');
const more = press('More actions for Nordvik');

/** The settings of the account, the person, the apps, the plan and the team, with their dialogs. */
export const settingsStates: Area = {
  area: 'settings',
  states: [
    { name: 'account', path: '/account' },
    ...ownSettingsStates,
    { name: 'apps', path: '/apps' },
    { name: 'apps-of-creator', path: '/apps', as: 'creator' },
    { name: 'apps-newcomer', path: '/apps', as: 'newcomer' },
    { name: 'of-broadcaster', path: '/settings', as: 'broadcaster' },
    { name: 'unfolded', path: '/apps', reach: unfold, part: 'page' },
    { name: 'app-menu', path: '/apps', reach: more },
    { name: 'brand-kit', path: '/apps?brand=1', part: 'page' },
    { name: 'add-app', path: '/apps?add=1' },
    { name: 'add-app-of-newcomer', path: '/apps?add=1', as: 'newcomer' },
    { name: 'qr', path: '/apps', reach: press('QR code of Nordvik') },
    { name: 'scheme', path: '/apps', reach: press('Set URL scheme of Nordvik') },
    { name: 'import', path: '/apps', reach: inTurn(more, press('Import stories', 'menuitem')) },
    { name: 'sdk-health', path: '/apps', reach: inTurn(more, press('SDK health', 'menuitem')) },
    {
      name: 'sdk-health-loading',
      path: '/apps',
      answers: holdBack('**/api/app/sdk_health*'),
      reach: inTurn(more, press('SDK health', 'menuitem')),
    },
    { name: 'ads', path: '/apps', reach: inTurn(more, press('Ad Settings', 'menuitem')) },
    { name: 'delete-app', path: '/apps', reach: inTurn(more, press('Delete app', 'menuitem')) },
    { name: 'add-instance', path: '/apps', reach: inTurn(unfold, press('Add Instance')) },
    { name: 'rename-instance', path: '/apps', reach: inTurn(unfold, press('Rename Basket')) },
    { name: 'delete-instance', path: '/apps', reach: inTurn(unfold, press('Delete Basket')) },
    { name: 'payment', path: '/settings/payment' },
    { name: 'payment-newcomer', path: '/settings/payment', as: 'newcomer' },
    { name: 'payment-loading', path: '/settings/payment', answers: holdBack('**/api/payment/customer') },
    { name: 'payment-failed', path: '/settings/payment', answers: failing('**/api/payment/customer') },
    { name: 'payment-plans', path: '/settings/payment?openPlanModal=list&feature=personalization' },
    { name: 'payment-no-card', path: '/settings/payment?openPlanModal=growth' },
    { name: 'payment-payer', path: '/settings/payment', reach: press('Add invoice details') },
    { name: 'payment-cancel', path: '/settings/payment', reach: press('Cancel plan') },
    { name: 'payment-refused', path: '/settings/payment', as: 'shopOwner' },
    { name: 'bill-proof', path: '/settings/payment/proof' },
    { name: 'bill-proof-loading', path: '/settings/payment/proof', answers: holdBack('**/api/mau/proofs') },
    { name: 'bill-proof-failed', path: '/settings/payment/proof', answers: failing('**/api/mau/proofs') },
    { name: 'bill-proof-refused', path: '/settings/payment/proof', as: 'shopOwner' },
    ...teamStates,
    ...deviceStates,
    ...referralStates,
  ],
};
