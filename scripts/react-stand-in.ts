/** Preact runs the pages, which are written against React's API: in the build, in development and in tests. */
export const reactStandIn = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
  { find: /^react\/(jsx-runtime|jsx-dev-runtime)$/, replacement: 'preact/compat/$1' },
];

/** The libraries that import React: a test has to load them with the stand-in, too. */
export const reactLibraries = /node_modules\/(.*react|radix-ui|@radix-ui|@floating-ui)/;
