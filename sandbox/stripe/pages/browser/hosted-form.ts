/** For the forms of hosted pages: helps with typing, and sends each form once. */
import { helpWithCard } from './card-form.ts';

helpWithCard(document);

// After a refusal the reader of a screen is where the fault is.
document.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus();

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
  let sent = false;
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault();
    sent = true;
    for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true');
  });
  // The browser's back button shows the page as it was left.
  addEventListener('pageshow', () => {
    sent = false;
    for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled');
  });
}
