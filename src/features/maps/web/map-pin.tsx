interface MapPinProps {
  /** In px or percent of the SVG around it. */
  x: string;
  y: string;
  /** Stands in the pin instead of the dot. */
  number?: number;
  isOpen?: boolean;
}

/** A pin whose tip is at a point of the SVG around it. */
export function MapPin({ x, y, number, isOpen = false }: MapPinProps) {
  return (
    <svg aria-hidden="true" x={x} y={y} overflow="visible" className={isOpen ? 'map-pin is-open' : 'map-pin'}>
      <ellipse cx="0" cy="0" rx="7" ry="2.5" className="map-pin-shadow" />
      <path d="M0 0C-3-6.5-13-12.5-13-24a13 13 0 0 1 26 0C13-12.5 3-6.5 0 0Z" />
      {number === undefined ? (
        <circle cx="0" cy="-24" r="4.5" />
      ) : (
        <text y="-19.5" textAnchor="middle">
          {number}
        </text>
      )}
    </svg>
  );
}
