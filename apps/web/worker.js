// The service worker: keeps the files of the application, so that it starts without a network, and
// nothing else. It never touches an answer of the server: what people may read without a network is
// kept, encrypted, by src/offline. The build fills in the list of files, and puts `worker-news.js` in
// front. For employees only: whoever keeps nothing here has `push.js`.

const files = __FILES__
const cacheName = `mshahara-shell-${__VERSION__}`
/** Everything of the server that is no screen. */
const owned = /^\/(api|calendar|storage|dev|metrics|healthz|readyz)(\/|$)/

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) =>
      Promise.all([
        // Hashed files never change: whatever the browser has is right.
        cache.addAll(files),
        cache.add(new Request('/', { cache: 'reload' })),
      ]),
    ),
  )
})

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('mshahara-shell-') && name !== cacheName
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

// A new version waits until the person says so: it must not change under an open form.
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

const kept = (path) => caches.match(path, { cacheName })

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || owned.test(pathname)) return
  if (request.mode === 'navigate') {
    event.respondWith(
      fetch(request).catch(async (error) => (await kept('/')) ?? Promise.reject(error)),
    )
  } else if (files.includes(pathname)) {
    event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)))
  }
})
