// What rings on a device. By itself it is the whole worker of people without an employee record: it
// keeps no file and is asked for none.

// News for somebody who is not looking. What it says is a title and who sends it: the rest is under
// the bell, for whoever is signed in.
self.addEventListener('push', (event) => {
  const { title, body, link } = event.data?.json() ?? {}
  if (!title) return
  const icon = '/icons/icon-192.png'
  event.waitUntil(self.registration.showNotification(title, { body, icon, data: { link } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // A path of ours and nothing else.
  const { origin, href } = new URL(event.notification.data?.link ?? '/', self.location.origin)
  const to = origin === self.location.origin ? href : self.location.origin
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (pages) => {
      const page = pages.find(({ url }) => new URL(url).origin === self.location.origin)
      const led =
        page &&
        (await page
          .focus()
          .then((open) => open.navigate(to))
          .catch(() => null))
      return led ?? self.clients.openWindow(to)
    }),
  )
})
