import { contract } from '@mshahara/contract'
import { check, open, phone } from './axe.ts'
import { call } from './calls.ts'
import { found, mailTo, newPerson, signIn, signInFirst } from './people.ts'
import { addEmployee, complete, runMonth } from './staff.ts'
import { expect, expectToast, type Page, test } from './test.ts'
import { visit } from './visit.ts'

/** The employee's application on a phone: installed, offline, in Swahili. */

// A worker and what it keeps belong to one browser.
test.use({ fresh: true, viewport: phone, provoked: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })

async function employee(owner: Page, page: Page) {
  await found(owner.request)
  const person = newPerson('Wambui', 'Mwangi')
  const id_number = `4${String(Math.random()).slice(2, 10)}`
  const { password: _, ...contact } = person
  const { id } = await addEmployee(owner.request, {
    ...contact,
    ...complete,
    id_number,
    salary: 60_000,
  })
  await signInFirst(page.request, { ...person, id_number })
  const year = new Date().getFullYear()
  await runMonth(owner.request, 'January', year)
  await runMonth(owner.request, 'February', year)
  return { ...person, id, year }
}

const pin = '402913'
const opening = (page: Page) => page.getByRole('button', { name: 'Open', exact: true })
async function tryPin(page: Page, typed: string) {
  await page.getByLabel('PIN').fill(typed)
  await opening(page).click()
}

async function keepBehindPin(page: Page) {
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByLabel('PIN again').fill(pin)
  await page.getByRole('button', { name: 'Keep my payslips here' }).click()
  await expectToast(page, 'Your payslips are kept on this phone.')
}

test('is installed, keeps payslips behind a PIN, opens them without a network, and forgets', async ({
  page: owner,
  visitor,
}) => {
  test.slow()
  const page = await visitor()
  const { id, email, password, year } = await employee(owner, page)

  // Installable: what the manifest promises is there, and a worker is active.
  await open(page, '/dashboard')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/dashboard', display: 'standalone', scope: '/' })
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
  }
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true)

  // Fingers and eyes: targets of 44 px, no text below 12 px.
  expect(await tooSmall(page)).toEqual([])

  // The phone is theirs alone; a PIN that anybody would try is refused.
  await page.goto('/profile')
  await page.getByLabel('PIN', { exact: true }).fill('123456')
  await page.getByLabel('PIN again').fill('123456')
  await page.getByRole('button', { name: 'Keep my payslips here' }).click()
  await expect(page.getByText('Please choose a PIN that is harder to guess.')).toBeVisible()
  await keepBehindPin(page)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'View Payslip' }).click()
  await expect(page.locator('iframe')).toBeVisible()
  await expect.poll(() => keptNames(page)).toContain('payslip')
  await visit(page, '/my-leaves')
  await expect(page.getByText('Annual Leave').first()).toBeVisible()
  await expect.poll(() => keptNames(page)).toContain('leave')

  // Without a network: the start page, the PIN, the payslip.
  await page.context().setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Offline' })).toBeVisible()
  await tryPin(page, '999999')
  await expect(page.getByText('Wrong PIN. After 4 more')).toBeVisible()
  await tryPin(page, pin)
  await expect(page.getByRole('status').filter({ hasText: 'Offline. You see what' })).toBeVisible()
  // Balances of leave that were seen before are there too.
  await expect(page.getByText(`Annual Leave ${year}`)).toBeVisible()
  await expect(page.getByText(/^[\d.]+ of [\d.]+ days left$/).first()).toBeVisible()
  await page.getByRole('button', { name: `February ${year}` }).click()
  await expect(page.frameLocator('iframe').getByText('Net pay').first()).toBeVisible()

  // Locked again, and deleted by the fifth wrong PIN.
  await page.getByRole('button', { name: 'Lock' }).click()
  for (const left of [4, 3, 2, 1]) {
    await tryPin(page, '111112')
    await expect(page.getByText(`Wrong PIN. After ${left} more`)).toBeVisible()
  }
  await tryPin(page, '111112')
  await expect(page.getByText('Too many wrong PINs')).toBeVisible()
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])

  // Back in the network: kept once more, and signing out leaves nothing.
  await page.context().setOffline(false)
  await page.goto('/profile')
  await keepBehindPin(page)
  const second = await page.context().newPage()
  await second.goto('/offline')
  await tryPin(second, pin)
  await expect(second.getByRole('button', { name: 'Lock' })).toBeVisible()
  await page.getByRole('button', { name: 'user menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(second.getByText('Nothing is kept on this phone.')).toBeVisible()
  await second.close()
  await expect(page).toHaveURL('/employee-login')
  // The address comes before the screen, whose files the network must still bring.
  await expect(page.getByRole('heading', { name: 'Employee Sign In' })).toBeVisible()
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  await page.context().setOffline(true)
  await page.goto('/offline')
  await expect(page.getByText('Nothing is kept on this phone.')).toBeVisible()
  await page.context().setOffline(false)

  // Nor does the employer's word: suspended, the phone forgets as soon as it hears of it.
  await signIn(page.request, { email, password })
  await page.goto('/profile')
  await keepBehindPin(page)
  const suspended = { status: 'suspended' } as const
  await call(owner.request, contract.employees.status, { params: { id }, body: suspended })
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/login/)
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
})

/** Kinds of what lies in the browser's database; never readable without the PIN. */
const keptNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('mshahara.kept')
        request.onsuccess = () => {
          const all = request.result.transaction('kept').objectStore('kept').getAll()
          all.onsuccess = () => {
            request.result.close()
            resolve(all.result.map(({ name }) => name.split(' ')[0]))
          }
        }
      }),
  )

/** What is too small for a finger, 44 px but for links within a sentence, or to read. */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const shown = (node: Element) => node.checkVisibility({ visibilityProperty: true })
    const targets = document.querySelectorAll(
      ':is(main, header, [role="dialog"]) :is(a, button, summary)',
    )
    const small = [...targets].filter(shown).filter((node) => {
      const { height, width } = node.getBoundingClientRect()
      const inText = getComputedStyle(node).display === 'inline'
      return !inText && (height < 44 || width < 44)
    })
    const tiny = [...document.querySelectorAll('main *')].filter(
      (node) =>
        shown(node) &&
        [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim()) &&
        Number.parseFloat(getComputedStyle(node).fontSize) < 12,
    )
    return [...small, ...tiny].map((node) => node.outerHTML.slice(0, 120))
  })

/** What an employee opens most, for axe too: the others are made of the same parts. */
const looked = ['/my-payslips', '/my-leaves', '/my-loans', '/my-details']

test('reads Swahili when they choose it, now and at the next sign-in, on screen and by email', async ({
  page: owner,
  visitor,
}) => {
  test.slow()
  const page = await visitor()
  const { email, password, year } = await employee(owner, page)
  await open(page, '/dashboard')
  await page.getByRole('button', { name: 'user menu' }).click()
  await page.getByRole('menuitemradio', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: 'Karibu, Wambui' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect(page.getByText(`Mshahara halisi, Februari ${year}`)).toBeVisible()
  await check(page, '/dashboard in Swahili', [phone])
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Fungua menyu' }).click()
  await page.getByRole('link', { name: 'Hati Zangu za Malipo' }).click()
  await expect(page.getByRole('heading', { name: 'Hati za malipo (2)' })).toBeVisible()
  await page
    .getByRole('link', { name: `Februari ${year}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Hati ya Malipo', exact: true })).toBeVisible()
  const paper = page.frameLocator('iframe')
  for (const told of [
    'Mshahara wa msingi',
    'Ushuru wa mapato (PAYE)',
    'Bima ya afya (SHIF, SHA)',
  ]) {
    await expect(paper.getByText(told).first()).toBeVisible()
  }

  for (const [path, title] of [
    ['/my-payslips', 'Hati za malipo (2)'],
    ['/my-leaves', 'Likizo Zangu'],
    ['/leave-approvals', 'Idhini za Likizo'],
    ['/my-loans', 'Mikopo Yangu'],
    ['/guarantor-requests', 'Maombi ya Udhamini (0)'],
    ['/team-calendar', 'Kalenda ya Likizo'],
    ['/my-details', 'Badilisha Taarifa Zangu'],
    ['/profile', 'Wasifu Wangu'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await tooSmall(page), path).toEqual([])
    if (looked.includes(path)) await check(page, `${path} in Swahili`, [phone])
    await page.setViewportSize(phone)
  }

  // Their own record, tab by tab.
  const { employee_id } = await call(page.request, contract.auth.profile)
  await page.goto(`/employee/${employee_id}`)
  for (const [tab, said] of [
    ['Marupurupu', 'Hakuna marupurupu'],
    ['Mapato ya Kila Mwezi', 'Hakuna mapato ya kila mwezi'],
    ['Makato ya Kila Mwezi', 'Hakuna makato ya kila mwezi'],
    ['Kamisheni / Mauzo', 'Hakuna mauzo'],
    ['Faili', 'Hakuna faili'],
    ['Likizo', 'Masalio ya Likizo'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('tabpanel').getByText(said).first()).toBeVisible()
    expect(await tooSmall(page), tab).toEqual([])
  }

  // A form, with the types of leave that every organisation starts with.
  await page.goto('/my-leaves?add=true')
  await page.getByRole('combobox', { name: 'Aina ya Likizo' }).click()
  await page.getByRole('option', { name: 'Likizo ya Mwaka' }).click()
  expect(await tooSmall(page), 'a form').toEqual([])
  await page.keyboard.press('Escape')

  // What becomes of the days at the end of the year is said before it is here.
  const types = await call(owner.request, contract.leaveTypes.list)
  const typeCalled = (wanted: string) => types.find(({ name }) => name === wanted)?.id ?? ''
  const annual = { leave_type_id: typeCalled('Annual Leave'), year: new Date().getFullYear() }
  await call(owner.request, contract.leaveBalances.create, {
    body: { employee_id: employee_id ?? '', ...annual, entitled_days: 21 },
  })
  await page.goto('/my-leaves')
  const yearEnd = page
    .getByRole('region', { name: 'Likizo ya Mwaka' })
    .getByRole('list', { name: `Mwisho wa mwaka ${annual.year}` })
  await expect(yearEnd).toContainText(/Siku [\d.]+ (ita|zita)(hamia mwaka|potea mwisho wa mwaka)/)
  await check(page, 'the end of the year', [phone])
  await page.setViewportSize(phone)

  // Leave that has begun ends earlier than it was asked for.
  const leave_type_id = typeCalled('Compassionate Leave')
  const dayIn = (days: number) =>
    new Date(Date.now() + (days * 24 + 3) * 3_600_000).toISOString().slice(0, 10)
  const asked = await call(owner.request, contract.leaveRequests.create, {
    body: { employee_id, leave_type_id, start_date: dayIn(0), end_date: dayIn(5) },
  })
  await call(owner.request, contract.leaveRequests.approve, {
    params: { id: asked.id },
    body: {},
  })
  await page.goto('/my-leaves')
  await page.getByRole('button', { name: /^Tazama Likizo ya Msiba/ }).click()
  await page.getByRole('button', { name: 'Fupisha Likizo' }).click()
  const shortening = page.getByRole('dialog', { name: 'Fupisha Likizo' })
  const lastDay = shortening.getByRole('textbox', { name: 'Siku ya mwisho ya likizo' })
  await lastDay.fill(dayIn(3))
  await lastDay.press('Tab')
  expect(await tooSmall(page), 'shortening').toEqual([])
  await check(page, 'shortening leave', [phone])
  await page.setViewportSize(phone)
  await shortening.getByRole('button', { name: 'Fupisha Likizo' }).click()
  await expectToast(page, 'Likizo imefupishwa')
  const shortened = await call(page.request, contract.leaveRequests.get, {
    params: { id: asked.id },
  })
  expect(shortened.end_date).toBe(dayIn(3))

  // The server knows it: the bell and the mails are in Swahili too.
  const params = { id: employee_id ?? '' }
  const [slip] = await call(page.request, contract.payslips.ofEmployee, { params })
  await call(owner.request, contract.payslips.email, { params: { id: slip?.id ?? '' } })
  const letter = await mailTo(owner.request, email, {
    subject: `Hati ya malipo ya Februari ${year}`,
  })
  expect(letter.html).toContain('lang="sw"')

  // Signed out, the device still speaks it.
  await page.getByRole('button', { name: 'menyu ya mtumiaji' }).click()
  await page.getByRole('menuitem', { name: 'Ondoka' }).click()
  await expect(page.getByRole('heading', { name: 'Kuingia kwa Mfanyakazi' })).toBeVisible()
  await signIn(page.request, { email, password })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Karibu tena, Wambui' })).toBeVisible()
})
