/** Tells staff where the map's streets come from. Visitors are told nothing: they see the town's outline instead. */
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Card } from '#web/ui/layout.tsx';
import { getMapState, type MapState } from '../staff-contract.ts';

export function MapStateCard() {
  const { data } = useQuery(endpointQuery(getMapState, {}));
  return (
    <Card className="p-5 sm:p-8">
      <h2 id="map-title" className="scroll-mt-24 text-26">
        Map
      </h2>
      <p className="mt-2 max-w-[66ch] text-16 text-ink-soft">{data ? stateText(data) : null}</p>
    </Card>
  );
}

function stateText({ from, name, trouble, hasAnswered }: MapState): string {
  if (from === 'nothing') {
    return 'Maps show pins and the town’s outline, without streets, because MAP_TILES_URL is off.';
  }
  if (from === 'archive') {
    return trouble === null
      ? 'The streets come from the town’s own file, map.pmtiles.'
      : `The town’s file map.pmtiles cannot be read, so maps show no streets: ${trouble}.`;
  }
  if (trouble !== null) {
    return `${name} does not send new parts of the map: ${trouble}. Maps show the parts that are kept, and the town’s outline where there are none. The site tries again by itself.`;
  }
  return hasAnswered
    ? `The streets come from ${name}. The site keeps what it has fetched.`
    : `The streets come from ${name}, which has not been asked since the site started.`;
}
