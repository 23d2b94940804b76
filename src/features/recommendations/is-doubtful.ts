/** Tells which texts staff should see before the public does. It may be wrong: then a person decides, nobody is refused. */
import { foldText } from '#shared/fold-text.ts';

/** Words of abuse, and what a good word for a shop does not say. */
const doubtfulWords = new Set(
  `anal anus arse arsehole ass asshole bastard bitch bitches bollocks bullshit cock crap cunt damn dick dickhead dyke
  fag faggot fuck fucked fucker fucking jackass kike motherfucker nazi nigga nigger piss pissed porn pussy rapist retard
  retarded sex sexy shit shitty slut spic tits tranny twat wanker whore
  cabron cabrona chinga chingada chingar culero joder marica maricon mierda pendeja pendejo pinche puta puto verga
  awful cheat cheated cheater crook crooks disgusting fraud horrible liar racist ripoff scam scammer scammed steal stole
  terrible thief thieves worst
  bitcoin casino coupon crypto discount giveaway loan loans promo sponsored viagra`.split(/\s+/),
);

const doubtfulPhrases = /\b(never again|rip off|stay away|do not go|dont go|free money|earn money|promo code)\b/;

/** An address of the web or of mail, with the dot written out or not. */
const address =
  /https?:|www\.|@|\b[\p{L}\p{N}-]{2,}(?:\s?(?:\.|\(dot\)|\[dot\])\s?(?:com|net|org)|\.(?:info|biz|shop|store|online|site|xyz|io|co|us|me|ru|cn|top|club))\b/iu;
const phoneNumber = /\d(?:[\s().-]*\d){6,}/;

const isShouted = (text: string) => {
  const letters = text.match(/\p{L}/gu) ?? [];
  return letters.length >= 15 && letters.filter((letter) => /\p{Lu}/u.test(letter)).length > letters.length * 0.7;
};

export function isDoubtful(text: string): boolean {
  if (address.test(text) || phoneNumber.test(text) || isShouted(text) || /(\p{L})\1{4,}/u.test(text)) return true;
  if (/[<>{}]/.test(text)) return true;
  const folded = foldText(text);
  return doubtfulPhrases.test(folded) || folded.split(/[^\p{L}\p{N}]+/u).some((word) => doubtfulWords.has(word));
}
