// The service worker caches only the offline page. Pages always come from the network, so they are never stale; files
// of a build have content hashes in their names and are cached by the browser.
const build = new URL(self.location.href).searchParams.get('build') ?? ''
const CACHE = `gamut-offline-${build}`
const FILES = ['offline.html', 'offline.css', 'offline.js', 'favicon.svg']
const addressOf = (file) => new URL(file, self.registration.scope).href

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(addressOf(file), { cache: 'reload' }))
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  )
})

// delete caches of earlier builds, but not those of other programs at this origin
self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('gamut-offline-') && name !== CACHE)
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match(addressOf('offline.html'))))
  else if (FILES.some((file) => addressOf(file) === request.url))
    event.respondWith(fetch(request).catch(() => caches.match(request.url)))
})
