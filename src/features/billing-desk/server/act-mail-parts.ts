/** Parts that the mails about money by hand share. */
import { dashboardLink, reasonBlock, textVariable, usernameVariable } from '#server/mail/mail-text.ts';

export const shared = { group: 'Premium and payments', to: 'the person' } as const;
export const variables = { username: usernameVariable, dashboard: dashboardLink };
export const withReason = { ...variables, reason: reasonBlock };
export const amount = textVariable('the amount', '$29');
export const plan = textVariable('the plan', 'Premium for your listings');
export const date = textVariable('the last day', 'June 12, 2027');
export const hello = 'Hello {{username}},';
export const button = '{{dashboard: Open your dashboard}}';
