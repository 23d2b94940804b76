import { type RefObject, useLayoutEffect, useState } from 'react';

/** Two keys pressed at once ask once; one key is answered within 100 ms on a fast line. */
const debounceMs = 30;

/** The trimmed text of a field while somebody types in it. */
export function useTypedText(input: RefObject<HTMLInputElement | null>): string {
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    const field = input.current;
    if (field === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setText(field.value.trim()), debounceMs);
    };
    field.addEventListener('input', read);
    // Letters typed while this script was on its way. A field that the page filled in asks nothing until it changes.
    if (field.value !== field.defaultValue) read();
    return () => {
      clearTimeout(timer);
      field.removeEventListener('input', read);
    };
  }, [input]);
  return text;
}
