/** In the frame that Stripe.js lays over a site: keys that belong to the overlay around it. */
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') parent.postMessage({ sandbox: 'challenge-closed' }, '*');
});
