/**
 * The features that each feature may import. Each names only features above it, so there is no loop. A test compares the table with the
 * imports: a new arrow is a line here, which a reviewer sees, and one that is not used any more goes.
 */
export const featureOrder: readonly (readonly [feature: string, mayImport: readonly string[]])[] = [
  ['city-guide', []],
  ['categories', []],
  ['staff-frame', ['city-guide']],
  ['audit', ['city-guide', 'staff-frame']],
  ['accounts', ['city-guide', 'audit']],
  ['staff-invitations', ['city-guide', 'staff-frame', 'audit', 'accounts']],
  ['alerts', ['staff-frame', 'audit', 'accounts']],
  ['saved-filters', ['staff-frame', 'accounts']],
  ['notices', ['city-guide', 'audit', 'accounts']],
  ['site-frame', ['city-guide', 'accounts', 'notices']],
  ['pictures', ['audit', 'accounts']],
  ['settings', ['city-guide', 'staff-frame', 'audit', 'accounts']],
  ['listing-choices', ['city-guide', 'categories', 'staff-frame', 'settings']],
  ['mail-texts', ['staff-frame', 'accounts', 'settings']],
  ['failed-mails', ['staff-frame', 'audit', 'accounts']],
  ['billing', ['city-guide', 'accounts']],
  ['town-texts', ['city-guide']],
  ['maps', ['city-guide']],
  ['businesses', ['city-guide', 'categories', 'staff-frame', 'audit', 'accounts', 'alerts', 'town-texts', 'maps']],
  ['home', ['city-guide', 'categories', 'businesses']],
  ['searches', ['city-guide', 'categories', 'staff-frame', 'audit', 'accounts']],
  ['statistics', ['accounts', 'businesses', 'searches']],
  ['mail-choices', ['audit', 'accounts', 'statistics']],
  ['imports', ['staff-frame', 'audit', 'accounts', 'businesses']],
  ['events', ['city-guide', 'maps', 'staff-frame', 'audit', 'accounts', 'alerts', 'businesses']],
  ['owner-posts', ['city-guide', 'staff-frame', 'audit', 'accounts', 'alerts', 'businesses', 'events']],
  ['articles', ['city-guide', 'staff-frame', 'audit', 'accounts']],
  ['newsletter', ['city-guide', 'staff-frame', 'audit', 'accounts']],
  ['saved-texts', ['staff-frame', 'audit', 'accounts']],
  ['conversations', ['city-guide', 'staff-frame', 'audit', 'accounts', 'alerts', 'saved-texts']],
  ['contact', ['accounts', 'alerts', 'businesses', 'conversations']],
  ['reports', ['alerts', 'conversations']],
  ['corrections', ['staff-frame', 'audit', 'accounts', 'alerts', 'businesses', 'saved-texts', 'conversations']],
  ['business-messages', ['city-guide', 'audit', 'accounts', 'alerts', 'businesses', 'conversations']],
  ['recommendations', ['city-guide', 'staff-frame', 'audit', 'accounts', 'alerts', 'businesses']],
  ['ads', ['city-guide', 'staff-frame', 'audit', 'accounts']],
  ['premium', ['city-guide', 'audit', 'accounts', 'billing']],
  [
    'listing-orders',
    [...['city-guide', 'categories', 'staff-frame', 'audit', 'accounts', 'alerts', 'billing', 'businesses'], 'premium'],
  ],
  [
    'claims',
    [
      ...['city-guide', 'categories', 'staff-frame', 'audit', 'accounts', 'alerts', 'billing', 'businesses'],
      ...['conversations', 'premium'],
    ],
  ],
  ['managers', ['city-guide', 'staff-frame', 'audit', 'accounts', 'billing', 'businesses', 'premium', 'claims']],
  ['billing-desk', ['city-guide', 'staff-frame', 'audit', 'accounts', 'settings', 'billing', 'premium', 'claims']],
  [
    'undo',
    [
      ...['staff-frame', 'audit', 'accounts', 'businesses', 'events', 'conversations', 'corrections'],
      ...['recommendations', 'owner-posts', 'premium', 'managers', 'listing-orders', 'claims'],
      'billing-desk',
    ],
  ],
  ['listing-questions', ['staff-frame', 'audit', 'accounts', 'alerts', 'businesses', 'conversations', 'claims']],
  ['leaving', ['city-guide', 'staff-frame', 'audit', 'accounts', 'billing', 'premium', 'claims']],
  [
    'approvals',
    [
      'city-guide',
      'categories',
      'staff-frame',
      'audit',
      'accounts',
      'billing',
      'businesses',
      'events',
      'owner-posts',
      'saved-texts',
      'conversations',
      'corrections',
      'recommendations',
      'listing-orders',
      'premium',
      'claims',
      'listing-questions',
    ],
  ],
  ['find', ['accounts']],
  ['sample-content', ['staff-frame', 'audit']],
];

/** The table as docs/code-map.md prints it. */
export function describeFeatureOrder(): string {
  const rows = featureOrder.map(([feature, above]) => `| ${feature} | ${above.join(', ')} |`);
  return ['| feature | may import |', '| --- | --- |', ...rows].join('\n');
}
