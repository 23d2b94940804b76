/** For the forms of hosted pages: formats fields while somebody types, and sends each form once. */
import { helpWithCard } from './card-form.ts';

helpWithCard(document);

// After a refusal, a screen reader starts at the field with the error.
document.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault();
    sent = true;
    for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
  });
  // The browser's back button restores the page as it was left, so the form must be usable again.
  addEventListener('pageshow', () => {
    sent = false;
    for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled');
  });
}
