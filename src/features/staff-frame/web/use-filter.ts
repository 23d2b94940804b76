import { useSearchParams } from '#web/router/router.tsx';

/** Keeps a list's filter in the address, so that it can be shared and 'back' restores it. */
export function useFilter<K extends string>(names: readonly K[]) {
  const [search, setSearch] = useSearchParams();
  const filter = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<K, string>;
  return {
    filter,
    setFilter: (changed: Partial<Record<K, string>>) =>
      setSearch(
        Object.entries<string | undefined>({ ...filter, ...changed }).flatMap(([name, value]) =>
          value ? [[name, value] as [string, string]] : [],
        ),
        { replace: true },
      ),
  };
}
