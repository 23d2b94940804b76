/** The buttons that stand on the browser's map. */

/** A place with a pin. */
export interface MapPlace {
  id: string;
  /** Its number in the list. */
  number: number;
  name: string;
  /** 'Open · closes 6 PM'; null when nothing is known. */
  note: string | null;
  isOpen: boolean;
  latitude: number;
  longitude: number;
}

const pinPath = 'M0 0C-3-6.5-13-12.5-13-24a13 13 0 0 1 26 0C13-12.5 3-6.5 0 0Z';

export function pinElement({ number, name, note, isOpen }: MapPlace, onPress: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-button map-place${isOpen ? ' is-open' : ''}`;
  button.setAttribute('aria-pressed', 'false');
  const drawing = svgElement('svg', { viewBox: '-15 -39 30 41', 'aria-hidden': 'true', class: 'map-pin' });
  drawing.append(svgElement('path', { d: pinPath }));
  button.append(
    drawing,
    textElement('map-place-number', String(number)),
    textElement('map-place-name', name),
    textElement('sr-only', note ?? ''),
  );
  button.addEventListener('click', onPress);
  return button;
}

/** The pin that people move; what is around it says where it is. */
export function movablePin(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'map-button map-place is-movable';
  button.setAttribute('aria-label', 'Pin: move it with the arrow keys, farther with Shift');
  const drawing = svgElement('svg', { viewBox: '-15 -39 30 41', 'aria-hidden': 'true', class: 'map-pin' });
  drawing.append(svgElement('path', { d: pinPath }), svgElement('circle', { cx: '0', cy: '-24', r: '4.5' }));
  button.append(drawing);
  return button;
}

/** A light square that says 'places': the number of a dark pin is its place in the list. */
export function clusterElement(members: readonly MapPlace[], onPress: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-button map-cluster${members.some(({ isOpen }) => isOpen) ? ' is-open' : ''}`;
  const names = members.slice(0, 3).map(({ name }) => name);
  const more = members.length > names.length ? ` and ${members.length - names.length} more` : '';
  button.setAttribute('aria-label', `${members.length} places: ${names.join(', ')}${more}. Zoom in`);
  button.append(textElement('map-cluster-number', String(members.length)), textElement('map-cluster-word', 'places'));
  button.addEventListener('click', onPress);
  return button;
}

export const townElement = (name: string) => textElement('map-town', name);

export function setPinState(
  button: HTMLElement,
  { isChosen, isPointed }: { isChosen: boolean; isPointed: boolean },
): void {
  button.setAttribute('aria-pressed', String(isChosen));
  button.classList.toggle('is-chosen', isChosen);
  button.classList.toggle('is-pointed', isPointed);
}

function textElement(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function svgElement(name: string, attributes: Record<string, string>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
