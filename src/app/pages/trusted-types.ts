/**
 * The browser's last word before a text becomes HTML or an address a script: the page's default policy of
 * Trusted Types, as the code of an inline script. The server has cleaned all HTML; what would run is refused
 * all the same. Scripts come from this origin only. As script text it lets JSON through, which pages write
 * for search engines. Texts that are parsed into a document of their own, such as pasted ones, run nothing.
 */
export const trustedTypesScript = [
  "window.trustedTypes&&trustedTypes.createPolicy('default',{",
  "createHTML:function(s,t,k){return k&&k.indexOf('DOMParser')<0&&",
  String.raw`/<(script(?!><\/script>$)|iframe|object|embed|base)\b|<[^>]*[\s"'/]on\w+\s*=|=\s*["']?\s*javascript:/i.test(s)?null:s},`,
  'createScript:function(s){try{JSON.parse(s);return s}catch(e){return null}},',
  'createScriptURL:function(u){return new URL(u,location.href).origin===location.origin?u:null}})',
].join('');
