/** Runs in the frame that Stripe.js shows over a site: passes the Escape key on to the overlay around it. */
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') parent.postMessage({ sandbox: 'challenge-closed' }, '*');
});
