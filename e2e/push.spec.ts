import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, newPerson, signInFirst } from './people.ts'
import { addEmployee, complete } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'

/** News on a phone that is not being looked at. */

test.use({ fresh: true, viewport: phone })

/**
 * The maker's push service is far away, and is the one thing here that is played: it gives the
 * browser an address, and hands the worker what arrives there.
 */
const withoutService = (page: Page) =>
  page.addInitScript(() => {
    const at = 'https://fcm.googleapis.com/fcm/send/of-this-phone'
    let made: unknown = null
    const subscribe = async (wish: { applicationServerKey: string; userVisibleOnly: boolean }) => {
      if (wish.applicationServerKey.length !== 87 || !wish.userVisibleOnly)
        throw new Error('no key')
      const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const point = new Uint8Array(
        await crypto.subtle.exportKey('raw', (keys as CryptoKeyPair).publicKey),
      )
      const p256dh = btoa(String.fromCharCode(...point))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')
      const unsubscribe = async () => {
        made = null
        return true
      }
      const toJSON = () => ({ endpoint: at, keys: { p256dh, auth: 'A'.repeat(22) } })
      if (made) throw new DOMException('There is one under another key.', 'InvalidStateError')
      const key = wish.applicationServerKey.replaceAll('-', '+').replaceAll('_', '/')
      const bytes = Uint8Array.from(atob(key), (sign) => sign.charCodeAt(0))
      const options = { applicationServerKey: bytes.buffer }
      made = { endpoint: at, toJSON, unsubscribe, options }
      return made
    }
    // Without a window the browser calls it denied until it is asked.
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => made })
  })

const bell = (page: Page) => page.getByRole('button', { name: /^(Notifications|Arifa)/ })
const inBell = (page: Page) => page.getByRole('switch', { name: 'Also notify me on this device' })

async function employee(owner: Page, page: Page) {
  await found(owner.request)
  const person = newPerson('Wambui', 'Mwangi')
  const id_number = `4${String(Math.random()).slice(2, 10)}`
  const { password: _, ...contact } = person
  await addEmployee(owner.request, { ...contact, ...complete, id_number })
  await signInFirst(page.request, { ...person, id_number })
}

interface Shown {
  title: string
  options: NotificationOptions
}
/** What the worker asks the browser to show: one without a window shows nothing. */
async function watchWorker(page: Page) {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no worker.')
  await worker.evaluate(() => {
    const shown: Shown[] = []
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    Object.assign(self, { shown })
    registration.showNotification = async (title, options = {}) => {
      shown.push({ title, options })
    }
  })
  return () => worker.evaluate(() => (self as unknown as { shown: Shown[] }).shown)
}

/** As the push service hands it to the browser. */
async function arrives(page: Page, data: object) {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(data),
  })
}

test('is allowed at the bell, rings when there is news, and is stopped there again', async ({
  page: owner,
  visitor,
}) => {
  const page = await visitor()
  await withoutService(page)
  await page.context().grantPermissions(['notifications'])
  await employee(owner, page)
  await open(page, '/dashboard')
  await bell(page).click()
  await expect(inBell(page)).not.toBeChecked()
  await inBell(page).press('Space')
  await expectToast(page, 'You will be notified on this device')
  await expect(inBell(page)).toBeChecked()
  await check(page, 'the bell with its switch')

  const news = { title: 'Leave request approved', body: 'Umoja Traders Ltd', link: '/my-leaves' }
  const shown = await watchWorker(page)
  await arrives(page, news)
  const { title, body, link } = news
  const icon = '/icons/icon-192.png'
  await expect.poll(shown).toEqual([{ title, options: { body, icon, data: { link } } }])

  const isAllowed = () =>
    page.evaluate(async () => {
      const { pushManager } = await navigator.serviceWorker.ready
      return (await pushManager.getSubscription()) !== null
    })
  expect(await isAllowed()).toBe(true)

  // The server has a new key since: what was allowed is worth nothing, and can be allowed again.
  await page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready
    const { options } = (await pushManager.getSubscription()) as PushSubscription
    new Uint8Array(options.applicationServerKey as ArrayBuffer).fill(1)
  })
  await bell(page).click()
  await expect(inBell(page)).toBeHidden()
  await bell(page).click()
  await expect(inBell(page)).not.toBeChecked()
  await inBell(page).press('Space')
  await expectToast(page, 'You will be notified on this device')
  await expect(inBell(page)).toBeChecked()

  await inBell(page).press('Space')
  await expectToast(page, 'You will no longer be notified on this device')
  await expect(inBell(page)).not.toBeChecked()
  await inBell(page).press('Space')
  await expect.poll(isAllowed).toBe(true)
  // Whoever signs out is told nothing on it any more.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /user menu$/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/employee-login')
  expect(await isAllowed()).toBe(false)
})

const files = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().length
  })
const workerOf = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    return new URL(active?.scriptURL ?? '').pathname
  })

test('rings for the office too, with a worker that fetches nothing', async ({
  page: owner,
  visitor,
}) => {
  const page = await visitor()
  await withoutService(page)
  await page.context().grantPermissions(['notifications'])
  await found(page.request)
  await open(page, '/dashboard')
  const fetched: string[] = []
  page.context().on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (request.serviceWorker() || /offline|\.sw-/.test(path)) fetched.push(path)
  })
  await bell(page).click()
  await inBell(page).press('Space')
  await expectToast(page, 'You will be notified on this device')
  expect(await workerOf(page)).toBe('/push.js')
  const shown = await watchWorker(page)
  await arrives(page, { title: 'A payroll waits for approval', body: 'Umoja', link: '/payrolls' })
  await expect.poll(shown).toMatchObject([{ title: 'A payroll waits for approval' }])
  expect([await files(page), fetched.filter((path) => path !== '/push.js')]).toEqual([0, []])

  // An employee on the same device has theirs, without a word about a new version.
  await page.context().clearCookies()
  await employee(owner, page)
  await page.goto('/dashboard')
  await expect.poll(() => workerOf(page)).toBe('/sw.js')
  expect(await files(page)).toBeGreaterThan(10)
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)
})

test('a browser that has said no is told apart, in Swahili, and nothing is asked again', async ({
  page: owner,
  visitor,
}) => {
  const page = await visitor()
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })
  await employee(owner, page)
  await call(page.request, contract.auth.setLanguage, { body: { language: 'sw' } })
  await open(page, '/dashboard')
  await bell(page).click()
  const own = page.getByRole('switch', { name: 'Nijulishe pia kwenye kifaa hiki' })
  await expect(own).toBeDisabled()
  await expect(page.getByText('Kivinjari chako hakiruhusu kwa tovuti hii.')).toBeVisible()
})
