/**
 * Tells Stripe.js, which shows this frame over the site, that a button was pressed. The message holds no
 * secret.
 */
parent.postMessage({ sandbox: 'challenge-done' }, '*');
