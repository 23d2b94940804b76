import { expect, it } from 'vitest';
import { questionMail } from '#features/claims/server/claim-texts.ts';
import { fillMailText } from '#server/mail/read-mail-text.ts';
import { listingQuestionMail } from './question-mail.ts';

const texts = (replies: boolean) =>
  [listingQuestionMail, questionMail].map((mail) => {
    const links = { dashboard: 'https://town.example/dashboard', edit: 'https://town.example/edit-business/1' };
    const values = {
      username: 'ana',
      business: 'Figs',
      until: 'June 12, 2027',
      question: [{ quote: 'Where?' }],
      free: false,
    };
    return JSON.stringify(
      fillMailText(mail, mail.builtIn, { site: 'Town', town: 'Town', ...links, ...values, replies }),
    );
  });

it('says that a mail can answer the question only where the site takes replies by mail', () => {
  for (const text of texts(true)) expect(text).toMatch(/answer (to )?this email/);
  for (const text of texts(false)) expect(text).not.toMatch(/this email/);
});
