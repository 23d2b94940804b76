import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { getTownMap, type TownMap } from '../contract.ts';
import type { MapBounds, MapTheme } from '../map-frame.ts';
import { useTheme } from './use-theme.ts';

interface Opened {
  setTheme: (theme: MapTheme) => void;
  close: () => void;
}

interface MapSetting {
  box: HTMLElement;
  town: TownMap;
  bounds: MapBounds;
  theme: MapTheme;
}

type Library = typeof import('./open-map.ts');

/** Loads the library and opens the map once. `live` is null until it is there, and where the browser cannot draw it. */
export function useOpenMap<M extends Opened>(
  box: RefObject<HTMLElement | null>,
  open: (library: Library, setting: MapSetting) => M,
): { live: M | null; hasFailed: boolean; hasNoStreets: boolean } {
  const { map } = useCity();
  const client = useQueryClient();
  const theme = useTheme();
  const [live, setLive] = useState<M | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [hasNoStreets, setNoStreets] = useState(false);
  const latest = useRef({ open, theme });
  useEffect(() => {
    latest.current = { open, theme };
  });
  useEffect(() => {
    let isGone = false;
    let opened: M | undefined;
    async function load() {
      if (document.createElement('canvas').getContext('webgl2') === null) throw new Error('there is no WebGL');
      const [library, { answer }] = await Promise.all([import('./open-map.ts'), callApi(client, getTownMap, {})]);
      if (isGone || box.current === null) return;
      box.current.hidden = false;
      const setting = { box: box.current, town: answer, bounds: map.bounds, theme: latest.current.theme };
      opened = latest.current.open(library, setting);
      setLive(opened);
      setNoStreets(!answer.hasTiles);
    }
    load().catch(() => setFailed(true));
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [box, client, map.bounds]);
  useEffect(() => live?.setTheme(theme), [live, theme]);
  return { live, hasFailed, hasNoStreets };
}
