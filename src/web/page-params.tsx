import { createContext, useContext } from 'react';
import type { PageArgs } from './page.ts';

const PageParams = createContext<PageArgs['params']>({});

/** What the pattern of the page's address found in it. */
export const PageParamsProvider = PageParams.Provider;

export function usePageParams(): PageArgs['params'] {
  return useContext(PageParams);
}
