/** The one list of tables for the database client. */
export * from './accounts.ts';
export * from './announcements.ts';
export * from './billing.ts';
export * from './businesses.ts';
export * from './conversations.ts';
export * from './imports.ts';
export * from './leaving.ts';
export * from './letters.ts';
export * from './managers.ts';
export * from './money-acts.ts';
export * from './newsletter.ts';
export * from './notices.ts';
export * from './operations.ts';
export * from './publishing.ts';
export * from './sample-rows.ts';
export * from './search.ts';
export * from './statistics.ts';
