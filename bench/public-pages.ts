/** The measured addresses: one of each kind of page that a visitor can open. */

export interface PublicPage {
  name: string;
  path: string;
}

interface Slugged {
  slug: string;
}

/** Keeps the pages that answer 200; reports every other page in a line and leaves it out. */
export async function findPublicPages(origin: string, say: (line: string) => void): Promise<PublicPage[]> {
  const first = async (path: string) => {
    const response = await fetch(origin + path);
    const entries = response.ok ? ((await response.json()) as Slugged[] | { articles: Slugged[] }) : [];
    return (Array.isArray(entries) ? entries : entries.articles)[0]?.slug ?? 'none';
  };
  const pages: PublicPage[] = [
    { name: 'home', path: '/' },
    { name: 'directory', path: '/directory' },
    { name: 'business', path: `/business/${await first('/api/businesses/featured')}` },
    { name: 'category', path: `/category/${await first('/api/categories')}` },
    { name: 'article', path: `/news/${await first('/api/articles')}` },
    { name: 'search', path: '/directory?search=tacos' },
    { name: 'events', path: '/events' },
    { name: 'news', path: '/news' },
    { name: 'history', path: '/history' },
    { name: 'helpful links', path: '/helpful-links' },
    { name: 'real estate', path: '/real-estate' },
    { name: 'get listed', path: '/get-listed' },
    { name: 'contact', path: '/contact' },
  ];
  const there: PublicPage[] = [];
  for (const page of pages) {
    const { status } = await fetch(origin + page.path);
    if (status === 200) there.push(page);
    else say(`Leaving out ${page.name}: ${page.path} answers ${status}`);
  }
  return there;
}
