import { codeIn, found, mailTo } from './people.ts'
import { enterCode, fillLogin, openLogin } from './sign-in.ts'
import { expect, expectToast, test } from './test.ts'

test('the pause before another code survives a reload', async ({ page, visitor }) => {
  const { person } = await found((await visitor()).request)
  await page.clock.install()
  await openLogin(page)
  await fillLogin(page, person)
  await expectToast(page, 'OTP sent to your email')
  await expect(page.getByText('Enter the OTP code sent to your email')).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))
  const waiting = page.getByRole('button', { name: /^Resend\. Wait, \d+ secs$/ })
  await expect(waiting).toBeDisabled()
  const before = Number(/\d+/.exec((await waiting.textContent()) ?? '')?.[0])
  expect(before).toBeGreaterThan(30)
  expect(before).toBeLessThanOrEqual(40)
  await page.clock.fastForward(1000)
  await expect(waiting).toHaveText(`Resend. Wait, ${before - 1} secs`)
  await page.reload()
  await expect(waiting).toHaveText(`Resend. Wait, ${before - 1} secs`)
  await page.clock.fastForward(before * 1000)
  await expect(page.getByRole('button', { name: 'Resend OTP', exact: true })).toBeEnabled()
})

test('after the pause another code is sent, and only the new one works', async ({
  page,
  visitor,
}) => {
  test.slow()
  const { person } = await found((await visitor()).request)
  await openLogin(page)
  await fillLogin(page, person)
  await expect(page).toHaveURL('/verify-otp')
  const first = await mailTo(page.request, person.email)
  await page.getByRole('button', { name: 'Resend OTP', exact: true }).click({ timeout: 70_000 })
  await expectToast(page, 'OTP successfully sent. Please check your email.')
  await expect(page.getByRole('button', { name: /^Resend\. Wait, \d+ secs$/ })).toBeDisabled()
  const second = await mailTo(page.request, person.email, { after: first })
  await page.getByLabel('OTP Code').fill(codeIn(first))
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expectToast(page, 'The code is not valid or has expired.')
  await page.getByLabel('OTP Code').fill(codeIn(second))
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a wrong code is reported, the screen stays, and the right one still works', async ({
  page,
  visitor,
}) => {
  const { person } = await found((await visitor()).request)
  await openLogin(page)
  await fillLogin(page, person)
  await expect(page).toHaveURL('/verify-otp')
  const code = codeIn(await mailTo(page.request, person.email))
  const field = page.getByLabel('OTP Code')
  await field.pressSequentially(`a${code === '111111' ? '222222' : '111111'}b`)
  await expect(field).toHaveValue(/^\d{6}$/)
  await page.getByRole('button', { name: 'Verify OTP' }).click()
  await expectToast(page, 'The code is not valid or has expired.')
  await expect(page).toHaveURL('/verify-otp')
  await enterCode(page, person.email)
  await expectToast(page, 'Login Successful')
  await expect(page).toHaveURL('/dashboard')
})

test('after five wrong codes the screen says to ask for another', async ({ page, visitor }) => {
  const { person } = await found((await visitor()).request)
  await openLogin(page)
  await fillLogin(page, person)
  await expect(page).toHaveURL('/verify-otp')
  const code = codeIn(await mailTo(page.request, person.email))
  const advice = page.getByText('Too many wrong codes. Please ask for a new one.')
  for (let n = 1; n <= 5; n++) {
    await expect(advice).toBeHidden()
    await page.getByLabel('OTP Code').fill(String((Number(code) + n) % 1_000_000).padStart(6, '0'))
    const answer = page.waitForResponse('**/api/verify-otp')
    await page.getByRole('button', { name: 'Verify OTP' }).click()
    expect((await answer).status()).toBe(401)
  }
  await expect(advice).toBeVisible()
})

test('Back leads to the sign-in screen, and without a sign-in there is no code to ask for', async ({
  page,
  visitor,
}) => {
  const { person } = await found((await visitor()).request)
  await openLogin(page)
  await fillLogin(page, person)
  await expect(page).toHaveURL('/verify-otp')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/login')
  const stranger = await visitor()
  await stranger.goto('/verify-otp')
  await expect(stranger).toHaveURL('/login')
})
