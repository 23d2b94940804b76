import { useSearchParams } from 'react-router';

/** What a list is narrowed to stands in the address, so that it can be sent and comes back with 'back'. */
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
