import type { CityPack } from '#server/city-pack.ts';

/** Answers to a letter with this go to the town. */
export const replyToTown = ({ facts }: CityPack): { name: string; address: string } => ({
  name: facts.name,
  address: facts.contact.email,
});
