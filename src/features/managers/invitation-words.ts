interface Invited {
  kind: 'manager' | 'owner';
  business: string;
  /** The username of the owner who sent it. */
  by: string;
}

/** Says what accepting means, on the page of the mailed link and on the dashboard. */
export const invitationWords = ({ kind, business, by }: Invited): string =>
  kind === 'owner'
    ? `${by} hands the listing of ${business} over to you. It comes with its address, history and visitors; a plan that ${by} pays does not come with it.`
    : `${by} invites you to edit the listing of ${business}, answer its messages and see its numbers. ${by} then sees your username and email address.`;
