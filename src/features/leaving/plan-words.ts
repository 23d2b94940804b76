export const cashTitle = 'Premium, paid in cash or by check';
