/** Searching 231 real places, as people type: misspelt, half typed, oddly written, and worse. */
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import type { Category } from '#tests/factories/a-category.ts';
import { realPlaces } from '#tests/factories/real-places.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { searchBusinesses } from './search-businesses.ts';

const database = testDatabase({ fresh: 'each-file' });
let categories: Map<string, Category>;

beforeAll(async () => {
  categories = await realPlaces(database.db);
});

async function search(term: string, categoryId?: string) {
  const page = await searchBusinesses(database.db, { search: term, categoryId, limit: 100 });
  return { ...page, names: page.businesses.map(({ name }) => name) };
}

describe('finds', () => {
  it.each([
    ['Chilis', /Chili's/],
    ["Chili's", /Chili's/],
    ['chili’s', /Chili's/],
    ['CHILI', /Chili's/],
    ['mcdonlds', /McDonald's/],
    ['McDonalds', /McDonald's/],
    ['macdonalds', /McDonald's/],
    ['starbuks', /Starbucks/],
    ['wallgreens', /Walgreens/],
    ['pizz', /Pizza/],
    ['piza', /Pizza/],
    ['7-eleven', /7-Eleven/],
    ['7 eleven', /7-Eleven/],
    ['7eleven', /7-Eleven/],
    ['chick fil a', /Chick-fil-A/],
    ['chickfila', /Chick-fil-A/],
    ['broadway diner', /Diner/],
    ['taqueria', /Taco|Taqueria/],
    ['taco', /Taco|Taqueria/],
    ['brewery', /Brew/],
    ['tacobell', /Taco Bell/],
    ['star bucks', /Starbucks/],
    ['mc donalds', /McDonald's/],
    ['the barn door', /Barn Door/],
    ['pizza near me', /Pizza/],
    ['seven eleven', /7-Eleven/],
    ['711', /7-Eleven/],
    ['ipzza', /Pizza/],
  ])('%s', async (typed, expected) => {
    const { names } = await search(typed);
    expect(names[0]).toMatch(expected);
  });

  it.each(['resturant', 'restaurants', 'restaraunt'])('%s as restaurants', async (typed) => {
    const { names, total } = await search(typed);
    expect(total).toBeGreaterThan(10);
    expect(names.some((name) => /Restaurant/.test(name))).toBe(true);
  });

  it.each(['coffe', 'cofee', 'coffee'])('%s as coffee', async (typed) => {
    const { names } = await search(typed);
    expect(names.some((name) => /Coffee|Cafe|Café/.test(name))).toBe(true);
  });

  it.each([
    ['vet', 'Acorn Animal Clinic', 'Check-ups and shots for dogs and cats.'],
    ['animal hospital', 'Acorn Animal Clinic', 'Check-ups and shots for dogs and cats.'],
    ['bbq', "Uncle Dub's Pit & Pickle", 'Brisket and house pickles by the pound.'],
    ['ice cream', 'Bicicleta Paletas', 'One freezer box, nine flavors.'],
    ['helado', 'Bicicleta Paletas', 'One freezer box, nine flavors.'],
    ['ac repair', 'Cool Attic Air', 'Air conditioning service.'],
    ['computer repair near me', 'Hello Router', 'Slow Wi-Fi, new laptops, lost passwords.'],
    ['real estate', 'Olmos Realty', ''],
  ])('%s as %s, which has none of these words', async (typed, name, description) => {
    const { id } = await aBusiness(database.db, { name, description, categoryId: categories.get('Other')?.id ?? '' });
    const { names, correctedTo } = await search(typed);
    await database.db.delete(businesses).where(eq(businesses.id, id));
    expect(names).toContain(name);
    expect(correctedTo).toBeNull();
  });

  it('by a slip that happens to be a word of another listing', async () => {
    const { id } = await aBusiness(database.db, { name: 'Chic Nails', categoryId: categories.get('Other')?.id ?? '' });
    const { names } = await search('chic fil a');
    await database.db.delete(businesses).where(eq(businesses.id, id));
    expect(names[0]).toBe('Chick-fil-A');
  });

  it('by street, by ZIP and by name with street', async () => {
    expect((await search('Broadway')).total).toBeGreaterThan(10);
    expect((await search('78209')).total).toBeGreaterThan(50);
    expect((await search('chilis basse')).names.length).toBeGreaterThan(0);
  });

  it.each(['w', 'M', 'a', 'z'])('%s as the beginning of a word, those that have such a name first', async (typed) => {
    const { names, total } = await search(typed);
    expect(total).toBeGreaterThan(0);
    expect(names[0]).toMatch(new RegExp(`\\b${typed}`, 'i'));
  });

  it('by the name of the category', async () => {
    const { businesses, total } = await search('dining');
    const members = businesses.filter(({ category }) => category === 'food-dining');
    expect(total).toBeGreaterThanOrEqual(173);
    expect(members.length).toBeGreaterThan(90);
  });

  it.each([
    ["bars on n st mary's street", /Limelight|Bombay|Brass Monkey|Bevco|Chisme/],
    ['bars on st marys', /Limelight|Bombay|Brass Monkey|Bevco|Chisme/],
    ['mexican blanco road', /Los Barrios/],
    ['burger king', /Whataburger|McDonald|Sonic|Wendy/],
    ['panera', /Crumbl|Bakery|Starbucks/],
  ])('in the street, or like the brand, that it names: %s', async (typed, expected) => {
    const { names } = await search(typed);
    expect(names.slice(0, 12).some((name) => expected.test(name))).toBe(true);
  });

  it('nothing like a brand whose name has the same stem as a word of listings', async () => {
    const { id } = await aBusiness(database.db, { name: 'Low Bridge', categoryId: categories.get('Other')?.id ?? '' });
    const { names } = await search("lowe's");
    await database.db.delete(businesses).where(eq(businesses.id, id));
    expect(names).not.toContain('Low Bridge');
    expect(names).toContain('The Home Depot');
  });

  it('only in the category asked for', async () => {
    const shopping = categories.get('Shopping');
    const byId = await search('san antonio', shopping?.id);
    const bySlug = await search('san antonio', 'shopping');
    expect(new Set(byId.businesses.map(({ category }) => category))).toEqual(new Set(['shopping']));
    expect(bySlug.names).toEqual(byId.names);
    expect((await search('dining', 'food-dining')).total).toBe((await search('', 'food-dining')).total);
    expect((await search('dining', 'shopping')).total).toBeLessThan((await search('', 'shopping')).total);
    expect(await search('san antonio', 'no-such-category')).toMatchObject({ total: 0, businesses: [] });
  });
});

describe('says', () => {
  it('what it searched for instead of a misspelt word', async () => {
    expect((await search('mcdonlds broadway')).correctedTo).toBe('mcdonalds broadway');
    expect((await search('mcdonalds')).correctedTo).toBeNull();
    expect((await search('pizz')).correctedTo).toBeNull();
    const asTyped = { search: 'mcdonlds', isAsTyped: true, limit: 5 };
    expect(await searchBusinesses(database.db, asTyped)).toMatchObject({ total: 0, correctedTo: null });
  });

  it.each(['bread', 'atm', 'ame'])('nothing else for %s, which is too short to be a slip of that', async (typed) => {
    const { id } = await aBusiness(database.db, { name: 'Read Am', categoryId: categories.get('Other')?.id ?? '' });
    const { correctedTo } = await search(typed);
    await database.db.delete(businesses).where(eq(businesses.id, id));
    expect(correctedTo).toBeNull();
  });

  it('nothing for what is not there', async () => {
    expect(await search('xqzwvkjh')).toMatchObject({ total: 0, businesses: [], nextCursor: null, correctedTo: null });
  });
});

const oddQueries: [string, string][] = [
  ['blanks', '   \t\n '],
  ['signs', '!!! ??? ... ,,, ---'],
  ['NUL', '\u0000'],
  ['NUL inside', 'pi\u0000zza'],
  ['control characters', '\u0001\u001b[31m\u007f\u0085'],
  ['10,000 letters', 'a'.repeat(10_000)],
  ['10,000 words', 'ab '.repeat(10_000)],
  ['10,000 different words', Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ')],
  ['emoji', '🍕🌮'],
  ['emoji with word', '🍕 pizza 👩‍👩‍👧‍👦'],
  ['SQL', "'; drop table businesses; --"],
  ['SQL union', "' union select password_hash from users --"],
  ['tsquery operators', '& | ! <-> :* ( )'],
  ['tsquery with words', 'pizza & | !taco <-> (bar:*A'],
  ['unbalanced quotes', `"pizza 'taco`],
  ['backslashes', '\\ \\\\ \\x pizza\\'],
  ['like wildcards', '%_%'],
  ['right to left', 'مطعم בית קפה'],
  ['right-to-left override', '\u202Epizza\u202C'],
  ['lone high surrogate', '\ud83c'],
  ['lone low surrogate', 'pizza\udf55'],
  ['half a pair at the cut', `${'x'.repeat(199)}🍕`],
  ['zero width', '\u200b\u200d\ufeff'],
  ['zero width inside', 'piz\u200bza'],
  ['combining marks', 'Z̸̢̛a̴͎͝l̷͇̈g̶͈̎o̵̰͝'],
  ['decomposed accent', 'cafe\u0301'],
  ['Japanese', '寿司 ラーメン'],
  ['full width', 'ｐｉｚｚａ'],
  ['private use and unassigned', '\ue000\u{10ffff}\u0378'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: somebody may type it
  ['template', '{{7*7}} ${7*7} <script>alert(1)</script>'],
  ['regular expression', '(a+)+$ [[:alpha:]]* .*'],
  ['long number', '9'.repeat(150)],
  ['exponent', '1e309 -0 NaN Infinity'],
  ['hyphens', 'a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p'],
  ['only small words', 'the of and'],
  ['one letter', 'p'],
];

describe('answers without an error', () => {
  it.each(oddQueries)('%s', async (_, query) => {
    await search('warm');
    const page = await search(query);
    expect(page.total).toBeGreaterThanOrEqual(page.businesses.length);
  });

  it('blanks and signs with the whole list', async () => {
    expect((await search('  !? ')).total).toBe(231);
    expect((await search('')).total).toBe(231);
  });

  it('as if the odd part were not there', async () => {
    const { names } = await search('pizza');
    for (const odd of ['🍕 pizza', 'pizza!!!', '"pizza"', 'ｐｉｚｚａ', '\u202Epizza\u202C', 'pizza & the']) {
      expect((await search(odd)).names).toEqual(names);
    }
  });
});
