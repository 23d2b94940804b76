/** Ordinary e-mail addresses; every form accepts them. */
export const ordinaryAddresses = [
  'ada+news@example.com',
  "o'brien@example.com",
  'a.b_c-d@mail.town.example.co.uk',
  'ada@example.photography',
  '7@example.org',
];
