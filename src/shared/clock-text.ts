/** 17 and 5 give '5:05 PM'. */
export const clockText = (hour: number, minute: number): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
