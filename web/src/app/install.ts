/** Makes Gamut installable where the browser allows it: over https, and on this very computer. Elsewhere nothing is
    missing but the page that says that the server cannot be reached. */
declare const __BUILD__: string | undefined

export function registerWorker(build = typeof __BUILD__ === 'undefined' ? '' : __BUILD__) {
  if (!build || !('serviceWorker' in navigator)) return
  // another build is another worker, which keeps the offline page of its own build
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(`./sw.js?build=${build}`).catch(() => undefined) // the pages work without
  })
}
