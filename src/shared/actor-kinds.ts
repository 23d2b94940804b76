/**
 * Doers of acts in the audit log. 'person': an account, also one that is deleted by now. 'link': somebody whom the link of a mail lets
 * in. 'operator': a command on the machine. 'site': nobody; the site did it by itself.
 */
export const actorKinds = ['person', 'link', 'operator', 'site'] as const;
export type ActorKind = (typeof actorKinds)[number];
