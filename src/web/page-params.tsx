import { createContext, useContext } from 'react';
import type { PageArgs } from './page.ts';

const PageParams = createContext<PageArgs['params']>({});

/** The parameters in the page's path. */
export const PageParamsProvider = PageParams.Provider;

export function usePageParams(): PageArgs['params'] {
  return useContext(PageParams);
}
