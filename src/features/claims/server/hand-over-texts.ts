/** The words of the mails to who has taken over a listing for which its former owner had paid. */
import {
  businessVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';

const shared = { group: 'Claims', to: 'the new owner' } as const;
const variables = { username: usernameVariable, business: businessVariable };
const hello = 'Hello {{username}},';
const date = textVariable('the last day that is paid', 'June 12, 2027');
const own = { means: 'the new owner is who had paid: the listing came back to them', example: false };
const costs = textVariable('what it costs afterwards', 'a claim costs $25 a month');

export const timeEndsMail = defineMail({
  ...shared,
  name: 'handed-over-time-ends',
  when: 'The time that a former owner has paid for is over in 7 days, or in 1 day, and the new owner does not go on yet.',
  variables: {
    ...variables,
    date,
    costs,
    go: linkVariable('leads to the payment for this listing', '/claim-business?business=fig-ladder'),
  },
  conditions: { premium: { means: 'it is paid with Premium', example: false }, own },
  subject: '{{business}} is paid until {{date}}',
  text: [
    hello,
    '{{when not own}} {{when not premium}} The former owner of {{business}} had paid for the listing until {{date}}.',
    '{{when not own}} {{when premium}} The former owner of {{business}} had paid for the listing until {{date}}, with Premium.',
    '{{when own}} {{when not premium}} You have paid for {{business}} until {{date}}.',
    '{{when own}} {{when premium}} You have paid for {{business}} until {{date}}, with Premium.',
    'To keep it, go on before that day: after it {{costs}}. You can do so now, and nothing is lost of the time that is paid.',
    '{{go: Go on with it}}',
    'Without that, the listing stays in the directory as you left it, but has no owner from then on, and somebody else may claim it.',
  ],
});

export const timeOverMail = defineMail({
  ...shared,
  name: 'handed-over-time-over',
  when: 'The time that a former owner had paid for is over, and the new owner did not go on.',
  variables: {
    ...variables,
    date,
    costs,
    again: linkVariable('opens the claim of the listing', '/claim-business?business=fig-ladder'),
  },
  conditions: { back: { means: 'it is over because the payment was given back', example: false }, own },
  subject: '{{business}} has no owner any more',
  text: [
    hello,
    '{{when own}} {{when not back}} The time that you had paid for {{business}} is over, and nobody has paid for the time after it. So the listing has no owner any more.',
    '{{when own}} {{when back}} Your payment for {{business}} was given back, so the time until {{date}} is not paid any more, and the listing has no owner now.',
    '{{when not own}} {{when not back}} The time that the former owner of {{business}} had paid for is over, and nobody has paid for the time after it. So the listing has no owner any more.',
    '{{when not own}} {{when back}} The payment of the former owner of {{business}} was given back, so the time until {{date}} is not paid any more. We are sorry: the listing has no owner now.',
    'It stays in the directory as you left it. If it is yours, please claim it: {{costs}}.',
    '{{again: Claim it}}',
    'Is this not right? Answer this email, and we look into it.',
  ],
});

export const goesOnMail = defineMail({
  ...shared,
  name: 'handed-over-goes-on',
  when: 'The new owner of a listing that was paid by its former owner goes on with it.',
  variables: {
    ...variables,
    date,
    plan: textVariable('the plan', 'Claim Premium'),
    price: textVariable('what it costs', '$50 a month'),
    dashboard: dashboardLink,
  },
  conditions: {
    premium: { means: 'the plan is Claim Premium', example: true },
    had: { means: 'the former owner has paid for Premium', example: false },
    free: { means: 'it costs nothing', example: false },
    now: { means: 'the first payment was taken at once', example: false },
  },
  subject: 'You go on with {{business}}',
  text: [
    hello,
    '{{when free}} {{business}} stays yours, also after {{date}}, up to which it is paid. It costs you nothing.',
    '{{when not free}} {{when now}} {{business}} stays yours, with {{plan}}. You have paid the first month; it costs {{price}}. You can cancel at any time from the dashboard.',
    '{{when not free}} {{when not now}} {{business}} stays yours, with {{plan}}. It is paid until {{date}}, so the first payment is due on that day; it costs {{price}}. If you cancel before, you pay nothing. If it is the wrong plan, change it on your dashboard before that day.',
    '{{when premium}} {{when now}} {{when not had}} The listing has Premium from now on.',
    '{{when premium}} {{when not now}} {{when not had}} Premium begins on {{date}}, with the first payment.',
    '{{when premium}} {{when had}} The listing keeps its Premium.',
    '{{dashboard: Open your dashboard}}',
  ],
});

export const handOverMails = [timeEndsMail, timeOverMail, goesOnMail] as const;
