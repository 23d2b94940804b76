/** Tells Stripe.js, which laid the frame over the site, that a button was pressed; nothing secret is said. */
parent.postMessage({ sandbox: 'challenge-done' }, '*');
