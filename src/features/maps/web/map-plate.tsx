interface MapPlateProps {
  /** In percent of the SVG around it. */
  x: string;
  y: string;
  /** The places of a list that are there. */
  numbers: readonly number[];
  isOpen: boolean;
}

/** Several places that are too near to each other for pins, as a plate in their middle. */
export function MapPlate({ x, y, numbers, isOpen }: MapPlateProps) {
  return (
    <svg aria-hidden="true" x={x} y={y} overflow="visible" className={isOpen ? 'map-pin is-open' : 'map-pin'}>
      <path d="M-13-13h26a13 13 0 0 1 0 26h-26a13 13 0 0 1 0-26Z" />
      <text y="4.5" textAnchor="middle">
        {numbers.length <= 2 ? numbers.join(', ') : `${numbers[0]} +${numbers.length - 1}`}
      </text>
    </svg>
  );
}
