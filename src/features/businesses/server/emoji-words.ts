import { spellOtherWords } from './words-of-other-languages.ts';

/** Words for the emoji that people put in place of a word: '🍕', '🌮 open now'. */
const words: Readonly<Record<string, string>> = {
  ...{
    '🍕': 'pizza',
    '🌮': 'tacos',
    '🌯': 'burrito',
    '🍔': 'burger',
    '🌭': 'hot dogs',
    '🍣': 'sushi',
    '🍜': 'noodles',
  },
  ...{ '🥗': 'salad', '🍗': 'chicken', '🥩': 'steak', '🍝': 'pasta', '🥐': 'bakery', '🍞': 'bakery', '🍰': 'cake' },
  ...{ '🎂': 'birthday cake', '🍩': 'donuts', '🍪': 'cookies', '🍦': 'ice cream', '🍨': 'ice cream', '☕': 'coffee' },
  ...{ '🍺': 'beer', '🍻': 'beer', '🍷': 'wine', '🍸': 'bar', '🍹': 'bar', '🛒': 'groceries', '💊': 'pharmacy' },
  ...{
    '🐶': 'dog',
    '🐕': 'dog',
    '🐱': 'cat',
    '🐈': 'cat',
    '🐾': 'pets',
    '💇': 'haircut',
    '✂': 'haircut',
    '💈': 'barber',
  },
  ...{ '💅': 'nails', '💆': 'massage', '🧘': 'yoga', '🏋': 'gym', '🦷': 'dentist', '👓': 'glasses', '🩺': 'doctor' },
  ...{
    '🏥': 'hospital',
    '🚑': 'ambulance',
    '🆘': 'emergency',
    '🚨': 'emergency',
    '🚒': 'fire department',
    '🚓': 'police',
    '🗑': 'trash',
    '🌳': 'park',
  },
  ...{ '🔧': 'repair', '🚗': 'car', '⛽': 'gas station', '🚲': 'bicycle', '🔑': 'locksmith', '🏠': 'real estate' },
  ...{ '🏨': 'hotel', '🎁': 'gifts', '💐': 'flowers', '🌹': 'flowers', '📚': 'books', '🧸': 'toys', '👗': 'clothes' },
  ...{ '👟': 'shoes', '💍': 'jewelry', '📷': 'photographer', '🎨': 'art', '🎵': 'live music', '🎸': 'guitar' },
  ...{ '🎭': 'theater', '🎬': 'movies', '🎄': 'christmas', '🎆': 'fireworks', '📅': 'events', '⛪': 'church' },
  ...{
    '🏫': 'school',
    '🏦': 'bank',
    '📦': 'shipping',
    '🧺': 'laundry',
    '🧹': 'cleaning',
    '💻': 'computer',
    '📱': 'phone',
  },
};

const emoji = /\p{Extended_Pictographic}/gu;

/** The search with words for the emoji that have one and do not repeat what is written beside them. Skin tones and other joined signs say nothing. */
export function spellEmoji(typed: string): string {
  const search = spellOtherWords(typed);
  let written = search.toLowerCase();
  return search.replace(emoji, (sign) => {
    const word = words[sign];
    if (word === undefined || written.includes(word)) return ` ${sign} `;
    written += ` ${word}`;
    return ` ${word} `;
  });
}

/** It says something, but only in signs that have no word. */
export const isUnread = (search: string): boolean =>
  search.match(emoji) !== null && !/[\p{L}\p{N}]/u.test(spellEmoji(search));
