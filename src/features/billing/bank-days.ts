/** Closes each mail that says that money goes back to a card. */
export const bankDays = 'Banks take up to ten days to show it.';
