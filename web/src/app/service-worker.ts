/** Makes Gamut installable where the browser allows it: over https, and on localhost. Elsewhere only the offline page
    is missing. */
declare const __BUILD__: string | undefined

export function registerServiceWorker(build = typeof __BUILD__ === 'undefined' ? '' : __BUILD__) {
  if (!build || !('serviceWorker' in navigator)) return
  // each build has its own worker, which keeps the offline page of that build
  window.addEventListener('load', () => {
    navigator.serviceWorker.register(`./sw.js?build=${build}`).catch(() => undefined) // optional
  })
}
